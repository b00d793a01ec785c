import type { ProjectFile, WriteResult } from '../../project-file.ts';
import type { RawElements, RawTables } from '../../raw.ts';
import { rowOf } from '../../raw.ts';
import { NIL } from '../../xml/read-elements.ts';
import { startXml } from '../../xml/write-elements.ts';
import { writeZip } from '../../zip/write-zip.ts';
import type { ZipEntry } from '../../zip/read-zip.ts';
import { contentOf } from '../json/write.ts';

/** Mark of a native file; its version is that of its content. */
export const NATIVE_MANIFEST = 'gantry.json';

/**
 * Writes Gantry's own file: a zip of `gantry.json` (mark, version, code page), `content.json` (the JSON format)
 * and, where the schedule came from another program, `source.xer` or `source.xml` with all that it held.
 */
export async function writeNative(file: ProjectFile): Promise<WriteResult> {
  const manifest = { format: 'gantry-file', version: 1, origin: file.format, codePage: file.codePage, source: file.source?.kind ?? null };
  const entries: ZipEntry[] = [
    { name: NATIVE_MANIFEST, bytes: Buffer.from(JSON.stringify(manifest), 'utf8') },
    { name: 'content.json', bytes: Buffer.from(contentOf(file), 'utf8') },
  ];
  if (file.source?.kind === 'tables') entries.push({ name: 'source.xer', bytes: rawXer(file.source) });
  if (file.source?.kind === 'elements') entries.push({ name: 'source.xml', bytes: rawXml(file.source) });
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
  for (const name of source.order) {
    const aside = source.setAside.find((table) => table.name === name);
    if (aside) {
      add([`%T\t${name}`, `%F\t${aside.columns.join('\t')}`]);
      for (const bytes of aside.bytes) parts.push(Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('\n', endOfLine), 'latin1'));
      continue;
    }
    const table = source.tables.find((known) => known.name === name)!;
    add([`%T\t${name}`, `%F\t${table.columns.join('\t')}`]);
    const lines: string[] = [];
    for (let row = 0; row < table.rowCount; row++) lines.push(`%R\t${rowOf(table, row).join('\t')}`);
    add(lines);
  }
  if (source.complete) add(['%E']);
  return Buffer.concat(parts);
}

function rawXml({ namespace, names, nameCodes, depths, texts }: RawElements): Buffer {
  const xml = startXml();
  const open: string[] = [];
  for (let node = 0; node < depths.length; node++) {
    const depth = depths[node];
    while (open.length >= depth) xml.close(open.pop()!);
    const name = names[nameCodes[node]];
    if (name.startsWith('@')) continue;
    const attributes = node === 0 && namespace !== '' ? [`xmlns="${namespace.replace(/[<>&"]/g, '')}"`] : [];
    if (node === 0) attributes.push('xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"');
    const text = texts.values[texts.codes[node]];
    const hasChildren = node + 1 < depths.length && depths[node + 1] > depth && !names[nameCodes[node + 1]].startsWith('@');
    if (hasChildren || node === 0) {
      xml.open(name, attributes.join(' '));
      open.push(name);
    } else if (text === NIL) {
      xml.open(name, 'xsi:nil="true"');
      xml.close(name);
    } else xml.put(name, text);
  }
  while (open.length > 0) xml.close(open.pop()!);
  return Buffer.from(xml.bytes());
}
