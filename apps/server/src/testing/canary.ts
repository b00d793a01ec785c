import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';

/** A value that must not leak, in every encoding in which it may be written. */
export type Canary = { name: string; forms: Buffer[] };

const base64Forms = (text: string): Buffer[] =>
  [0, 1, 2].map((shift) => {
    const coded = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]).toString('base64');
    // The first and last characters depend on the neighbouring bytes.
    return Buffer.from(
      coded
        .slice(shift ? 4 : 0)
        .replace(/=+$/, '')
        .slice(0, -1),
    );
  });

/** A text: as UTF-8 and UTF-16 of either order, and as base64. */
export const textCanary = (name: string, text: string): Canary => ({
  name,
  forms: [Buffer.from(text), Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16(), ...base64Forms(text)],
});

/** A number: its digits with point or comma, its bytes as a 64-bit float and, where it is one, as a 32-bit integer, of either order. */
export function numberCanary(name: string, value: number): Canary {
  const float = Buffer.alloc(8);
  float.writeDoubleLE(value);
  const forms = [String(value), String(value).replace('.', ',')].flatMap((digits) => [Buffer.from(digits), Buffer.from(digits, 'utf16le')]);
  forms.push(float, Buffer.from(float).reverse());
  if (Number.isInteger(value)) {
    const integer = Buffer.alloc(4);
    integer.writeInt32LE(value);
    forms.push(integer, Buffer.from(integer).reverse());
  }
  return { name, forms };
}

/** Names of the canaries found in some bytes, including nested packed parts. */
export function canariesIn(bytes: Buffer, canaries: readonly Canary[], depth = 0): string[] {
  const found = canaries.filter(({ forms }) => forms.some((form) => bytes.includes(form))).map(({ name }) => name);
  if (depth < 6) for (const part of packedParts(bytes)) found.push(...canariesIn(part, canaries, depth + 1));
  return [...new Set(found)];
}

const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);
const ENTRY = Buffer.from('PK\u0001\u0002', 'latin1');
const LOCAL_HEADER = 30;

/** Unpacks zip entries, gzip, zstd, zlib and brotli. */
function packedParts(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  const attempt = (unpack: () => Buffer): void => {
    try {
      const part = unpack();
      if (part.length) parts.push(part);
    } catch {
      // It only looked like it.
    }
  };
  for (let at = bytes.indexOf(ENTRY); at >= 0; at = bytes.indexOf(ENTRY, at + 4)) {
    const [method, packed, local] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)];
    const start = local + LOCAL_HEADER + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const body = bytes.subarray(start, start + packed);
    if (method === 8) attempt(() => inflateRawSync(body));
    else parts.push(body);
  }
  for (let at = bytes.indexOf(GZIP); at >= 0; at = bytes.indexOf(GZIP, at + 3)) attempt(() => gunzipSync(bytes.subarray(at)));
  for (let at = bytes.indexOf(ZSTD); at >= 0; at = bytes.indexOf(ZSTD, at + 4)) attempt(() => zstdDecompressSync(bytes.subarray(at)));
  if (bytes[0] === 0x78) attempt(() => inflateSync(bytes));
  // Brotli has no mark; what is text is none.
  if (bytes.length > 0 && bytes[0] < 0x20 && bytes[0] !== 0x0a) attempt(() => brotliDecompressSync(bytes));
  return parts;
}
