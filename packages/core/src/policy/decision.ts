/** What policy makes of a call, by which rule, and why: for events and explanations. */
export interface PolicyDecision {
  /** `depends`: a rule holds the call for some arguments, and none were given. `refused`: it cannot be called, whatever policy says. */
  readonly decision: 'allowed' | 'blocked' | 'held' | 'depends' | 'refused';
  readonly rule: string;
  readonly reason: string;
}

/** What one layer says to a call. */
export interface LayerVerdict {
  /** `swarm`, `agent`, `environment`, `delegated`, `extension`, `catalog` or `parameters`. */
  readonly layer: string;
  readonly verdict: 'allows' | 'blocks' | 'holds' | 'may hold' | 'refuses' | 'says nothing';
  readonly reason: string;
}

/** A decision with what every layer says. */
export interface CallExplanation extends PolicyDecision {
  readonly tool: string;
  readonly layers: readonly LayerVerdict[];
}
