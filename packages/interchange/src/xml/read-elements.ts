import { SaxesParser } from 'saxes';
import type { Findings } from '../findings.ts';
import type { ByteSource, ReadOptions } from '../project-file.ts';
import type { RawElements } from '../raw.ts';
import { openBytes, utf16Of } from '../text/byte-lines.ts';
import { CODE_PAGES, decoderOf, isSingleByte } from '../text/code-pages.ts';
import type { CodePage } from '../text/code-pages.ts';
import { foreignFormatOf } from '../text/signatures.ts';
import { NIL, localName, startTape } from './tape.ts';

/** Limits on XML input. */
export type XmlLimits = {
  depth: number;
  nodes: number;
  textLength: number;
  /** Whether an element, by its name and those of the elements around it from the outermost, is left out with all that is in it. */
  skip?: (name: string, around: readonly string[]) => boolean;
  watch?: XmlWatch;
};

/** Hears of each element as it opens and closes, of those that are left out too: they have no place on the tape, which is -1. */
export type XmlWatch = {
  /** Returns whether the text of an element that is left out is wanted. */
  opened: (name: string, depth: number, node: number) => boolean;
  closed: (depth: number, text: string) => void;
};

const LIMITS: XmlLimits = { depth: 60, nodes: 50_000_000, textLength: 12 << 20 };

/** Reads XML into a tape of elements; attributes become elements named `@…`. Document types are refused, broken XML is kept up to the break. */
export async function readElements(
  source: ByteSource,
  options: ReadOptions,
  findings: Findings,
  limits: XmlLimits = LIMITS,
): Promise<{ elements: RawElements; codePage: CodePage } | null> {
  const { first, rest } = await openBytes(source, options.onProgress);
  const foreign = utf16Of(first) ? 'xml' : foreignFormatOf(first);
  if (foreign !== 'xml') {
    findings.add({ severity: 'error', code: foreign ? `file.is_${foreign}` : 'file.not_xml' });
    return null;
  }
  const codePage = options.codePage ?? utf16Of(first) ?? declaredPage(first, findings);
  const tape = startTape();
  const parser = new SaxesParser({ position: true });
  let stopped: string | null = null;
  let depth = 0;
  let text = '';
  const around: string[] = [];
  let skippedFrom = 0;
  let wanted = false;
  let tags = 0;
  const stop = (code: string, value?: string): void => {
    if (stopped) return;
    stopped = code;
    findings.add({ severity: 'error', code, line: parser.line, column: parser.column + 1, ...(value ? { value } : {}) });
  };
  const addText = (piece: string): void => {
    if (stopped || (skippedFrom && !wanted)) return;
    if (text.length + piece.length > limits.textLength) stop('xml.text_too_long');
    else text += piece;
  };
  parser.on('doctype', () => stop('xml.doctype'));
  parser.on('error', ({ message }) => stop(...faultOf(message)));
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', (tag) => {
    tags += 1;
    if (stopped) return;
    if (++depth > limits.depth) return stop('xml.too_deep');
    if (!skippedFrom && limits.skip?.(tag.name, around)) skippedFrom = depth;
    if (skippedFrom) {
      text = '';
      wanted = limits.watch?.opened(tag.name, depth, -1) ?? false;
      return;
    }
    if (limits.skip) around.push(tag.name);
    if (tape.count >= limits.nodes) return stop('xml.too_many_elements');
    text = '';
    const node = tape.open(tag.name, depth);
    limits.watch?.opened(tag.name, depth, node);
    const prefix = tag.name.slice(0, -localName(tag.name).length - 1);
    for (const [name, value] of Object.entries(tag.attributes)) {
      if (depth === 1 && name === (prefix === '' ? 'xmlns' : `xmlns:${prefix}`)) tape.elements.namespace = value;
      if (name.includes(':') && localName(name) === 'nil' && (value === 'true' || value === '1')) tape.setText(node, NIL);
      else tape.setText(tape.open(`@${name}`, depth + 1), value);
    }
  });
  parser.on('closetag', () => {
    tags += 1;
    if (stopped) return;
    limits.watch?.closed(depth, text);
    if (skippedFrom) {
      text = '';
      wanted = false;
      if (depth-- === skippedFrom) skippedFrom = 0;
      return;
    }
    around.pop();
    tape.close(depth--, text);
    text = '';
  });
  let eventless = 0;
  for await (const piece of decoded(rest, codePage)) {
    const before = tags;
    parser.write(piece);
    // A comment or a tag without end gives no event; the parser would collect it for ever.
    eventless = tags === before ? eventless + piece.length : 0;
    if (eventless > limits.textLength) stop('xml.text_too_long');
    if (stopped) break;
  }
  if (!stopped) parser.close();
  if (stopped === 'xml.doctype' || tape.count === 0) return null;
  return { elements: tape.finish(), codePage };
}

/** The finding for what the parser says of a fault: its English words reach nobody. */
function faultOf(message: string): [code: string, element?: string] {
  const cut = /unclosed tag: (.+)$/.exec(message);
  return cut ? ['xml.breaks_off', cut[1]] : ['xml.malformed'];
}

function declaredPage(first: Buffer, findings: Findings): CodePage {
  const declared = /^[^<]{0,4}<\?xml[^>]*encoding\s*=\s*["']([\w.-]+)["']/.exec(first.toString('latin1'))?.[1].toLowerCase();
  if (!declared || declared === 'utf-8' || declared === 'utf8' || declared === 'us-ascii') return 'utf-8';
  const alias = declared === 'cp866' ? 'ibm866' : declared.replace(/^(cp|windows)-?(?=125\d$)/, 'windows-');
  const known = alias === 'iso-8859-1' ? 'windows-1252' : CODE_PAGES.find((page) => page === alias);
  if (!known) findings.add({ severity: 'warning', code: 'xml.unknown_encoding', line: 1, value: declared });
  return known ?? 'utf-8';
}

async function* decoded(chunks: AsyncIterable<Buffer>, page: CodePage): AsyncGenerator<string> {
  if (isSingleByte(page)) {
    const decode = decoderOf(page);
    for await (const chunk of chunks) yield decode(chunk.toString('latin1'));
    return;
  }
  const decoder = new TextDecoder(page);
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
