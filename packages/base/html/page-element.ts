/** What is used of the DOM; the compiler is not given the browser's own types. */
export interface PageElement {
  readonly localName: string;
  readonly nodeType: number;
  readonly firstChild: PageNode | null;
  readonly nextSibling: PageNode | null;
  readonly firstElementChild: PageElement | null;
  readonly nextElementSibling: PageElement | null;
  textContent: string | null;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  remove(): void;
}

/** A node of the tree: an element, or text and the like. */
export type PageNode = PageElement | { readonly nodeType: 3; readonly nextSibling: PageNode | null };

/** True for an element. */
export function isElement(node: unknown): node is PageElement {
  return typeof node === 'object' && node !== null && Reflect.get(node, 'nodeType') === 1;
}
