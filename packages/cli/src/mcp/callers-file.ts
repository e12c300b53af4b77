import { readFile } from 'node:fs/promises';
import type { Environment } from '@goondan/core';
import { GoondanError, isRecord } from '@goondan/core/basics';
import { parse } from 'yaml';

/** A caller as the file names it. */
export interface ListedCaller {
  readonly name: string;
  /** What it shows; none where the authorization server vouches for it. */
  readonly token?: string;
  /** Who it is for the authorization server. */
  readonly subject?: string;
  /** Full names, or beginnings with `*` after them. */
  readonly tools: readonly string[];
}

/** Reads who may call what. Throws `E_CONFIG_DOCUMENT`, `E_CONFIG_ENV_MISSING`. */
export async function readCallers(path: string, env: Environment): Promise<ListedCaller[]> {
  const value: unknown = parse(
    await readFile(path, 'utf8').catch((thrown: unknown) => refuse(path, messageOf(thrown))),
  );
  const callers = isRecord(value) ? value['callers'] : undefined;
  if (!Array.isArray(callers)) return refuse(path, 'has no list `callers`');
  const listed = callers.map((entry: unknown, index) => callerOf(entry, { path, index, env }));
  const names = listed.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? listed : refuse(path, `names the caller '${twice}' twice`);
}

function callerOf(
  entry: unknown,
  { path, index, env }: { readonly path: string; readonly index: number; readonly env: Environment },
): ListedCaller {
  const at = `callers[${index}]`;
  if (!isRecord(entry)) return refuse(path, `${at} is no caller`);
  const { name, token, subject, tools, ...others } = entry;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return refuse(path, `${at} has '${unknown}', which no caller has`);
  if (typeof name !== 'string' || !/^[\w.-]{1,64}$/.test(name))
    return refuse(path, `${at}.name must be letters, digits, ., - and _`);
  if (!Array.isArray(tools) || !tools.every((one): one is string => typeof one === 'string'))
    return refuse(path, `${at}.tools must be a list of names`);
  if (subject !== undefined && typeof subject !== 'string')
    return refuse(path, `${at}.subject must be a text`);
  if ((token === undefined) === (subject === undefined))
    return refuse(path, `${at} needs either a token or a subject`);
  return {
    name,
    tools,
    ...(subject === undefined ? {} : { subject }),
    ...(token === undefined ? {} : { token: tokenOf(token, { path, at, env }) }),
  };
}

function tokenOf(
  token: unknown,
  { path, at, env }: { readonly path: string; readonly at: string; readonly env: Environment },
): string {
  const source = isRecord(token) ? token['valueFrom'] : undefined;
  const variable = isRecord(source) ? source['env'] : undefined;
  const value = typeof variable === 'string' ? env[variable] : token;
  if (typeof variable === 'string' && (value === undefined || value === ''))
    throw new GoondanError('E_CONFIG_ENV_MISSING', `${path}: ${at}.token: ${variable} is not set.`);
  if (typeof value === 'string' && /^[\x21-\x7e]{16,}$/.test(value)) return value;
  return refuse(
    path,
    `${at}.token must be { valueFrom: { env: NAME } }, or a text of at least 16 printable characters`,
  );
}

function refuse(path: string, reason: string): never {
  throw new GoondanError('E_CONFIG_DOCUMENT', `${path}: ${reason}.`, {
    suggestion:
      'Write callers: [{ name: ci, token: { valueFrom: { env: CI_TOKEN } }, tools: ["calculator__*"] }].',
  });
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
