import { makeZip, type ZipFile } from './make-zip.ts';

const relationship = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** A Word document with that body, of WordprocessingML. */
export function makeDocx(
  body: string,
  { title = '', more = [] }: { title?: string; more?: ZipFile[] } = {},
): Uint8Array {
  return makeZip([
    {
      name: '[Content_Types].xml',
      content: `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relationship}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/document.xml',
      content: `${head}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    },
    {
      name: 'docProps/core.xml',
      content: `${head}<cp:coreProperties xmlns:cp="${packaged}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></cp:coreProperties>`,
    },
    ...more,
  ]);
}

/** A paragraph, of a style where one is named. */
export function paragraph(text: string, style?: string): string {
  const styled = style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${styled}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

/** A table of words. */
export function wordTable(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]): string =>
    row.map((text) => `<w:tc>${paragraph(text)}</w:tc>`).join('');
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('')}</w:tbl>`;
}

/** A workbook with those sheets, where numbers are numbers; `instead` puts other content into its files. */
export function makeXlsx(
  sheets: Readonly<Record<string, readonly (readonly (string | number)[])[]>>,
  instead: Readonly<Record<string, string>> = {},
): Uint8Array {
  const names = Object.keys(sheets);
  return makeZip([
    {
      name: '[Content_Types].xml',
      content: `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relationship}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `${head}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relationship}"><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${head}<Relationships xmlns="${packaged}/relationships">${names.map((_, index) => `<Relationship Id="rId${index + 1}" Type="${relationship}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}</Relationships>`,
    },
    ...names.map((name, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      content:
        instead[`xl/worksheets/sheet${index + 1}.xml`] ??
        `${head}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${(sheets[name] ?? []).map(rowXml).join('')}</sheetData></worksheet>`,
    })),
  ]);
}

function rowXml(row: readonly (string | number)[], index: number): string {
  const cells = row.map((value, column) => {
    const place = `${String.fromCharCode(65 + column)}${index + 1}`;
    return typeof value === 'number'
      ? `<c r="${place}"><v>${value}</v></c>`
      : `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`;
  });
  return `<row r="${index + 1}">${cells.join('')}</row>`;
}
