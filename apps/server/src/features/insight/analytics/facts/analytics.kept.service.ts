import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { PackedRows } from './analytics.packed.rules.ts';

/** Packed rows as they are kept: texts behind the other columns, since most questions do without them. */
export type KeptRows = Record<'rows' | 'week' | 'month', Buffer<ArrayBuffer>>;

const LENGTH = 4;
/** Room for what most packs come to, so that they are unpacked at once. */
const AT_ONCE = 32 * 1024;
const unzipped = (bytes: Uint8Array) => zstdDecompressSync(bytes, { chunkSize: AT_ONCE });

export function keptRows({ rows, texts, week, month }: PackedRows): KeptRows {
  const first = zstdCompressSync(rows);
  const length = Buffer.alloc(LENGTH);
  length.writeUInt32LE(first.length);
  return { rows: Buffer.concat([length, first, zstdCompressSync(texts)]), week: zstdCompressSync(week), month: zstdCompressSync(month) };
}

/** What `openAnswers` reads of kept rows with the lines that are wanted. */
export function openRows(kept: Uint8Array, lines: Uint8Array | null) {
  const end = LENGTH + Buffer.from(kept.buffer, kept.byteOffset, LENGTH).readUInt32LE();
  return { rows: unzipped(kept.subarray(LENGTH, end)), texts: () => unzipped(kept.subarray(end)), lines: lines && unzipped(lines) };
}

/** All that `keptRows` was given. */
export function openAll({ rows: kept, week, month }: Record<keyof KeptRows, Uint8Array>): PackedRows {
  const { rows, texts } = openRows(kept, null);
  return { rows, texts: texts(), week: unzipped(week), month: unzipped(month) };
}
