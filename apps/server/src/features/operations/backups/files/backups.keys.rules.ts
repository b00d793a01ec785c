/** Keys of files in the order that the database gave them: 16 bytes each, where a text takes four times as many. */
export type PackedKeys = { bytes: Buffer; count: number };

const KEY_BYTES = 16;
const KEYS_AT_FIRST = 4096;

/** Packs keys as they arrive. */
export function openKeys() {
  let bytes = Buffer.alloc(KEYS_AT_FIRST * KEY_BYTES);
  let count = 0;
  return {
    add(keys: readonly string[]): void {
      while (bytes.length < (count + keys.length) * KEY_BYTES) bytes = Buffer.concat([bytes, Buffer.alloc(bytes.length)]);
      for (const key of keys) {
        bytes.write(key.replaceAll('-', ''), count * KEY_BYTES, 'hex');
        count += 1;
      }
    },
    end: (): PackedKeys => ({ bytes, count }),
  };
}

/** 32 hexadecimal digits as a key of a file. */
export const keyOfDigits = (digits: string): string => digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Packed keys in blocks. */
export function* blocksOf({ bytes, count }: PackedKeys, size: number): Generator<string[]> {
  for (let from = 0; from < count; from += size)
    yield Array.from({ length: Math.min(size, count - from) }, (_none, at) =>
      keyOfDigits(bytes.toString('hex', (from + at) * KEY_BYTES, (from + at + 1) * KEY_BYTES)),
    );
}
