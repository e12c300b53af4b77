/** Writes `docs/errors/<CODE>.md` from the one list of codes; with `--check` it only says what differs. */
import { readdir } from 'node:fs/promises';
import { errorCodes, isErrorCode, type ErrorCodeEntry } from '@goondan/core';

const folder = 'docs/errors';
const isCheck = process.argv.includes('--check');
const pages = new Map(Object.entries(errorCodes).map(([code, entry]) => [`${code}.md`, pageOf(code, entry)]));
pages.set('README.md', indexOf());

const stale: string[] = [];
for (const [name, text] of pages) {
  const file = Bun.file(`${folder}/${name}`);
  if ((await file.exists()) && (await file.text()) === text) continue;
  if (isCheck) stale.push(name);
  else await file.write(text);
}
for (const name of await readdir(folder)) {
  if (pages.has(name)) continue;
  if (isCheck) stale.push(name);
  else await Bun.file(`${folder}/${name}`).delete();
}
if (stale.length > 0) {
  console.error(`Not made from the list of codes: ${stale.join(', ')}\nRun: npm run docs:errors`);
  process.exitCode = 1;
} else {
  console.log(`${pages.size - 1} error pages`);
}

function pageOf(code: string, entry: ErrorCodeEntry): string {
  const causes = entry.causes.map((cause) => `- ${cause}`).join('\n');
  return `# ${code}\n\n${entry.summary}\n\n## What leads to it\n\n${causes}\n\n## What to do\n\n${entry.fix}\n`;
}

function indexOf(): string {
  const rows = Object.entries(errorCodes)
    .filter(([code]) => isErrorCode(code))
    .map(([code, entry]) => `- [${code}](${code}.md): ${entry.summary}`)
    .sort();
  return `# Errors\n\nEvery code a user or a model can meet. Made from \`packages/core/src/error/codes.ts\` by \`npm run docs:errors\`.\n\n${rows.join('\n')}\n`;
}
