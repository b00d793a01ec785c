/** Encodings that schedule files come in. */
export const CODE_PAGES = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'ibm866',
] as const;
export type CodePage = (typeof CODE_PAGES)[number];
