import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { GoondanError } from '@goondan/core/basics';
import { UsageError } from '../error/usage-error.ts';
import { readStdin } from '../input/read-stdin.ts';

const largestFile = 64 * 1024 * 1024;

/** What a plan file holds, and where. */
export interface PlanFile {
  /** Its structure is not looked at. */
  readonly plan: unknown;
  /** Where in the file a JSON pointer leads, as `line:column`: as far as there is something. */
  readonly placeOf: (pointer: string) => string;
}

/** Reads a plan file, YAML or JSON; `-` is stdin. Throws `E_USAGE`, `E_PLAN_INVALID`, `E_PLAN_TOO_LARGE`. */
export async function readPlan(file: string, cwd: string): Promise<PlanFile> {
  const text = await textOf(file, cwd);
  try {
    const { isMap, isNode, isPair, isSeq, LineCounter, parseDocument } = await import('yaml');
    const lineCounter = new LineCounter();
    const document = parseDocument(text, { lineCounter });
    const [error] = document.errors;
    if (error !== undefined) throw error;
    const plan: unknown = document.toJS();
    const placeOf = (pointer: string): string => {
      let node: unknown = document.contents;
      let offset = 0;
      for (const key of pointer.split('/').slice(1)) {
        // Of a field its name: that is what is wrong with one that is not known.
        const pair = isMap(node) ? node.items.find((item) => String(item.key) === key) : undefined;
        if (isPair(pair) && isNode(pair.key)) offset = pair.key.range?.[0] ?? offset;
        const next: unknown = isPair(pair) ? pair.value : isSeq(node) ? node.items[Number(key)] : undefined;
        if (pair === undefined && isNode(next)) offset = next.range?.[0] ?? offset;
        if (next === undefined) break;
        node = next;
      }
      const { line, col } = lineCounter.linePos(offset);
      return `${line}:${col}`;
    };
    return { plan, placeOf };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new GoondanError('E_PLAN_INVALID', `${file} is neither YAML nor JSON: ${reason}`);
  }
}

async function textOf(file: string, cwd: string): Promise<string> {
  if (file === '-') return readStdin();
  const path = resolve(cwd, file);
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`the plan ${file} cannot be read`, `Looked for ${path}.`);
  });
  if (text.length <= largestFile) return text;
  throw new GoondanError('E_PLAN_TOO_LARGE', `${file} is larger than a plan may be.`);
}
