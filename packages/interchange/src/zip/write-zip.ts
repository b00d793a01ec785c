import yazl from 'yazl';
import type { ZipEntry } from './read-zip.ts';

/** All entries bear this time, so that equal content makes equal bytes. */
const TIMELESS = new Date('1990-01-01T00:00:00Z');

/** Writes a zip. Names that repeat get a number. */
export async function writeZip(entries: readonly ZipEntry[], { packed = true } = {}): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  const taken = new Set<string>();
  for (const { name, bytes } of entries) {
    const dot = name.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let unique = name;
    for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = `${stem} (${n})${ending}`;
    taken.add(unique.toLowerCase());
    zip.addBuffer(bytes, unique, { mtime: TIMELESS, compress: packed });
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}
