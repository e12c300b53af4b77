/** Writes `docs/errors/<CODE>.md` from the one list of codes; with `--check` it only says what differs. */
import { errorCodes, isErrorCode, type ErrorCodeEntry } from '@goondan/core';
import { writeGenerated } from './generated/write-generated.ts';

const folder = 'docs/errors';
await writeGenerated({
  isCheck: process.argv.includes('--check'),
  command: 'npm run docs:errors',
  folders: [folder],
  files: new Map([
    ...Object.entries(errorCodes).map(
      ([code, entry]) => [`${folder}/${code}.md`, pageOf(code, entry)] as const,
    ),
    [`${folder}/README.md`, indexOf()],
  ]),
});

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
