import yauzl from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import type { Findings } from '../findings.ts';

/** Bounds on an archive: a few kilobytes can claim to be gigabytes. */
export type ZipLimits = { entries: number; bytes: number; ratio: number };

/** A zip is read from its end, so it is held in memory. */
export const LARGEST_ZIP = 1 << 30;

const LIMITS: ZipLimits = { entries: 5000, bytes: 1 << 30, ratio: 250 };
/** Small files may well be as empty as they look. */
const RATIO_FREE_BYTES = 10 << 20;

/** A file of an archive. The name is a label, never a path. */
export type ZipEntry = { name: string; bytes: Buffer };

/** Reads the files of a zip one by one with limits on declared and actual size; ends with a finding when exceeded. */
export async function* zipEntries(bytes: Uint8Array, findings: Findings, limits: ZipLimits = LIMITS): AsyncGenerator<ZipEntry> {
  const refuse = (code: string): void => findings.add({ severity: 'error', code });
  let zip: ZipFile;
  try {
    zip = await open(bytes);
  } catch {
    return refuse('zip.malformed');
  }
  if (zip.entryCount > limits.entries) return refuse('zip.too_many_files');
  const most = Math.min(limits.bytes, Math.max(RATIO_FREE_BYTES, bytes.length * limits.ratio));
  let total = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      if (entry.isEncrypted()) return refuse('zip.encrypted');
      if (total + entry.uncompressedSize > most) return refuse('zip.too_large');
      const content = await contentOf(zip, entry, most - total);
      if (!content) return refuse('zip.too_large');
      total += content.length;
      yield { name: entry.fileName, bytes: content };
    }
  } catch {
    refuse('zip.malformed');
  }
}

/** Reads all files of a zip; null with a finding where it breaks the bounds. */
export async function readZip(bytes: Uint8Array, findings: Findings, limits: ZipLimits = LIMITS): Promise<ZipEntry[] | null> {
  const entries: ZipEntry[] = [];
  let isWhole = true;
  const watched: Findings = {
    ...findings,
    add(finding) {
      isWhole = false;
      findings.add(finding);
    },
  };
  for await (const entry of zipEntries(bytes, watched, limits)) entries.push(entry);
  return isWhole ? entries : null;
}

/** Names of the files of a zip as its directory has them; none where it is broken. */
export async function zipNames(bytes: Uint8Array): Promise<string[]> {
  const names: string[] = [];
  try {
    const zip = await open(bytes);
    for await (const { fileName } of zip.eachEntry()) if (names.push(fileName) > LIMITS.entries) break;
  } catch {
    return names;
  }
  return names;
}

/** One file of a zip on the disk by its place among the files; null where there is none. The other files are neither read nor unpacked. */
export async function zipMember(path: string, place: number, limits: ZipLimits = LIMITS): Promise<Buffer | null> {
  const zip = await openPath(path);
  try {
    let at = 0;
    for await (const entry of zip.eachEntry())
      if (!entry.fileName.endsWith('/') && at++ === place) return await contentOf(zip, entry, limits.bytes);
    return null;
  } finally {
    zip.close();
  }
}

function openPath(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, zip) => (error ? reject(error) : resolve(zip)));
  });
}

function open(bytes: Uint8Array): Promise<ZipFile> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return new Promise((resolve, reject) => {
    yauzl.fromBuffer(buffer, { lazyEntries: true, autoClose: false }, (error, zip) => (error ? reject(error) : resolve(zip)));
  });
}

function contentOf(zip: ZipFile, entry: Entry, most: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) return reject(error);
      const chunks: Buffer[] = [];
      let size = 0;
      stream.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > most) {
          stream.destroy();
          resolve(null);
        }
      });
      stream.on('error', reject);
      stream.on('end', () => resolve(Buffer.concat(chunks)));
    });
  });
}
