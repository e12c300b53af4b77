import type { CheckContext } from '../check.ts';
import type { ConfigDocument } from '../config-document.ts';
import type { Path, Problem } from '../finding.ts';
import { hasKnownSecret } from '../known-secrets.ts';
import { isNamedSecret, walkTexts } from '../literal-secrets.ts';
import { pathText } from '../wording.ts';
import { isVariableName } from '../yaml/mask-secrets.ts';

/** Keys of services stand nowhere in the file, and variables that values are taken from are set. The key of a Model has a check of its own. */
export function checkLiteralSecrets(
  { kind, value, label }: ConfigDocument,
  { env }: CheckContext,
): Problem[] {
  const problems: Problem[] = [];
  walkTexts(value, [], (path, text) => {
    if (kind === 'Model' && path[1] === 'apiKey') return;
    if (path.at(-1) === 'env' && path.at(-2) === 'valueFrom') {
      if (isVariableName(text) && (env[text] ?? '') === '') problems.push(missing(path, label, text));
    } else if (hasKnownSecret(text) || isNamedSecret(path, text)) problems.push(literal(path, label));
  });
  return problems;
}

function literal(path: Path, label: string): Problem {
  return {
    code: 'E_CONFIG_SECRET',
    severity: 'warning',
    path,
    message: `${pathText(path)} of ${label} looks like a secret, and stands in the file for everyone to read`,
    hint: 'keep it in an environment variable and name that',
  };
}

function missing(path: Path, label: string, name: string): Problem {
  return {
    code: 'E_CONFIG_ENV_MISSING',
    severity: 'warning',
    path,
    message: `${label} takes ${pathText(path.slice(0, -2))} from ${name}, which is not set`,
    hint: `set ${name} before you run this bundle`,
  };
}
