import { GoondanError } from '@goondan/core/basics';
import type { LoadedBundle } from '@goondan/core/bundle';

/** A bundle that cannot run; `bundle` has everything that was found. */
export class BundleError extends GoondanError {
  readonly bundle: LoadedBundle;

  constructor(bundle: LoadedBundle) {
    const errors = bundle.findings.filter(({ severity }) => severity === 'error');
    const [first] = errors;
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
    const message =
      first === undefined
        ? 'The bundle is not valid.'
        : `${first.file}:${first.line}:${first.column} ${first.message}${more}`;
    super(
      first?.code ?? 'E_CONFIG_DOCUMENT',
      message,
      first?.hint === undefined ? {} : { suggestion: first.hint },
    );
    this.bundle = bundle;
  }
}
