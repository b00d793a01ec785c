import yauzl from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import type { Findings } from '../findings.ts';

/** Bounds on an archive: a few kilobytes can claim to be gigabytes. */
export type ZipLimits = { entries: number; bytes: number; ratio: number };

const LIMITS: ZipLimits = { entries: 5000, bytes: 1 << 30, ratio: 250 };
/** Small files may well be as empty as they look. */
const RATIO_FREE_BYTES = 10 << 20;

/** A file of an archive. The name is a label, never a path. */
export type ZipEntry = { name: string; bytes: Buffer };

/** Reads all files of a zip within bounds on what is declared and on what comes; null with a finding where it breaks them. */
export async function readZip(bytes: Uint8Array, findings: Findings, limits: ZipLimits = LIMITS): Promise<ZipEntry[] | null> {
  const refuse = (code: string): null => {
    findings.add({ severity: 'error', code });
    return null;
  };
  let zip: ZipFile;
  try {
    zip = await open(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch {
    return refuse('zip.malformed');
  }
  if (zip.entryCount > limits.entries) return refuse('zip.too_many_files');
  const most = Math.min(limits.bytes, Math.max(RATIO_FREE_BYTES, bytes.length * limits.ratio));
  const entries: ZipEntry[] = [];
  let total = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue;
      if (entry.isEncrypted()) return refuse('zip.encrypted');
      if (total + entry.uncompressedSize > most) return refuse('zip.too_large');
      const content = await contentOf(zip, entry, most - total);
      if (!content) return refuse('zip.too_large');
      total += content.length;
      entries.push({ name: entry.fileName, bytes: content });
    }
  } catch {
    return refuse('zip.malformed');
  }
  return entries;
}

function open(buffer: Buffer): Promise<ZipFile> {
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
