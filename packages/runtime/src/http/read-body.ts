import { GoondanError, isRecord, parseJson, type JsonValue } from '@goondan/core';
import type { z } from 'zod';
import { StatusError } from './status-error.ts';

/** The largest body that is read. */
const mostBytes = 10 * 1024 * 1024;

/** The body of a request as the schema has it. Throws `E_HTTP_REQUEST`. */
export async function readBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const value = jsonOf(await readText(request));
  return read(schema, value);
}

/** The value as the schema has it. Throws `E_HTTP_REQUEST` naming each place that does not fit. */
export function read<Schema extends z.ZodType>(schema: Schema, value: unknown): z.infer<Schema> {
  let parsed: z.ZodSafeParseResult<z.infer<Schema>>;
  try {
    parsed = schema.safeParse(value);
  } catch (thrown) {
    // Only what is nested beyond measure makes a schema throw.
    throw new GoondanError('E_HTTP_REQUEST', 'The body is nested too deeply.', { cause: thrown });
  }
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => problemOf(issue, value));
  throw new GoondanError('E_HTTP_REQUEST', `The request does not fit: ${problems.join('; ')}.`);
}

function problemOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'unrecognized_keys') return `unknown field ${issue.keys.join(', ')}`;
  const place = issue.path.join('.');
  if (place === '') return issue.message;
  const [first = ''] = issue.path;
  const isMissing = issue.path.length === 1 && isRecord(value) && value[String(first)] === undefined;
  return isMissing ? `${place} is missing` : `${place}: ${issue.message}`;
}

async function readText(request: Request): Promise<string> {
  const type = request.headers.get('content-type') ?? '';
  const isEmpty = request.body === null || request.headers.get('content-length') === '0';
  if (!isEmpty && !/^application\/json\s*(;|$)/i.test(type))
    throw new StatusError('E_HTTP_REQUEST', `The body must be application/json, not '${type}'.`, {
      status: 415,
    });
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | null = request.body;
  if (body === null) return '';
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > mostBytes) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (thrown) {
    throw new GoondanError('E_HTTP_REQUEST', 'The body is not UTF-8.', { cause: thrown });
  }
}

function jsonOf(text: string): JsonValue {
  if (text === '') return {};
  try {
    return parseJson(text);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    throw new GoondanError('E_HTTP_REQUEST', `The body is no JSON: ${reason}`, { cause: thrown });
  }
}

function tooLarge(): StatusError {
  const message = `The body is larger than ${mostBytes / 1024 / 1024} MiB.`;
  return new StatusError('E_HTTP_REQUEST', message, { status: 413, headers: { connection: 'close' } });
}
