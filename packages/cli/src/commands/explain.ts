import type { ErrorCode } from '@goondan/core';
import type { CommandDefinition, CommandResult } from '../command/command-definition.ts';
import { UsageError } from '../error/usage-error.ts';
import { exitCodes } from '../exit-code.ts';
import { table } from '../output/table.ts';

/** `gdn explain [CODE]`: what a code means and what to do about it; all of them without one. */
export const explain: CommandDefinition = {
  name: 'explain',
  summary: 'Say what an error code means and what to do about it',
  operands: [['[code]', 'such as E_TOOL_TIMEOUT (default: list all codes)']],
  examples: ['gdn explain E_TOOL_INVALID_ARGS', 'gdn explain'],
  run: async ({ operands: [given] }) => (given === undefined ? allCodes() : oneCode(given)),
};

async function oneCode(given: string): Promise<CommandResult> {
  const { errorCodes, helpUrlOf, isErrorCode, nearest } = await import('@goondan/core/basics');
  const code = given.toUpperCase();
  if (!isErrorCode(code)) {
    const near = nearest(code, Object.keys(errorCodes));
    const suggestion = near === undefined ? 'gdn explain lists all codes.' : `Did you mean '${near}'?`;
    throw new UsageError(`unknown error code '${given}'`, suggestion);
  }
  const { summary, causes, fix } = errorCodes[code];
  const lines = [
    `${code}  ${summary}`,
    '',
    'What leads to it',
    ...causes.map((cause) => `  - ${cause}`),
    '',
    'What to do',
    `  ${fix}`,
  ];
  return {
    exitCode: exitCodes.ok,
    json: { code, summary, causes, fix, helpUrl: helpUrlOf(code) },
    text: lines.join('\n'),
  };
}

async function allCodes(): Promise<CommandResult> {
  const { errorCodes, isErrorCode } = await import('@goondan/core/basics');
  const codes: readonly ErrorCode[] = Object.keys(errorCodes).filter(isErrorCode).toSorted();
  return {
    exitCode: exitCodes.ok,
    json: codes.map((code) => ({ code, summary: errorCodes[code].summary })),
    text: table(codes.map((code) => [code, errorCodes[code].summary])),
  };
}
