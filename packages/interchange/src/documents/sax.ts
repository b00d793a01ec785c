import { SaxesParser } from 'saxes';

/** What a reader of XML hears of; names with the prefixes that office programs write. */
export type XmlEars = {
  open(name: string, attributes: Record<string, string>): void;
  close(name: string): void;
  text(text: string): void;
};

const DEEPEST = 256;
const PIECE = 1 << 16;

/** Reads XML of UTF-8 to its end, or until nothing more is wanted; false: it is broken, nested too deeply, or declares a document type. */
export function hearXml(bytes: Uint8Array, ears: XmlEars, isEnough: () => boolean): boolean {
  const parser = new SaxesParser();
  let broken = false;
  let depth = 0;
  parser.on('doctype', () => (broken = true));
  parser.on('error', () => (broken = true));
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > DEEPEST) broken = true;
    if (!broken) ears.open(name, attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    if (!broken) ears.close(name);
  });
  parser.on('text', (text) => !broken && ears.text(text));
  parser.on('cdata', (text) => !broken && ears.text(text));
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length && !broken && !isEnough(); at += PIECE)
    parser.write(decoder.decode(bytes.subarray(at, at + PIECE), { stream: true }));
  if (!broken && !isEnough()) parser.close();
  return !broken;
}
