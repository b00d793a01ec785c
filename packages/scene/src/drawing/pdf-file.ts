/** A PDF file that is being written: objects get their numbers as they come. */
export type PdfFile = {
  /** A number for an object that is written later. */
  reserve(): number;
  /** Writes an object, under a number taken before or a new one; returns the number. */
  object(body: string, number?: number): number;
  /** Writes a stream with more entries of its dictionary; returns its number. */
  stream(bytes: Uint8Array, more?: string): number;
  /** Characters up to 255, a byte each. */
  bytesOf(text: string): Uint8Array;
  /** Ends the file with the table of objects. */
  close(root: number, info: number): Uint8Array;
};

function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Begins a file (PDF 1.7, ISO 32000-1). */
export function newPdfFile(): PdfFile {
  const parts: Uint8Array[] = [];
  const offsets: number[] = [];
  let length = 0;
  const put = (bytes: Uint8Array): void => {
    parts.push(bytes);
    length += bytes.length;
  };
  const text = (line: string): void => put(bytesOf(`${line}\n`));
  const begin = (number: number): void => {
    offsets[number] = length;
    text(`${number} 0 obj`);
  };
  let last = 0;
  // Four bytes above 127 tell programs that the file is not text.
  text('%PDF-1.7\n%\xe2\xe3\xcf\xd3');
  return {
    bytesOf,
    reserve: () => ++last,
    object(body, number = ++last) {
      begin(number);
      text(`${body}\nendobj`);
      return number;
    },
    stream(bytes, more = '') {
      const number = ++last;
      begin(number);
      text(`<< /Length ${bytes.length}${more} >>\nstream`);
      put(bytes);
      text('\nendstream\nendobj');
      return number;
    },
    close(root, info) {
      const table = length;
      const entries = Array.from({ length: last }, (_, index) => `${String(offsets[index + 1]).padStart(10, '0')} 00000 n `);
      text(['xref', `0 ${last + 1}`, '0000000000 65535 f ', ...entries].join('\n'));
      text(`trailer\n<< /Size ${last + 1} /Root ${root} 0 R /Info ${info} 0 R >>\nstartxref\n${table}\n%%EOF`);
      const file = new Uint8Array(length);
      let at = 0;
      for (const part of parts) {
        file.set(part, at);
        at += part.length;
      }
      return file;
    },
  };
}
