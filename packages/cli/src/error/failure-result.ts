import type { CommandResult } from '../command/command-definition.ts';

/** What a command came to that threw. Imports what it needs, so that only a failure loads it. */
export async function failureResult(error: unknown, isColored: boolean): Promise<CommandResult> {
  const { errorReport, exitCodeOf } = await import('./error-report.ts');
  const { errorText } = await import('./error-text.ts');
  const report = errorReport(error);
  const exitCode = exitCodeOf(report.code);
  const bundle = report.code.startsWith('E_CONFIG_') ? await invalidBundle(error) : undefined;
  if (bundle === undefined) {
    return { exitCode, json: { error: report }, errorText: errorText(report, isColored) };
  }
  const { formatFindings } = await import('@goondan/core/bundle');
  return {
    exitCode,
    json: { error: { ...report, findings: bundle.findings } },
    errorText: formatFindings(bundle, { color: isColored }).trimEnd(),
  };
}

async function invalidBundle(error: unknown) {
  const { BundleError } = await import('@goondan/runtime/swarm');
  return error instanceof BundleError ? error.bundle : undefined;
}
