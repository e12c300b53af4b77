import { GoondanError } from '../error/goondan-error.ts';
import { sortedJson } from '../json/sorted-json.ts';
import type { ToolAnnotations } from '../resource/tool-resource.ts';
import { compileSchema, type CompiledSchema } from '../schema/compile.ts';
import type { JsonSchema } from '../schema/json-schema.ts';
import { ownSchema } from '../schema/own-schema.ts';
import { typeBesidesObject } from '../schema/type-besides-object.ts';
import type { ToolCatalogItem } from './catalog-item.ts';
import type { ToolDefinition } from './definition.ts';
import type { ToolHandler } from './handler.ts';
import { parseToolName, toolNameProblem } from './name.ts';

/** Of a tool that sets none (ERR-3). */
export const defaultErrorMessageLimit = 1000;

/** One act of registering a tool: its identity is what catalogs are bound to (CAT-6). */
export class ToolRegistration {
  readonly name: string;
  readonly resourceName: string;
  readonly handler: ToolHandler;
  readonly item: ToolCatalogItem;
  readonly annotations: ToolAnnotations;
  readonly errorMessageLimit: number;
  readonly timeoutMs: number | undefined;
  readonly #parameters: JsonSchema | undefined;
  readonly #output: JsonSchema | undefined;
  #isPrepared = false;
  #fingerprint: string | undefined;
  #compiledInput: CompiledSchema | undefined;
  #compiledOutput: CompiledSchema | undefined;

  constructor(definition: ToolDefinition) {
    const problem = definitionProblem(definition);
    if (problem !== undefined) throw problem;
    this.name = definition.name;
    this.resourceName = parseToolName(definition.name)?.resourceName ?? definition.name;
    this.handler = definition.handler;
    this.annotations = Object.freeze({ ...definition.annotations });
    this.errorMessageLimit = definition.errorMessageLimit ?? defaultErrorMessageLimit;
    this.timeoutMs = definition.timeoutMs;
    this.#parameters = definition.parameters === undefined ? undefined : ownSchema(definition.parameters);
    this.#output = definition.output === undefined ? undefined : ownSchema(definition.output);
    this.item = catalogItemOf(definition, this.#parameters);
    registrationOfItem.set(this.item, this);
  }

  /** The check of its input; undefined when the tool declares none. Compiled at first use: most tools are never called. */
  get input(): CompiledSchema | undefined {
    if (this.#compiledInput === undefined && this.#parameters !== undefined) {
      this.#compiledInput = compileSchema(this.#parameters);
    }
    return this.#compiledInput;
  }

  /** The same for the same definition, in every process: tells whether a tool met again by name is still the one it was. */
  get fingerprint(): string {
    this.#fingerprint ??= fingerprintOf({
      ...this.item,
      output: this.#output,
      annotations: this.annotations,
    });
    return this.#fingerprint;
  }

  /** Compiles what is not compiled yet; throws `E_CONFIG_TOOL_SCHEMA`. Called before the handler: a broken output schema must cost no effect. */
  prepare(): void {
    if (this.#isPrepared) return;
    void this.input;
    void this.output;
    this.#isPrepared = true;
  }

  /** The check of its result; undefined when the tool declares none. */
  get output(): CompiledSchema | undefined {
    if (this.#compiledOutput === undefined && this.#output !== undefined) {
      this.#compiledOutput = compileSchema(this.#output);
    }
    return this.#compiledOutput;
  }
}

const registrationOfItem = new WeakMap<object, ToolRegistration>();

/** The registration an item was made by; undefined for items copied or made by hand. */
export function registrationOf(item: ToolCatalogItem): ToolRegistration | undefined {
  return registrationOfItem.get(item);
}

/** True for an item as its registration made it. */
export function isRegistered(item: unknown): boolean {
  return typeof item === 'object' && item !== null && registrationOfItem.has(item);
}

/** By what a caller relies on; keys in any order, since YAML and JSON give no meaning to it. Handler code is no part of it. */
function fingerprintOf(definition: Record<string, unknown>): string {
  const { source: _source, ...relied } = definition;
  return Bun.SHA256.hash(sortedJson(relied), 'hex').slice(0, 32);
}

/** Keys in one fixed order, so that an unchanged tool is byte-identical from step to step. */
function catalogItemOf(definition: ToolDefinition, parameters: JsonSchema | undefined): ToolCatalogItem {
  return Object.freeze({
    name: definition.name,
    ...(definition.description === undefined ? {} : { description: definition.description }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(definition.source === undefined ? {} : { source: Object.freeze({ ...definition.source }) }),
  });
}

function definitionProblem(definition: ToolDefinition): Error | undefined {
  const shown = JSON.stringify(definition.name);
  if (typeof definition.name !== 'string')
    return new GoondanError('E_CONFIG_TOOL_NAME', 'A tool needs a name.');
  const problem = toolNameProblem(definition.name);
  if (problem !== undefined) {
    return new GoondanError('E_CONFIG_TOOL_NAME', `Tool name ${shown} ${problem.reason}.`, {
      suggestion: problem.fix,
    });
  }
  if (typeof definition.handler !== 'function')
    return new TypeError(`Tool ${shown} has no handler function.`);
  return shownProblem(definition) ?? limitProblem(definition);
}

/** What a provider would refuse, and with it every request of the agent. Cheap: whether a schema is a good one at all is not looked at here. */
function shownProblem({ name, description, parameters }: ToolDefinition): Error | undefined {
  const given: unknown = description;
  if (given !== undefined && typeof given !== 'string') {
    const found = given === null ? 'null' : typeof given;
    return new GoondanError('E_CONFIG_TYPE', `Tool "${name}": its description must be text, got ${found}.`);
  }
  const type = typeBesidesObject(parameters);
  if (type === undefined) return undefined;
  const message = `Tool "${name}": parameters must describe an object, found type ${JSON.stringify(type)}.`;
  return new GoondanError('E_CONFIG_TOOL_SCHEMA', message, { suggestion: 'Write type: object.' });
}

function limitProblem(definition: ToolDefinition): Error | undefined {
  const shown = JSON.stringify(definition.name);
  for (const field of ['errorMessageLimit', 'timeoutMs'] as const) {
    const value = definition[field];
    if (value !== undefined && !(Number.isSafeInteger(value) && value >= 1)) {
      return new RangeError(`Tool ${shown}: ${field} must be a whole number of at least 1, got ${value}.`);
    }
  }
  return undefined;
}
