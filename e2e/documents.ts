/** Small documents that people store: made here, byte by byte, as no file of anybody lies in the repository; and those that pages save. */

import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { crc32 } from 'node:zlib';

/** A zip whose files are stored as they are. */
function zipOf(files: Record<string, string>): Buffer {
  const bodies: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const [path, data] = [Buffer.from(name), Buffer.from(text)];
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt32LE(crc32(data), 10);
    about.writeUInt32LE(data.length, 14);
    about.writeUInt32LE(data.length, 18);
    about.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const body = Buffer.concat([Buffer.from('PK\u0003\u0004'), about, path, data]);
    entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), about, place, path]));
    bodies.push(body);
    at += body.length;
  }
  const index = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(index.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...bodies, index, Buffer.from('PK\u0005\u0006'), end]);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const kinds = (part: string, type: string, more = '') =>
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>${more}</Types>`;
const leadsTo = (kind: string, target: string) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/${kind}" Target="${target}"/></Relationships>`;

/** A workbook with one line of cells. */
export function workbook(cells: readonly string[]): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const sheet =
    '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>';
  const line = cells.map((text, at) => `<c r="${'ABCDEF'[at]}1" t="inlineStr"><is><t>${text}</t></is></c>`).join('');
  return zipOf({
    '[Content_Types].xml': kinds('/xl/workbook.xml', 'spreadsheetml.sheet.main', sheet),
    '_rels/.rels': leadsTo('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `${XML}<workbook xmlns="${main}" xmlns:r="${OFFICE}"><sheets><sheet name="Volumes" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': leadsTo('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${main}"><sheetData><row r="1">${line}</row></sheetData></worksheet>`,
  });
}

/** A document of one paragraph. */
export function letter(text: string): Buffer {
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  return zipOf({
    '[Content_Types].xml': kinds('/word/document.xml', 'wordprocessingml.document.main'),
    '_rels/.rels': leadsTo('officeDocument', 'word/document.xml'),
    'word/document.xml': `${XML}<w:document xmlns:w="${main}"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
  });
}

/** A PDF of one page with a line of text. */
export function pdf(text: string): Buffer {
  const stream = `BT /F1 18 Tf 40 700 Td (${text}) Tj ET`;
  const objects = [
    '<</Type /Catalog /Pages 2 0 R>>',
    '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>\nstream\n${stream}\nendstream`,
    '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
  ];
  let out = '%PDF-1.4\n';
  const places = objects.map((body, at) => {
    const place = out.length;
    out += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${out}xref\n0 6\n0000000000 65535 f \n${table}trailer\n<</Size 6 /Root 1 0 R>>\nstartxref\n${out.length}\n%%EOF\n`,
    'latin1',
  );
}

/** The beginning of a workbook of the old form, which nothing here shows. */
export const oldWorkbook = (): Buffer => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1528)]);

/** Where the browser keeps a file that an act of the page saves; it goes with the browser's window. */
export async function fileOf(page: Page, act: () => Promise<void>): Promise<string> {
  const saved = page.waitForEvent('download');
  await act();
  return (await saved).path();
}

/** The texts of a PDF as they lie on its pages. */
export const textOfPdf = (pdf: Uint8Array): string => execFileSync('pdftotext', ['-layout', '-', '-'], { encoding: 'utf8', input: pdf });
