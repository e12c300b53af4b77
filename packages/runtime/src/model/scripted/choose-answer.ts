import { GoondanError, type JsonValue } from '@goondan/core';
import type { Script, ScriptRule } from '@goondan/core/resource';
import { fillTemplate } from './fill-template.ts';
import type { ScriptedResult, Situation } from './situation.ts';

/** What a scripted model says. */
export interface ScriptedAnswer {
  readonly text: string | undefined;
  readonly calls: readonly { readonly id: string; readonly tool: string; readonly args: JsonValue }[];
}

interface Match {
  readonly rule: ScriptRule;
  readonly groups: readonly string[];
  readonly result: ScriptedResult | undefined;
}

/** The answer of the first rule that matches. Depends on the conversation alone, so that a replay says the same. */
export function chooseAnswer(script: Script, situation: Situation): ScriptedAnswer {
  const match = firstMatch(script, situation);
  if (match === undefined) {
    const last =
      situation.results.length === 0
        ? JSON.stringify(situation.input)
        : `the result of ${situation.results[0]?.tool}`;
    throw new GoondanError('E_MODEL_SCRIPT', `No rule of the script answers ${last}.`);
  }
  const { rule, groups, result } = match;
  const values = {
    input: situation.input,
    match: groups,
    ...(result === undefined ? {} : { result: result.value }),
    results: situation.results.map(({ value }) => value),
  };
  const text = rule.text === undefined ? undefined : asText(fillTemplate(rule.text, values));
  const calls = (rule.calls ?? []).map(({ tool, args = {} }, index) => ({
    id: `call-${situation.callCount + index + 1}`,
    tool,
    args: fillTemplate(args, values),
  }));
  return { text, calls };
}

function firstMatch(script: Script, situation: Situation): Match | undefined {
  for (const rule of script.rules) {
    const match = matchRule(rule, situation);
    if (match !== undefined) return match;
  }
  return undefined;
}

/** A rule about a person's words answers a person; one with `after` answers a tool; one without either, anything. */
function matchRule(rule: ScriptRule, { input, results }: Situation): Match | undefined {
  const { user, after, status } = rule.when ?? {};
  const result = results.find(
    ({ tool, status: ended }) => tool === after && (status === undefined || status === ended),
  );
  if (after !== undefined && result === undefined) return undefined;
  if (user === undefined) return { rule, groups: [], result: result ?? results[0] };
  if (after === undefined && results.length > 0) return undefined;
  const groups = new RegExp(user, 'u').exec(input);
  return groups === null ? undefined : { rule, groups: Array.from(groups, (group) => group ?? ''), result };
}

function asText(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
