import type {
  ExecuteOptions,
  ToolCallScope,
  ToolContext,
  ToolExecutor,
  ToolRegistry,
} from '../../../src/tool/index.ts';

/** A definition whose handler may give back what no type allows. */
export interface LooseDefinition {
  readonly name: unknown;
  readonly handler?: unknown;
  readonly [field: string]: unknown;
}

/** A handler that may give back anything. */
export type LooseHandler = (ctx: ToolContext, input: unknown) => unknown;

/** A value as whatever type its place wants: for tests of what happens when a type was a lie. */
export function unchecked<Type>(value: unknown): Type {
  if (claims<Type>(value)) return value;
  throw new Error('unreachable');
}

function claims<Type>(_value: unknown): _value is Type {
  return true;
}

/** An object with a property of any name, `then` among them. */
export function withProperty(name: string, descriptor: PropertyDescriptor): object {
  return Object.defineProperty({}, name, { enumerable: true, ...descriptor });
}

/** `registry.register` without the compiler's protection. */
export function registerLoosely(registry: ToolRegistry, definition: LooseDefinition): void {
  registry.register(unchecked(definition));
}

/** What a loose call brings besides its name, id and args. */
export interface LooseSurroundings {
  readonly scope: ToolCallScope;
  readonly options?: ExecuteOptions;
}

/** `executor.execute` without the compiler's protection; rejects when what it returns is not a promise. */
export async function executeLoosely(
  executor: ToolExecutor,
  call: { readonly id: unknown; readonly name: unknown; readonly args: unknown },
  { scope, options = {} }: LooseSurroundings,
): Promise<unknown> {
  const returned: unknown = executor.execute(unchecked(call), scope, options);
  if (!(returned instanceof Promise)) throw new TypeError('execute() gave back no promise');
  const result: unknown = await returned;
  return result;
}

/** Throws any value at all: a generator can, where a `throw` statement is kept to errors. */
export function throwAnything(value: unknown): never {
  const thrower = (function* () {
    yield undefined;
  })();
  thrower.next();
  thrower.throw(value);
  throw new Error('unreachable');
}
