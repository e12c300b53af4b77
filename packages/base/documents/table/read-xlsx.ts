import { JobFailure } from '../../contained/job.ts';
import type { DocumentRequest, ParsedDocument } from '../document.ts';
import { markdownTable, type Table } from './markdown-table.ts';

interface NamedTable {
  readonly name: string;
  readonly table: Table;
}

/** Reads a workbook: one sheet by name or number, or all with content, each as a table under its name. */
export async function readXlsx(
  bytes: Uint8Array<ArrayBuffer>,
  request: DocumentRequest,
): Promise<ParsedDocument> {
  const all = await tablesOf(bytes, request.name);
  const sheets = all.map(({ name, table }) => ({
    name,
    rows: table.length,
    columns: table.reduce((most, row) => Math.max(most, row.length), 0),
  }));
  const chosen =
    request.sheet === undefined
      ? all.filter(({ table }) => table.length > 0)
      : [sheetNamed(all, request.sheet)];
  if (request.rows !== undefined && chosen.length > 1)
    throw new JobFailure(
      'E_DOCUMENT_PART',
      `${request.name} has ${chosen.length} sheets with content, and rows are those of one.`,
      `Send sheet too: ${names(chosen)}.`,
    );
  const parts: string[] = [];
  let left = request.maxChars;
  for (const { name, table } of chosen) {
    const shown = markdownTable(table, { rows: request.rows, maxChars: left });
    parts.push(
      chosen.length === 1 && request.sheet !== undefined ? shown.markdown : `## ${name}\n\n${shown.markdown}`,
    );
    left -= parts.at(-1)?.length ?? 0;
    const rows = chosen.length === 1 ? { rows: { total: shown.total, read: shown.read } } : {};
    if (shown.next !== undefined)
      return finished({
        ...rows,
        truncated: true,
        next: `sheet ${JSON.stringify(name)}, rows ${shown.next}`,
      });
    if (left <= 0 && name !== chosen.at(-1)?.name)
      return finished({ truncated: true, next: `sheet ${JSON.stringify(chosen[parts.length]?.name)}` });
    if (chosen.length === 1) return finished({ ...rows, truncated: false });
  }
  return finished({ truncated: false });

  function finished(more: Pick<ParsedDocument, 'truncated' | 'next' | 'rows'>): ParsedDocument {
    return { format: 'xlsx', markdown: parts.join('\n\n'), sheets, ...more };
  }
}

async function tablesOf(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<NamedTable[]> {
  const { default: readXlsxFile } = await import('read-excel-file/universal');
  try {
    const sheets = await readXlsxFile(bytes.slice().buffer);
    return sheets.map(({ sheet, data }) => ({ name: sheet, table: data.map((row) => row.map(cellText)) }));
  } catch (thrown) {
    if (thrown instanceof RangeError) throw thrown;
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    throw new JobFailure(
      'E_DOCUMENT_DAMAGED',
      `${name} is an Excel workbook whose content cannot be read: ${why}.`,
      'Open it in a spreadsheet program and save it anew, or get it again from its source.',
    );
  }
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) {
    const text = value.toISOString();
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function sheetNamed(all: readonly NamedTable[], wanted: string): NamedTable {
  const found =
    all.find(({ name }) => name === wanted) ??
    all.find(({ name }) => name.toLowerCase() === wanted.trim().toLowerCase()) ??
    (/^\d+$/.test(wanted) ? all[Number(wanted) - 1] : undefined);
  if (found !== undefined) return found;
  throw new JobFailure(
    'E_DOCUMENT_PART',
    `There is no sheet ${JSON.stringify(wanted)}.`,
    `The sheets are ${names(all)}; they can also be numbered from 1.`,
  );
}

function names(sheets: readonly NamedTable[]): string {
  const shown = sheets.slice(0, 20).map(({ name }) => JSON.stringify(name));
  return sheets.length > 20 ? `${shown.join(', ')} and ${sheets.length - 20} more` : shown.join(', ');
}
