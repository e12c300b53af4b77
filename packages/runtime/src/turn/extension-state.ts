import { GoondanError, type JsonObject, type JsonValue, type TurnScope } from '@goondan/core';
import * as shape from '../shape/shape.ts';
import type { TurnContext } from '../engine/turn-context.ts';
import type { SecretMask } from '../secret/secret-mask.ts';
import { jsonCopy } from './json-copy.ts';

const key = 'extensions';
const valuesSchema = shape.record(shape.record(shape.json()));

/** One change an extension made to its state. */
export const stateChangeSchema = shape.object({
  extension: shape.string(),
  key: shape.string(),
  value: shape.json(),
});

/** See `stateChangeSchema`. */
export type StateChange = shape.Infer<typeof stateChangeSchema>;

/**
 * What the extensions of an agent keep for one instance. Changes are seen at once, recorded with the step or call they
 * were made in, and become the instance's with the end of the turn: a step that is taken up again starts from what it started from.
 */
export class ExtensionState {
  readonly #values: Map<string, Map<string, JsonValue>>;
  readonly #mask: SecretMask;
  #isChanged = false;
  #isOver = false;

  constructor(values: shape.Infer<typeof valuesSchema>, mask: SecretMask) {
    this.#mask = mask;
    this.#values = new Map(
      Object.entries(values).map(([extension, own]) => [extension, new Map(Object.entries(own))]),
    );
  }

  /** Reads it from the instance's values. */
  static async load(context: TurnContext, mask: SecretMask): Promise<ExtensionState> {
    return new ExtensionState((await context.get(key, valuesSchema)) ?? {}, mask);
  }

  /** What the code of a turn, step or call sees; its changes are told to `onChange`. */
  scope(onChange: (change: StateChange) => void): TurnScope {
    return {
      getState: async (extension, name) => {
        this.#checkOpen(extension);
        return structuredClone(this.#values.get(extension)?.get(this.#mask.text(name)));
      },
      setState: async (extension, name, value) => {
        this.#checkOpen(extension);
        const what = `The value of '${name}' that extension '${extension}' wants to keep`;
        const copy = jsonCopy(value, { code: 'E_EXTENSION_STATE', what });
        const change = { extension, key: this.#mask.text(name), value: this.#mask.json(copy) };
        this.apply([change]);
        onChange(change);
      },
    };
  }

  /** Makes changes that were recorded. */
  apply(changes: readonly StateChange[]): void {
    for (const { extension, key: name, value } of changes) {
      const own = this.#values.get(extension) ?? new Map<string, JsonValue>();
      this.#values.set(extension, own.set(name, value));
      this.#isChanged = true;
    }
  }

  /** Adds what changed to the instance's values; the turn is over, and nothing more can be kept. */
  save(context: TurnContext): void {
    this.#isOver = true;
    if (!this.#isChanged) return;
    const values = Array.from(this.#values, ([extension, own]): [string, JsonObject] => [
      extension,
      Object.fromEntries(own),
    ]);
    context.set(key, Object.fromEntries(values));
  }

  /** Code that a turn left behind finds its scope long after: what it set would be lost, and nobody would know. */
  #checkOpen(extension: string): void {
    if (!this.#isOver) return;
    const message = `Extension '${extension}' used its state after the turn had ended.`;
    throw new GoondanError('E_EXTENSION_STATE', message);
  }
}
