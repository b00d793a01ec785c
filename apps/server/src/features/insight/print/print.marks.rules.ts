import newCode from 'qrcode-generator';

/** The squares of a code that says a text, true where dark; null where the text is longer than any code holds. */
export function codeOf(text: string): boolean[][] | null {
  if (text === '') return null;
  const code = newCode(0, 'M');
  // The library takes a character for a byte.
  code.addData(Buffer.from(text.toWellFormed(), 'utf8').toString('latin1'), 'Byte');
  try {
    code.make();
  } catch {
    return null;
  }
  const count = code.getModuleCount();
  return Array.from({ length: count }, (_, row) => Array.from({ length: count }, (__, column) => code.isDark(row, column)));
}
