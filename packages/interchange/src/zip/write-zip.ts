import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import type { ZipEntry } from './read-zip.ts';

/** All entries bear this time, so that equal content makes equal bytes. */
const TIMELESS = new Date('1990-01-01T00:00:00Z');

/** A file whose bytes are made in pieces while it is packed. */
type MadeEntry = { name: string; bytes: Iterable<Buffer> };

/** Writes a zip. Names that repeat get a number. */
export async function writeZip(entries: readonly (ZipEntry | MadeEntry)[], { packed = true } = {}): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  const unique = uniqueNames();
  for (const { name, bytes } of entries) {
    const options = { mtime: TIMELESS, compress: packed };
    if (Buffer.isBuffer(bytes)) zip.addBuffer(bytes, unique(name), options);
    else zip.addReadStream(Readable.from(bytes), unique(name), options);
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks);
}

/** Writes a zip into a file. The next entry is asked for when the last one is on its way to the file, so that memory holds one or two. */
export async function writeZipFile(path: string, entries: AsyncIterable<ZipEntry>): Promise<void> {
  const zip = new yazl.ZipFile();
  const unique = uniqueNames();
  const written = pipeline(zip.outputStream, createWriteStream(path));
  // A file that cannot be written ends the loop below.
  written.catch(() => undefined);
  try {
    for await (const { name, bytes } of entries) {
      const content = onceRead(bytes);
      zip.addReadStream(content, unique(name), { mtime: TIMELESS });
      await Promise.race([finished(content), written]);
    }
    zip.end();
    await written;
  } catch (error) {
    (zip.outputStream as Readable).destroy();
    throw error;
  }
}

/** A stream that lets go of its bytes when they are read: yazl keeps the streams of all entries, and buffers with their bytes. */
function onceRead(bytes: Buffer): Readable {
  let left: Buffer | null = bytes;
  return new Readable({
    read() {
      this.push(left);
      left = null;
    },
  });
}

function uniqueNames(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const dot = name.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let unique = name;
    for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = `${stem} (${n})${ending}`;
    taken.add(unique.toLowerCase());
    return unique;
  };
}
