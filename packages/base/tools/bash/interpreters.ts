import { open } from 'node:fs/promises';
import { basename, extname } from 'node:path';

/** How each interpreter is given a script as text. What follows the text are the script's own arguments. */
const textArguments = {
  bash: (script: string) => ['-c', script, 'bash'],
  sh: (script: string) => ['-c', script, 'sh'],
  python3: (script: string) => ['-c', script],
  node: (script: string) => ['-e', script, '--'],
  bun: (script: string) => ['-e', script, '--'],
  perl: (script: string) => ['-e', script, '--'],
  ruby: (script: string) => ['-e', script, '--'],
} as const;

/** A program that runs scripts. */
export type Interpreter = keyof typeof textArguments;

/** Their names. */
export const interpreters = ['bash', 'sh', 'python3', 'node', 'bun', 'perl', 'ruby'] as const;

const byExtension: Readonly<Record<string, Interpreter>> = {
  '.sh': 'sh',
  '.bash': 'bash',
  '.py': 'python3',
  '.js': 'node',
  '.mjs': 'node',
  '.cjs': 'node',
  '.ts': 'bun',
  '.pl': 'perl',
  '.rb': 'ruby',
};

/** The command that runs a script given as text. */
export function textProgram(interpreter: Interpreter, script: string, args: readonly string[]): string[] {
  return [interpreter, ...textArguments[interpreter](script), ...args];
}

/** Who runs a script file: the one its first line names, else the one its ending stands for, else sh. */
export async function interpreterOf(path: string): Promise<Interpreter> {
  const words = (await firstLine(path)).split(/[\s]+/).map((word) => basename(word));
  const named = words.map((word) => (word === 'python' ? 'python3' : word));
  return interpreters.find((name) => named.includes(name)) ?? byExtension[extname(path)] ?? 'sh';
}

async function firstLine(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
    const [line = ''] = buffer.toString('latin1', 0, bytesRead).split('\n');
    return line.startsWith('#!') ? line.slice(2) : '';
  } finally {
    await file.close();
  }
}
