import { join } from 'node:path';
import { Glob } from 'bun';

interface Section {
  readonly title: string;
  /** Globs of its pages, in the order they are listed. */
  readonly pages: readonly string[];
}

const sections: readonly Section[] = [
  { title: 'Start', pages: ['README.md', 'docs/README.md'] },
  { title: 'Tutorials', pages: ['docs/guide/*.md'] },
  { title: 'How-to', pages: ['docs/how-to/*.md'] },
  {
    title: 'Reference',
    pages: [
      'docs/reference/cli.md',
      'docs/reference/yaml.md',
      'docs/reference/stock.md',
      'docs/errors/README.md',
      'docs/reference/benchmarks.md',
    ],
  },
  { title: 'Explanation', pages: ['docs/explanation/*.md', 'ARCHITECTURE.md'] },
  {
    title: 'Optional',
    pages: ['README.ko.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'bench/README.md', 'docs/decisions/README.md'],
  },
];

const summary =
  'Goondan runs swarms of LLM agents declared in YAML, and above all their tool calls: validated, limited, isolated, journaled and explained. TypeScript on Bun; the command is `gdn`.';

/** The list of all documents for machines, by the convention of llms.txt; links are relative. `made` are pages that are about to be written. */
export async function documentList(root: string, made: ReadonlyMap<string, string>): Promise<string> {
  const lines = ['# Goondan', '', `> ${summary}`, ''];
  for (const { title, pages } of sections) {
    lines.push(`## ${title}`, '');
    for (const page of pages.flatMap((glob) =>
      glob.includes('*') ? [...new Glob(glob).scanSync(root)].toSorted() : [glob],
    ))
      lines.push(entryOf(page, made.get(page) ?? (await Bun.file(join(root, page)).text())));
    lines.push('');
  }
  return lines.join('\n');
}

function entryOf(page: string, text: string): string {
  const title = /^# (.+)$/m.exec(text)?.[1] ?? page;
  const prose = text.replace(/^# .+\n/m, '').replaceAll(/^```[^]*?^```$/gm, '');
  const [, paragraph = ''] = /(?:^|\n)\n*(?![#|<\-\s!])((?:.+\n)+)/.exec(prose) ?? [];
  const plain = paragraph
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const sentence = /^.+?\.(?= |$)/.exec(plain)?.[0] ?? plain;
  return `- [${title}](${page})${sentence === '' ? '' : `: ${sentence}`}`;
}
