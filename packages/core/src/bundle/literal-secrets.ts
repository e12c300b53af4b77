import { isRecord } from '../json/json-value.ts';
import type { Resource } from '../resource/resource.ts';
import type { Path } from './finding.ts';
import { hasKnownSecret, knownSecretsIn } from './known-secrets.ts';
import { isSecretKey } from './yaml/mask-secrets.ts';

/**
 * The values of a resource that look like secrets and stand in the file itself: keys of services wherever they are, and settings that are named
 * like secrets, also without the scheme before them. The key of a Model is declared to be one, and not among them.
 */
export function literalSecretsOf(resource: Pick<Resource, 'kind' | 'spec'>): string[] {
  const found: string[] = [];
  walkTexts({ spec: resource.spec }, [], (path, text) => {
    if (resource.kind === 'Model' && path[1] === 'apiKey') return;
    found.push(...knownSecretsIn(text));
    if (isNamedSecret(path, text)) found.push(text, text.replace(/^(?:Bearer|Basic|Token) +/i, ''));
  });
  return [...new Set(found)];
}

/** Settings alone are judged by the name of their key: schemas and scripted answers speak of passwords without having one. */
export function isNamedSecret(path: Path, text: string): boolean {
  const [, area, inner] = path;
  const isSetting = area === 'config' || area === 'extensions' || (area === 'options' && inner !== 'rules');
  const key = path.findLast((part) => typeof part === 'string') ?? '';
  return isSetting && isSecretKey(key) && text.length >= 8 && !/\$\{?\w/.test(text) && !isConstantName(text);
}

/** Shows every text in a value, with its path. */
export function walkTexts(value: unknown, path: Path, see: (path: Path, text: string) => void): void {
  if (typeof value === 'string') see(path, value);
  else if (Array.isArray(value))
    for (const [index, item] of value.entries()) walkTexts(item, [...path, index], see);
  else if (isRecord(value))
    for (const [key, item] of Object.entries(value)) walkTexts(item, [...path, key], see);
}

/** The name of a variable, as one writes it where a value is asked for by name. */
function isConstantName(text: string): boolean {
  return /^[A-Z][A-Z0-9_]*$/.test(text) && !hasKnownSecret(text);
}
