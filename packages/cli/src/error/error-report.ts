import { GoondanError, helpUrlOf, suggestionOf } from '@goondan/core/basics';
import { exitCodes, type ExitCode } from '../exit-code.ts';
import { systemFailure } from './system-failure.ts';
import { UsageError } from './usage-error.ts';

/** A failure as `--json` prints it. */
export interface ErrorReport {
  readonly code: string;
  readonly message: string;
  readonly suggestion: string;
  readonly helpUrl: string;
}

/** Whatever was thrown, as a report; what is neither an error of ours nor the operating system's refusal is a defect of ours. */
export function errorReport(error: unknown): ErrorReport {
  if (error instanceof UsageError) {
    const { code, message, suggestion = suggestionOf(code) } = error;
    return { code, message, suggestion, helpUrl: helpUrlOf(code) };
  }
  if (error instanceof GoondanError) {
    const { code, message, suggestion, helpUrl } = error;
    return { code, message, suggestion, helpUrl };
  }
  const refused = systemFailure(error);
  if (refused !== undefined)
    return { code: 'E_FILE_ACCESS', ...refused, helpUrl: helpUrlOf('E_FILE_ACCESS') };
  const code = 'E_INTERNAL';
  const message = error instanceof Error ? error.message : String(error);
  return { code, message, suggestion: suggestionOf(code), helpUrl: helpUrlOf(code) };
}

/** The exit code of a failure. */
export function exitCodeOf(code: string): ExitCode {
  if (code === 'E_USAGE') return exitCodes.usage;
  if (code.startsWith('E_CONFIG_') || code.startsWith('E_PLAN_')) return exitCodes.invalidConfig;
  if (code === 'E_TOOL' || code.startsWith('E_TOOL_')) return exitCodes.toolError;
  if (code === 'E_RUN_INTERRUPTED') return exitCodes.interrupted;
  return exitCodes.failed;
}
