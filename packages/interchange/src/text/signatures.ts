const SIGNATURES: [string, number[]][] = [
  ['zip', [0x50, 0x4b, 0x03, 0x04]],
  ['zip', [0x50, 0x4b, 0x05, 0x06]],
  ['gzip', [0x1f, 0x8b]],
  ['ole', [0xd0, 0xcf, 0x11, 0xe0]],
  ['pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
];

/** What a file is by its first bytes where that is surely no XER: zip, gzip, ole (mpp, xls), pdf, xml, json, empty. */
export function foreignFormatOf(first: Uint8Array): string | null {
  if (first.length === 0) return 'empty';
  for (const [name, bytes] of SIGNATURES) if (bytes.every((byte, i) => first[i] === byte)) return name;
  const text = Buffer.from(first)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  if (text.startsWith('<')) return 'xml';
  return text.startsWith('{') || text.startsWith('[') ? 'json' : null;
}
