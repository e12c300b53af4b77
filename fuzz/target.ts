import type { FuzzProperty } from './property.ts';

/** A part of the product with what must always be so of it, ready to be tried. */
export interface FuzzTarget extends AsyncDisposable {
  readonly properties: readonly FuzzProperty[];
}

/** All targets by name; each is loaded in the process that tries it. */
export const targets = {
  names: async () => (await import('./names/target.ts')).openNames(),
  args: async () => (await import('./args/target.ts')).openArgs(),
  yaml: async () => (await import('./yaml/target.ts')).openYaml(),
  frames: async () => (await import('./frames/target.ts')).openFrames(),
  mcp: async () => (await import('./mcp/target.ts')).openMcp(),
  urls: async () => (await import('./urls/target.ts')).openUrls(),
  paths: async () => (await import('./paths/target.ts')).openPaths(),
} satisfies Record<string, () => Promise<FuzzTarget>>;

/** The name of a target. */
export type TargetName = keyof typeof targets;

/** Whether there is a target of that name. */
export function isTargetName(name: string): name is TargetName {
  return Object.hasOwn(targets, name);
}

/** The names of all targets. */
export const targetNames: readonly TargetName[] = Object.keys(targets).filter(isTargetName);
