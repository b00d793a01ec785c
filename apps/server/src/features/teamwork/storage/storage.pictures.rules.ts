/** What a file is by its first bytes, whatever its name says; null: nothing that is known here. */
export function sniff(head: Uint8Array): string | null {
  const starts = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte);
  const text = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to));
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp';
  if (text(4, 8) === 'ftyp' && /^(?:heic|heix|heim|heis|hevc|hevx|mif1|msf1)$/.test(text(8, 12))) return 'image/heic';
  if (text(4, 8) === 'ftyp' && /^avi[fs]$/.test(text(8, 12))) return 'image/avif';
  if (text(0, 5) === '%PDF-') return 'application/pdf';
  return null;
}

/** Pictures that are kept as they came, without what a camera wrote beside them. */
export const CLEARED_PICTURES = ['image/heic', 'image/avif'];
/** Pictures that are read; all but these are turned upright and written anew. */
export const READ_PICTURES = ['image/jpeg', 'image/png', 'image/webp', ...CLEARED_PICTURES];
