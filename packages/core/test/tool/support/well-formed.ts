import { isErrorCode } from '../../../src/error/codes.ts';
import { isRecord } from '../../../src/json/json-value.ts';

/** Why a value is not a ToolResult of the call as ERR-1, ERR-4 and ERR-5 want it; undefined when it is. */
export function malformation(
  result: unknown,
  call: { readonly id: unknown; readonly name: unknown },
): string | undefined {
  if (!isRecord(result)) return 'it is not an object';
  if (result['toolCallId'] !== textOrNone(call.id)) return 'its toolCallId is not that of the call';
  if (result['toolName'] !== textOrNone(call.name)) return 'its toolName is not that of the call';
  const text = asJson(result);
  if (text === undefined) return 'it cannot be written as JSON';
  const allowed = ['toolCallId', 'toolName', 'status', ...(keysByStatus.get(result['status']) ?? [])];
  const surplus = Object.keys(result).filter((key) => !allowed.includes(key));
  if (surplus.length > 0) return `it has more than its status allows: ${surplus.join(', ')}`;
  switch (result['status']) {
    case 'ok':
      return result['output'] === undefined ? 'it has no output' : undefined;
    case 'pending':
      return typeof result['handle'] === 'string' && result['handle'] !== '' ? undefined : 'it has no handle';
    case 'error':
      return errorMalformation(result['error']);
    default:
      return `its status is ${String(result['status'])}`;
  }
}

const keysByStatus = new Map<unknown, readonly string[]>([
  ['ok', ['output']],
  ['pending', ['handle']],
  ['error', ['error']],
]);

function errorMalformation(error: unknown): string | undefined {
  if (!isRecord(error)) return 'it has no error';
  const { code } = error;
  if (!isErrorCode(code)) return `its code is ${String(code)}`;
  for (const field of ['message', 'name', 'suggestion', 'helpUrl']) {
    if (typeof error[field] !== 'string' || error[field] === '') return `its error has no ${field}`;
  }
  const url = String(error['helpUrl']);
  return url.endsWith(`/errors/${code}`) ? undefined : `its helpUrl is ${url}`;
}

function asJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** A result names its call by texts, whatever the call had in their place. */
function textOrNone(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
