import type { ModelDelta } from '../model/agent-model.ts';
import { SecretStream } from '../secret/secret-stream.ts';
import type { TurnState } from './turn-state.ts';

/** Tells watchers the pieces of one model call without secrets, also those cut in two; pieces that come to nothing are left out. */
export class MaskedDeltas {
  readonly #stream: SecretStream;
  readonly #tell: (delta: ModelDelta) => void;
  #last: ModelDelta | undefined;

  constructor({ agent, context }: Pick<TurnState, 'agent' | 'context'>, stepIndex: number) {
    this.#stream = new SecretStream(agent.mask);
    const { turnId, self } = context;
    const place = { agentName: agent.name, instanceKey: self.instanceKey, turnId, stepIndex };
    this.#tell = (delta) => context.observe({ type: 'delta', ...place, ...delta });
  }

  /** Takes the next piece. What it begins anew, another kind or another attempt, does not go on with the one before. */
  add(delta: ModelDelta): void {
    const last = this.#last;
    if (last !== undefined && (last.kind !== delta.kind || last.attempt !== delta.attempt)) this.end();
    this.#last = delta;
    this.#show(delta, this.#stream.add(delta.text));
  }

  /** No more pieces come: hands on what was kept back. */
  end(): void {
    const last = this.#last;
    this.#last = undefined;
    if (last !== undefined) this.#show(last, this.#stream.end());
  }

  #show(delta: ModelDelta, text: string): void {
    if (text !== '') this.#tell({ ...delta, text });
  }
}
