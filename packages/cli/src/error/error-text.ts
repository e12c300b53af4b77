import { paint } from '../output/paint.ts';

/** A failure as a person reads it: what, then what to do, then where there is more. */
export function errorText(
  error: { readonly code: string; readonly message: string; readonly suggestion?: string | undefined },
  isColored: boolean,
): string {
  const { code, message, suggestion } = error;
  const label = paint('error:', 'red', isColored);
  if (code === 'E_USAGE') return `${label} ${message}. ${suggestion ?? ''}`.trimEnd();
  return [
    `${label} ${code}  ${message}`,
    ...(suggestion === undefined ? [] : [`  ${suggestion}`]),
    paint(`  More: gdn explain ${code}`, 'dim', isColored),
  ].join('\n');
}
