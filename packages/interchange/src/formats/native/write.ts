import type { ProjectFile, WriteResult } from '../../project-file.ts';
import type { RawTables } from '../../raw.ts';
import { rowOf, setAsideRows } from '../../raw.ts';
import { renderElements } from '../../xml/render-elements.ts';
import { writeZip } from '../../zip/write-zip.ts';
import type { ZipEntry } from '../../zip/read-zip.ts';
import { contentOf } from '../json/write.ts';

/** Mark of a native file; its version is that of its content. */
export const NATIVE_MANIFEST = 'gantry.json';

/**
 * Writes Gantry's own file: a zip of `gantry.json` (mark, version, code page), `content.json` (the JSON format) and, for an imported
 * schedule, its `source.xer` or `source.xml`.
 */
export async function writeNative(file: ProjectFile): Promise<WriteResult> {
  const manifest = { format: 'gantry-file', version: 1, origin: file.format, codePage: file.codePage, source: file.source?.kind ?? null };
  const entries: ZipEntry[] = [
    { name: NATIVE_MANIFEST, bytes: Buffer.from(JSON.stringify(manifest), 'utf8') },
    { name: 'content.json', bytes: Buffer.from(contentOf(file), 'utf8') },
  ];
  if (file.source?.kind === 'tables') entries.push({ name: 'source.xer', bytes: rawXer(file.source) });
  if (file.source?.kind === 'elements') entries.push({ name: 'source.xml', bytes: renderElements(file.source) });
  return { bytes: await writeZip(entries), findings: [] };
}

/** Raw tables as they are, in UTF-8; rows set aside stay bytes. */
function rawXer(source: RawTables): Buffer {
  const { endOfLine } = source;
  const parts: Buffer[] = [];
  const add = (lines: string[]): void => {
    parts.push(Buffer.from(lines.map((line) => line + endOfLine).join(''), 'utf8'));
  };
  add([source.header.join('\t')]);
  const tables = new Map(source.tables.map((table) => [table.name, table]));
  for (const name of source.order) {
    const aside = source.setAside.find((table) => table.name === name);
    if (aside) {
      add([`%T\t${name}`, `%F\t${aside.columns.join('\t')}`]);
      for (const bytes of setAsideRows(aside)) parts.push(Buffer.from(bytes.toString('latin1').replaceAll('\n', endOfLine), 'latin1'));
      continue;
    }
    const table = tables.get(name)!;
    add([`%T\t${name}`, `%F\t${table.columns.join('\t')}`]);
    const lines: string[] = [];
    for (let row = 0; row < table.rowCount; row++) lines.push(`%R\t${rowOf(table, row).join('\t')}`);
    add(lines);
  }
  if (source.complete) add(['%E']);
  return Buffer.concat(parts);
}
