/** A link to something in the repository. */
export interface Link {
  /** Relative to the document; empty for the document itself. */
  readonly path: string;
  /** Without the `#`; empty where it leads to the whole. */
  readonly anchor: string;
}

/** The links of a document that stay in the repository. */
export function linksOf(markdown: string): Link[] {
  return [...withoutCode(markdown).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(
    ({ 1: path = '', 2: anchor = '' }) => ({ path, anchor }),
  );
}

/** The anchors GitHub makes of the headings of a file. */
export async function anchorsOf(file: string): Promise<string[]> {
  const headings = withoutCode(await Bun.file(file).text()).matchAll(/^#+ (.+)$/gm);
  return [...headings].map(({ 1: heading = '' }) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(' ', '-'),
  );
}

function withoutCode(markdown: string): string {
  return markdown
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .replaceAll(/`[^`\n]*`(?!\])/g, (code) => code.replaceAll(/[[\]()]/g, ''));
}
