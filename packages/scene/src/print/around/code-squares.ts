/** What a library of codes does. */
export type CodeWriter = (
  type: 0,
  correction: 'M',
) => {
  addData(text: string, mode: 'Byte'): void;
  make(): void;
  getModuleCount(): number;
  isDark(row: number, column: number): boolean;
};

/** The squares of a code that says a text, true where dark; null where the text is longer than any code holds. */
export function codeSquares(text: string, newCode: CodeWriter): boolean[][] | null {
  if (text === '') return null;
  const code = newCode(0, 'M');
  // The library takes a character for a byte.
  code.addData(
    encodeURIComponent(text.toWellFormed()).replace(/%([0-9A-F]{2})/g, (_, byte: string) => String.fromCharCode(parseInt(byte, 16))),
    'Byte',
  );
  try {
    code.make();
  } catch {
    return null;
  }
  const count = code.getModuleCount();
  return Array.from({ length: count }, (_, row) => Array.from({ length: count }, (__, column) => code.isDark(row, column)));
}
