import type { Picture } from './picture.ts';

const [SOI, EOI, SOS, DQT, DHT, DRI, APP0, APP14] = [0xd8, 0xd9, 0xda, 0xdb, 0xc4, 0xdd, 0xe0, 0xee];
/** Baseline, extended and progressive: what browsers show. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
const KEPT = new Set([...FRAMES, SOS, DQT, DHT, DRI]);
const ADOBE_BYTES = 14;
/** A head without the small picture that it may hold: one to one, no density. */
const JFIF = Buffer.from([0xff, APP0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);

/** Keeps frame, tables and scans of a JPEG; drops comments, metadata and trailing bytes. */
export function cleanJpeg(bytes: Buffer, side: number): Picture | null {
  if (bytes[0] !== 0xff || bytes[1] !== SOI) return null;
  const parts: Buffer[] = [Buffer.from([0xff, SOI]), JFIF];
  let size: { width: number; height: number } | null = null;
  let scans = 0;
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    // Bytes of 255 may stand before a marker to fill up.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === EOI) {
      if (!size || !scans) return null;
      return { type: 'image/jpeg', bytes: Buffer.concat([...parts, Buffer.from([0xff, EOI])]), ...size };
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) return null;
    const isColour = marker === APP14 && end - at - 2 === ADOBE_BYTES && bytes.toString('latin1', at + 4, at + 9) === 'Adobe';
    if (FRAMES.has(marker)) {
      if (size) return null;
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
      if (!size.width || !size.height || size.width > side || size.height > side || ![1, 3, 4].includes(bytes[at + 9])) return null;
    } else if (!KEPT.has(marker) && !isColour && !isAside(marker)) return null;
    if (KEPT.has(marker) || isColour) parts.push(bytes.subarray(at, end));
    at = end;
    if (marker === SOS) {
      const stop = endOfScan(bytes, at);
      parts.push(bytes.subarray(at, stop));
      at = stop;
      scans += 1;
    }
  }
}

/** Heads of programs and comments. */
const isAside = (marker: number): boolean => (marker >= APP0 && marker <= 0xef) || marker === 0xfe;

/** Where the data of a scan ends: before a marker that is neither a byte of 255 nor a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; ; at += 1) {
    if (bytes.readUInt8(at) !== 0xff) continue;
    const next = bytes.readUInt8(at + 1);
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
  }
}
