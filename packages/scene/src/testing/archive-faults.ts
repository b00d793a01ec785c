import { inflateSync } from 'node:zlib';

type PdfObject = { number: number; body: string; stream: Buffer | null };

const OPERATORS = new Set(
  'b B b* B* BDC BI BMC BT BX c cm CS cs d d0 d1 Do DP EI EMC ET EX f F f* G g gs h i ID j J k K l m M MP n q Q re RG rg ri s S SC sc SCN scn sh T* Tc Td TD Tf Tj TJ TL Tm Tr Ts Tw Tz v w W W* y \' "'.split(
    ' ',
  ),
);
/** Entries that an archived document must not have, whatever they say. */
const FORBIDDEN =
  /\/(?:Encrypt|JavaScript|JS|OpenAction|AA|Launch|EmbeddedFiles?|XFA|NeedAppearances|OCProperties|Alternates|OPI|Ref|HTP|Movie|Sound|RichMedia|DeviceCMYK|LZWDecode|Crypt|FFilter|PS)\b/;
const MOST_NESTED = 28;

/** The objects of a file of ours, its streams unpacked. */
function objectsOf(bytes: Buffer): Map<number, PdfObject> {
  const text = bytes.toString('latin1');
  const objects = new Map<number, PdfObject>();
  const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  for (const [index, [, place]] of [...text.slice(table).matchAll(/^(\d{10}) 00000 n $/gm)].entries()) {
    const [head, , body] = /^(\d+) 0 obj\n([^]*?)\n(?=endobj|stream\n)/.exec(text.slice(Number(place), Number(place) + 400_000)) ?? [];
    const own = head?.slice(head.indexOf('\n') + 1) ?? body ?? '';
    const from = Number(place) + (head?.length ?? 0);
    let stream: Buffer | null = null;
    if (text.startsWith('stream\n', from)) {
      const length = Number(/\/Length (\d+)/.exec(own)?.[1]);
      const raw = bytes.subarray(from + 7, from + 7 + length);
      if (text.startsWith('\nendstream\nendobj', from + 7 + length)) stream = own.includes('/FlateDecode') ? inflateSync(raw) : raw;
    }
    objects.set(index + 1, { number: index + 1, body: own, stream });
  }
  return objects;
}

const refOf = (body: string | undefined, name: string): number => Number(new RegExp(`/${name} (\\d+) 0 R`).exec(body ?? '')?.[1] ?? 0);
const namesIn = (body: string, name: string): Set<string> =>
  new Set([...(new RegExp(`/${name} << ([^]*?) >>`).exec(body)?.[1] ?? '').matchAll(/\/(\w+) (?:\d+ 0 R|<<)/g)].map(([, own]) => own));

/** The rules of PDF/A-2u (ISO 19005-2, numbers of its clauses) that a file of ours breaks; they are those that bear on what we write. */
export function archiveFaults(bytes: Buffer): string[] {
  const faults: string[] = [];
  const must = (rule: string, holds: unknown): void => {
    if (!holds) faults.push(rule);
  };
  const text = bytes.toString('latin1');
  const objects = objectsOf(bytes);
  const bodyOf = (number: number): string => objects.get(number)?.body ?? '';
  const trailer = /trailer\n<<([^]*?)>>\nstartxref/.exec(text)?.[1] ?? '';
  must('6.1.2 header', /^%PDF-1\.[0-7]\n%[\x80-\xff]{4}\n/.test(text));
  must('6.1.3 trailer', /\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/.test(trailer) && text.endsWith('%%EOF\n'));
  must('6.1.4 table of objects', [...text.matchAll(/^\d{10} \d{5} [nf] \n/gm)].length === objects.size + 1);
  for (const { number, body, stream } of objects.values()) {
    must(`6.1.9 object ${number}`, body !== '');
    must(`6.1.7 stream ${number}`, !body.includes('/Length ') || (stream && !/\/Filter \/(?!FlateDecode)/.test(body)));
    must(
      `6.1.6 hexadecimal text ${number}`,
      [...body.matchAll(/<([0-9a-fA-F]*)>(?!>)/g)].every(([, digits]) => digits.length % 2 === 0),
    );
    must(`forbidden entry in ${number}`, !FORBIDDEN.test(body));
    must(
      `6.1.13 name in ${number}`,
      [...body.matchAll(/\/([^\s/<>[\]()]+)/g)].every(([, name]) => name.length <= 127),
    );
    must(
      `6.2.8 picture ${number}`,
      !body.includes('/Subtype /Image') || (/\/BitsPerComponent 8\b/.test(body) && !/\/Interpolate true/.test(body)),
    );
    must(`6.2.5 state ${number}`, !/\/BM \/(?!Normal)/.test(body) && !/\/ExtGState << [^]*\/TR2? /.test(body));
    if (body.includes('/Type /Annot'))
      must(`6.3 annotation ${number}`, /\/Subtype \/Link/.test(body) && /\/F 4\b/.test(body) && !/\/A </.test(body));
  }
  const root = bodyOf(refOf(trailer, 'Root'));
  checkIntent(root, objects, must);
  checkMetadata(root, bodyOf(refOf(trailer, 'Info')), objects, must);
  const pages = [...objects.values()].filter(({ body }) => body.includes('/Type /Page '));
  const resources = bodyOf(refOf(pages[0]?.body, 'Resources'));
  const shown = new Map<string, Set<number>>();
  for (const { number, body } of pages) {
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(body) ?? [];
    must(
      `6.1.13 size of page ${number}`,
      [width, height].every((side) => Number(side) >= 3 && Number(side) <= 14_400),
    );
    checkContent(objects.get(refOf(body, 'Contents'))?.stream ?? null, resources, number, shown, must);
  }
  checkFonts(bodyOf(refOf(resources, 'Font')), objects, shown, must);
  return faults;
}

type Must = (rule: string, holds: unknown) => void;

function checkIntent(root: string, objects: ReadonlyMap<number, PdfObject>, must: Must): void {
  const profile = objects.get(refOf(root, 'DestOutputProfile'));
  const icc = profile?.stream ?? Buffer.alloc(0);
  must('6.2.3 output intent', /\/OutputIntents \[<< \/Type \/OutputIntent \/S \/GTS_PDFA1 \/OutputConditionIdentifier \(\w+\)/.test(root));
  must(
    '6.2.3 profile',
    icc.length > 128 &&
      icc.readUInt32BE(0) === icc.length &&
      icc[8] === 2 &&
      icc.toString('latin1', 12, 24) === 'mntrRGB XYZ ' &&
      icc.toString('latin1', 36, 40) === 'acsp' &&
      profile?.body.includes('/N 3'),
  );
}

/** What the dictionary of information says, the metadata say too. */
function checkMetadata(root: string, info: string, objects: ReadonlyMap<number, PdfObject>, must: Must): void {
  const stream = objects.get(refOf(root, 'Metadata'));
  const xmp = stream?.stream?.toString('utf8') ?? '';
  must('6.6.2.1 metadata', stream?.body.includes('/Type /Metadata /Subtype /XML') && !stream.body.includes('/Filter'));
  must(
    '6.6.2.1 packet',
    xmp.startsWith('<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>') && /<\?xpacket end="[rw]"\?>$/.test(xmp),
  );
  must('6.6.4 identification', /<pdfaid:part>2<\/pdfaid:part><pdfaid:conformance>U<\/pdfaid:conformance>/.test(xmp));
  const plain = (escaped: string | undefined): string =>
    (escaped ?? '').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
  const within = (element: string): string => plain(new RegExp(`<${element}>(?:<rdf:\\w+><rdf:li[^>]*>)?([^]*?)<\\/`).exec(xmp)?.[1]);
  const textOf = (name: string): string => {
    const digits = new RegExp(`/${name} <feff([0-9a-f]*)>`).exec(info)?.[1] ?? '';
    return Buffer.from(digits, 'hex').swap16().toString('utf16le');
  };
  for (const [name, element] of [
    ['Title', 'dc:title'],
    ['Author', 'dc:creator'],
    ['Subject', 'dc:description'],
  ] as const)
    must(`6.6.3 ${name}`, textOf(name) === within(element));
  for (const [name, element] of [
    ['CreationDate', 'xmp:CreateDate'],
    ['ModDate', 'xmp:ModifyDate'],
  ] as const)
    must(`6.6.3 ${name}`, within(element).replaceAll(/[-:T]/g, '') === new RegExp(`/${name} \\(D:(\\d{14}Z)\\)`).exec(info)?.[1]);
  must('6.6.3 Producer', within('pdf:Producer') === /\/Producer \((\w+)\)/.exec(info)?.[1]);
}

/** Operators that are known, resources that are there; notes the glyphs that each font shows. */
function checkContent(content: Buffer | null, resources: string, page: number, shown: Map<string, Set<number>>, must: Must): void {
  must(`6.2.2 content of page ${page}`, content);
  const known = { Tf: null, gs: namesIn(resources, 'ExtGState'), Do: namesIn(resources, 'XObject'), scn: namesIn(resources, 'Pattern') };
  let [font, depth, deepest] = ['', 0, 0];
  const text = content?.toString('latin1') ?? '';
  const unknown = new Set<string>();
  const missing = new Set<string>();
  let name = '';
  for (const [token, literal] of text.matchAll(/\(((?:\\[^]|[^\\)])*)\)|<<[^]*?>>|<[0-9a-fA-F]*>|\/[^\s/<>[\]()]+|[^\s/<>[\]()]+|[[\]]/g)) {
    if (literal !== undefined) {
      const codes = Buffer.from(
        literal.replace(/\\([^])/g, (_, char: string) => (char === 'r' ? '\r' : char)),
        'latin1',
      );
      const glyphs = shown.get(font) ?? new Set<number>();
      shown.set(font, glyphs);
      for (let at = 0; at + 1 < codes.length; at += 2) glyphs.add(codes.readUInt16BE(at));
    } else if (token.startsWith('/')) name = token.slice(1);
    else if (/^[-+]?[\d.]+$|^[<[\]]|^(?:true|false|null)$/.test(token)) continue;
    else if (!OPERATORS.has(token)) unknown.add(token);
    else {
      if (token === 'q') deepest = Math.max(deepest, ++depth);
      if (token === 'Q') depth--;
      if (token === 'Tf') font = name;
      if ((token === 'gs' || token === 'Do' || token === 'scn') && name && !known[token].has(name)) missing.add(`${token} ${name}`);
      if (token === 'k' || token === 'K') missing.add('CMYK');
    }
  }
  must(`6.2.2 operators of page ${page}: ${[...unknown].slice(0, 3).join(' ')}`, unknown.size === 0);
  must(`6.2.2 resources of page ${page}: ${[...missing].join(', ')}`, missing.size === 0);
  must(`6.1.13 nesting of page ${page}`, depth === 0 && deepest <= MOST_NESTED);
}

/** Fonts are in the file with the widths that they have, and each glyph leads back to a character. */
function checkFonts(
  fonts: string,
  objects: ReadonlyMap<number, PdfObject>,
  shown: ReadonlyMap<string, ReadonlySet<number>>,
  must: Must,
): void {
  const bodyOf = (number: number): string => objects.get(number)?.body ?? '';
  for (const [name, glyphs] of shown) {
    const font = bodyOf(refOf(fonts, name));
    const descendant = bodyOf(Number(/\/DescendantFonts \[(\d+) 0 R\]/.exec(font)?.[1]));
    const descriptor = bodyOf(refOf(descendant, 'FontDescriptor'));
    const program = objects.get(refOf(descriptor, 'FontFile2'))?.stream;
    must(`6.2.11.4 font ${name} in the file`, program);
    must(`6.2.11.3 ${name} as Identity-H`, font.includes('/Encoding /Identity-H') && descendant.includes('/CIDToGIDMap /Identity'));
    must(`6.2.11.4 subset ${name}`, /\/BaseFont \/[A-Z]{6}\+/.test(font));
    must(`6.2.11.8 ${name} shows what is missing`, !glyphs.has(0));
    const back = objects.get(refOf(font, 'ToUnicode'))?.stream?.toString('latin1') ?? '';
    const codes = new Map([...back.matchAll(/<(\w{4})> <(\w+)>/g)].map(([, glyph, code]) => [Number.parseInt(glyph, 16), code]));
    must(
      `6.2.11.7 ${name} back to characters`,
      [...glyphs].every((glyph) => !/^(?:|0000|feff|fffe)$/i.test(codes.get(glyph) ?? '')),
    );
    const widths = new Map(
      [...(/\/W \[([^]*)\]/.exec(descendant)?.[1] ?? '').matchAll(/(\d+) \[(\d+)\]/g)].map(([, glyph, width]) => [
        Number(glyph),
        Number(width),
      ]),
    );
    if (program)
      must(
        `6.2.11.5 widths of ${name}`,
        [...glyphs].every((glyph) => Math.abs((widths.get(glyph) ?? 1000) - widthIn(program, glyph)) <= 1),
      );
  }
}

/** The width of a glyph by the tables of a TrueType program, in thousandths of its size. */
function widthIn(program: Buffer, glyph: number): number {
  const tables = new Map<string, number>();
  for (let at = 0; at < program.readUInt16BE(4); at++)
    tables.set(program.toString('latin1', 12 + at * 16, 16 + at * 16), program.readUInt32BE(20 + at * 16));
  const [head, hhea, hmtx] = ['head', 'hhea', 'hmtx'].map((name) => tables.get(name) ?? 0);
  const measures = program.readUInt16BE(hhea + 34);
  return (program.readUInt16BE(hmtx + 4 * Math.min(glyph, measures - 1)) * 1000) / program.readUInt16BE(head + 18);
}
