/** A PDF file that is being written: objects get their numbers as they come, and leave as soon as they are written. */
export type PdfFile = {
  /** A number for an object that is written later. */
  reserve(): number;
  /** Writes an object, under a number taken before or a new one; returns the number. */
  object(body: string, number?: number): number;
  /** Writes a stream with more entries of its dictionary; returns its number. */
  stream(bytes: Uint8Array, more?: string): number;
  /** Ends the file with the table of objects; `id` are 32 hexadecimal digits. Returns how long it is. */
  close(root: number, info: number, id: string): number;
};

/** Characters up to 255, a byte each. */
export function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** A text of the document's own data, with its byte order mark. */
export function utf16(text: string): string {
  let codes = 'feff';
  for (let at = 0; at < text.length; at++) codes += text.charCodeAt(at).toString(16).padStart(4, '0');
  return `<${codes}>`;
}

/** Begins a file (PDF 1.7, ISO 32000-1) whose bytes go to `put` in their order. */
export function newPdfFile(put: (bytes: Uint8Array) => void): PdfFile {
  const offsets: number[] = [];
  let length = 0;
  const leave = (bytes: Uint8Array): void => {
    put(bytes);
    length += bytes.length;
  };
  const text = (line: string): void => leave(bytesOf(`${line}\n`));
  let last = 0;
  // Four bytes above 127 tell programs that the file is not text.
  text('%PDF-1.7\n%\xe2\xe3\xcf\xd3');
  return {
    reserve: () => ++last,
    object(body, number = ++last) {
      offsets[number] = length;
      text(`${number} 0 obj\n${body}\nendobj`);
      return number;
    },
    stream(bytes, more = '') {
      const number = ++last;
      offsets[number] = length;
      text(`${number} 0 obj\n<< /Length ${bytes.length}${more} >>\nstream`);
      leave(bytes);
      text('\nendstream\nendobj');
      return number;
    },
    close(root, info, id) {
      const table = length;
      const entries = Array.from({ length: last }, (_, index) => `${String(offsets[index + 1]).padStart(10, '0')} 00000 n `);
      text(['xref', `0 ${last + 1}`, '0000000000 65535 f ', ...entries].join('\n'));
      const trailer = `/Size ${last + 1} /Root ${root} 0 R /Info ${info} 0 R /ID [<${id}> <${id}>]`;
      text(`trailer\n<< ${trailer} >>\nstartxref\n${table}\n%%EOF`);
      return length;
    },
  };
}
