/** A tool name taken apart. */
export interface ToolNameParts {
  readonly resourceName: string;
  readonly exportName: string;
}

const separator = '__';
const wholeName = /^[a-zA-Z0-9_-]{1,64}$/;
const resourcePart = /^[a-zA-Z0-9_-]+$/;
const exportPart = /^[a-z0-9_-]+$/;

/** The longest name providers accept (NAME-5). */
export const maxToolNameLength = 64;

/** Joins a resource and an export to the name the model sees (NAME-1). It does not judge the parts: see `toolNameProblem`. */
export function buildToolName(resourceName: string, exportName: string): string {
  return `${resourceName}${separator}${exportName}`;
}

/**
 * Takes a full name apart; null when it is not a legal `resource__export` (NAME-2, NAME-5).
 * Every accepted pair comes back as it was: a resource may not end in `_`, so the first `__` is the separator (NAME-4).
 */
export function parseToolName(fullName: string): ToolNameParts | null {
  // Names come from models: what is no text must not pass by its `toString`.
  if (typeof fullName !== 'string' || !wholeName.test(fullName)) return null;
  const index = fullName.indexOf(separator);
  const exportStart = index + separator.length;
  if (index <= 0 || exportStart >= fullName.length || fullName.includes(separator, exportStart)) return null;
  return { resourceName: fullName.slice(0, index), exportName: fullName.slice(exportStart) };
}

/** Why a name is not legal, and what to use instead. */
export interface NameProblem {
  readonly reason: string;
  readonly fix: string;
}

/** What is wrong with the name of a Tool resource, or undefined (NAME-2, NAME-4, NAME-5). */
export function resourceNameProblem(name: string): NameProblem | undefined {
  if (!resourcePart.test(name)) return characterProblem(name, 'letters, digits, - and _');
  if (name.includes(separator)) return doubleUnderscore(name);
  if (name.endsWith('_')) {
    return {
      reason: 'ends in _, so that it could not be told from its exports',
      fix: `use ${name.replace(/_+$/, '')}`,
    };
  }
  return undefined;
}

/** What is wrong with an export name of a Tool resource, or undefined (NAME-2, NAME-3). */
export function exportNameProblem(name: string): NameProblem | undefined {
  if (/[A-Z]/.test(name) && exportPart.test(name.toLowerCase())) {
    return {
      reason: 'has an upper-case letter',
      fix: `use lower-case letters, digits, - and _: ${name.toLowerCase()}`,
    };
  }
  if (!exportPart.test(name)) return characterProblem(name, 'lower-case letters, digits, - and _');
  if (name.includes(separator)) return doubleUnderscore(name);
  return undefined;
}

/** What is wrong with a full name, whoever made it, or undefined (NAME-1, NAME-2, NAME-4, NAME-5). */
export function toolNameProblem(fullName: string): NameProblem | undefined {
  if (fullName.length > maxToolNameLength) {
    return {
      reason: `has ${fullName.length} characters, ${fullName.length - maxToolNameLength} more than the ${maxToolNameLength} that providers accept`,
      fix: 'shorten the resource or the export name',
    };
  }
  if (!wholeName.test(fullName)) return characterProblem(fullName, 'letters, digits, - and _');
  if (parseToolName(fullName) === null) {
    return {
      reason: 'is not of the form resource__export',
      fix: 'use one double underscore between two names',
    };
  }
  return undefined;
}

function characterProblem(name: string, allowed: string): NameProblem {
  if (name === '') return { reason: 'is empty', fix: `use ${allowed}` };
  const foreign = Array.from(name).find((character) => !/[a-zA-Z0-9_-]/.test(character));
  const shown = foreign === undefined ? '' : ` ${JSON.stringify(foreign)} (U+${codePoint(foreign)})`;
  return { reason: `has a character that is not allowed:${shown}`, fix: `use ${allowed}` };
}

function codePoint(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

function doubleUnderscore(name: string): NameProblem {
  return {
    reason: 'contains __, which separates resource and export',
    fix: `use ${name.replace(/_{2,}/g, '_')}`,
  };
}
