import type { ConfigDocument } from './config-document.ts';
import type { Problem } from './finding.ts';

/** Names a resource that comes from outside the bundle. */
export interface StockResource {
  readonly kind: string;
  readonly name: string;
}

/** What a check may look at besides its own document. */
export interface CheckContext {
  readonly root: string;
  readonly documents: readonly ConfigDocument[];
  readonly stock: readonly StockResource[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `Kind/name` of everything the bundle declares, be it sound or broken. */
  readonly declared: ReadonlySet<string>;
}

/** Looks at one document for one kind of mistake. */
export type Check = (document: ConfigDocument, context: CheckContext) => Problem[] | Promise<Problem[]>;
