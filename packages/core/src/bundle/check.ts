import type { ConfigDocument } from './config-document.ts';
import type { Problem } from './finding.ts';
import type { ModuleReport } from './inspect-module.ts';

/** Names a resource that comes from outside the bundle. */
export interface StockResource {
  readonly kind: string;
  readonly name: string;
  /** The module of an Extension, by which the config of refs to it is checked. */
  readonly entry?: string;
}

/** What a check may look at besides its own document. */
export interface CheckContext {
  readonly root: string;
  readonly documents: readonly ConfigDocument[];
  readonly stock: readonly StockResource[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `Kind/name` of everything the bundle declares, be it sound or broken. */
  readonly declared: ReadonlySet<string>;
  /** By file, what the modules of tools and extensions offer; empty when they are not to be imported. */
  readonly modules: ReadonlyMap<string, ModuleReport>;
}

/** Looks at one document for one kind of mistake. */
export type Check = (document: ConfigDocument, context: CheckContext) => Problem[] | Promise<Problem[]>;
