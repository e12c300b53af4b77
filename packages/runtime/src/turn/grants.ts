import type { JsonObject } from '@goondan/core';
import { argumentPatterns, sortedJson } from '@goondan/core/basics';
import type { Address, TurnContext } from '../engine/turn-context.ts';
import type { SecretMask } from '../secret/secret-mask.ts';
import * as shape from '../shape/shape.ts';

/** What a person said is always allowed: a tool with these very arguments, or with any that fit the patterns (POL-4). */
export const grantSchema = shape.object({
  tool: shape.string(),
  exactly: shape.record(shape.json()).exactOptional(),
  /** By name; each must fit the whole of its argument. */
  like: shape.record(shape.string()).exactOptional(),
  /** The arguments that no pattern names: they must be as the person saw them. */
  rest: shape.record(shape.json()).exactOptional(),
});

/** See `grantSchema`. */
export type Grant = shape.Infer<typeof grantSchema>;

/** Where an instance keeps them among its values. */
export const grantsKey = 'approvals';

/** What it keeps there. */
export const grantsSchema = shape.array(grantSchema);

/** What a grant is called: the same wherever it is looked at, and another in each instance. */
export function grantId({ agent, instanceKey }: Address, grant: Grant): string {
  const text = sortedJson([agent, instanceKey, grant]);
  return `g-${Bun.SHA256.hash(text, 'hex').slice(0, 12)}`;
}

/** What an approval allows for good, given the arguments it was given for. */
export function grantFor(
  tool: string,
  args: JsonObject,
  always: true | Readonly<Record<string, string>>,
): Grant {
  if (always === true) return { tool, exactly: args };
  const rest = Object.entries(args).filter(([name]) => !Object.hasOwn(always, name));
  return { tool, like: { ...always }, rest: Object.fromEntries(rest) };
}

/** Whether a grant allows a call with these arguments. Patterns widen only what they name, and fit all of it or nothing. */
export function grantFits({ exactly, like, rest = {} }: Grant, args: JsonObject): boolean {
  if (exactly !== undefined) return sortedJson(exactly) === sortedJson(args);
  if (like === undefined) return false;
  const others = Object.entries(args).filter(([name]) => !Object.hasOwn(like, name));
  const whole = Object.entries(like).map(([name, source]): [string, string] => [name, `^(?:${source})$`]);
  try {
    return (
      sortedJson(Object.fromEntries(others)) === sortedJson(rest) &&
      argumentPatterns(Object.fromEntries(whole))(args)
    );
  } catch {
    // What is no pattern allows nothing.
    return false;
  }
}

/** What persons have allowed for good in one instance: it belongs to that instance alone, and goes with it. */
export class Grants {
  readonly #context: TurnContext;
  readonly #mask: SecretMask;
  #grants: readonly Grant[];

  private constructor(context: TurnContext, mask: SecretMask, grants: readonly Grant[]) {
    this.#context = context;
    this.#mask = mask;
    this.#grants = grants;
  }

  /** Reads them from the instance's values. */
  static async load(context: TurnContext, mask: SecretMask): Promise<Grants> {
    return new Grants(context, mask, (await context.get(grantsKey, grantsSchema)) ?? []);
  }

  /** Keeps one, with the end of the turn for those to come; it counts at once. */
  add(grant: Grant): void {
    if (this.#grants.some((known) => sortedJson(known) === sortedJson(grant))) return;
    this.#keep([...this.#grants, grant]);
  }

  /** Takes one back, by its id; false where there is none. */
  revoke(id: string): boolean {
    const left = this.#grants.filter((grant) => grantId(this.#context.self, grant) !== id);
    if (left.length === this.#grants.length) return false;
    this.#keep(left);
    return true;
  }

  /** Whether a person has allowed such a call before. */
  covers(tool: string, args: JsonObject): boolean {
    return this.#grants.some((grant) => grant.tool === tool && grantFits(grant, this.#mask.json(args)));
  }

  #keep(grants: readonly Grant[]): void {
    this.#grants = grants;
    this.#context.set(grantsKey, [...grants]);
  }
}
