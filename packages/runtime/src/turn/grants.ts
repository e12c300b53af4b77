import { argumentPatterns, sortedJson, type JsonObject } from '@goondan/core';
import type { TurnContext } from '../engine/turn-context.ts';
import type { SecretMask } from '../secret/secret-mask.ts';
import * as shape from '../shape/shape.ts';

const key = 'approvals';

/** What a person said is always allowed: a tool with these very arguments, or with any that fit the patterns (POL-4). */
export const grantSchema = shape.object({
  tool: shape.string(),
  exactly: shape.record(shape.json()).exactOptional(),
  like: shape.record(shape.string()).exactOptional(),
});

/** See `grantSchema`. */
export type Grant = shape.Infer<typeof grantSchema>;

/** What persons have allowed for good in one instance: it belongs to that instance alone, and goes with it. */
export class Grants {
  readonly #context: TurnContext;
  readonly #mask: SecretMask;
  readonly #grants: Grant[];

  private constructor(context: TurnContext, mask: SecretMask, grants: Grant[]) {
    this.#context = context;
    this.#mask = mask;
    this.#grants = grants;
  }

  /** Reads them from the instance's values. */
  static async load(context: TurnContext, mask: SecretMask): Promise<Grants> {
    return new Grants(context, mask, [...((await context.get(key, shape.array(grantSchema))) ?? [])]);
  }

  /** Keeps one, with the end of the turn for those to come; it counts at once. */
  add(grant: Grant): void {
    if (this.#grants.some((known) => sortedJson(known) === sortedJson(grant))) return;
    this.#grants.push(grant);
    this.#context.set(key, this.#grants);
  }

  /** Whether a person has allowed such a call before. */
  covers(tool: string, args: JsonObject): boolean {
    return this.#grants.some((grant) => grant.tool === tool && fits(grant, this.#mask.json(args)));
  }
}

function fits({ exactly, like }: Grant, args: JsonObject): boolean {
  if (exactly !== undefined) return sortedJson(exactly) === sortedJson(args);
  try {
    return like !== undefined && argumentPatterns(like)(args);
  } catch {
    // What is no pattern allows nothing.
    return false;
  }
}
