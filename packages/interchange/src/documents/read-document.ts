/** Texts of office documents, for looking at them: DOCX and ODT as headings, paragraphs, lists and tables, ODS as sheets. */

import { collectFindings } from '../findings.ts';
import type { Sheet } from '../table/read-workbook.ts';
import { zipEntries } from '../zip/read-zip.ts';
import { type DocumentBlock, startBlocks } from './document.ts';
import { headingsOf, readDocx } from './docx.ts';
import { readOds, readOdt } from './open-document.ts';

export type DocumentRead = { blocks: DocumentBlock[]; cut: boolean } | { sheets: Sheet[] };

const NEEDED = new Set(['mimetype', 'content.xml', 'word/document.xml', 'word/styles.xml']);
const OPEN_DOCUMENT = /^application\/vnd\.oasis\.opendocument\.(text|spreadsheet)(?:-template)?$/;
/** XML of text is packed well, yet not without end. */
const LIMITS = { entries: 5000, bytes: 256 << 20, ratio: 250 };

/** Reads a document out of a zip; null where it holds none, breaks the bounds or is broken. */
export async function readDocument(bytes: Uint8Array): Promise<DocumentRead | null> {
  const findings = collectFindings();
  const files = new Map<string, Uint8Array>();
  for await (const entry of zipEntries(bytes, findings, LIMITS)) if (NEEDED.has(entry.name)) files.set(entry.name, entry.bytes);
  if (findings.list().length) return null;
  const content = files.get('content.xml');
  const [, kind] = OPEN_DOCUMENT.exec(new TextDecoder().decode(files.get('mimetype')).trim()) ?? [];
  if (content && kind === 'spreadsheet') {
    const sheets = readOds(content);
    return sheets?.length ? { sheets } : null;
  }
  const blocks = startBlocks();
  const body = files.get('word/document.xml');
  const isRead = body
    ? readDocx(body, headingsOf(files.get('word/styles.xml')), blocks)
    : content !== undefined && kind === 'text' && readOdt(content, blocks);
  return isRead ? blocks.finish() : null;
}
