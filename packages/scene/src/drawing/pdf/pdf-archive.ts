import { bytesOf, type PdfFile, utf16 } from './pdf-file.ts';

/** What a document says of itself. `created` is an instant in UTC, `id` 32 hexadecimal digits, which are those of its contents. */
export type PdfAbout = { title: string; author: string; subject: string; language: string; created: string; id: string };

const PRODUCER = 'Gantry';

/** Entries of the catalog that make a document one of PDF/A-2u (ISO 19005-2), and its dictionary of information. */
export function archiveEntries(file: PdfFile, about: PdfAbout): { catalog: string; info: number } {
  const profile = file.stream(srgbProfile(), ' /N 3');
  const intent = `/Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) /Info (sRGB) /DestOutputProfile ${profile} 0 R`;
  const metadata = file.stream(bytesOf(utf8(xmpOf(about))), ' /Type /Metadata /Subtype /XML');
  const date = `(D:${about.created.replace(/\.\d+/, '').replace(/[-:T]/g, '')})`;
  const texts = `/Title ${utf16(about.title)} /Author ${utf16(about.author)} /Subject ${utf16(about.subject)}`;
  return {
    catalog: `/Metadata ${metadata} 0 R /OutputIntents [<< ${intent} >>] /Lang (${about.language.replace(/[^\w-]/g, '')})`,
    info: file.object(`<< ${texts} /Producer (${PRODUCER}) /CreationDate ${date} /ModDate ${date} >>`),
  };
}

/** The bytes of UTF-8, a character each. */
const utf8 = (text: string): string =>
  encodeURIComponent(text).replace(/%([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** A document's id as a UUID. */
export const uuidOf = (id: string): string => [8, 12, 16, 20, 32].map((end, index) => id.slice([0, 8, 12, 16, 20][index], end)).join('-');

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** XML has no way to write most control characters. */
const escaped = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>]/g, (char) => ESCAPES[char]);

function xmpOf({ title, author, subject, created, id }: PdfAbout): string {
  const date = created.replace(/\.\d+/, '');
  const alternative = (text: string): string => `<rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt>`;
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<pdfaid:part>2</pdfaid:part><pdfaid:conformance>U</pdfaid:conformance>
<dc:title>${alternative(title)}</dc:title><dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator><dc:description>${alternative(subject)}</dc:description>
<xmp:CreateDate>${date}</xmp:CreateDate><xmp:ModifyDate>${date}</xmp:ModifyDate><pdf:Producer>${PRODUCER}</pdf:Producer>
<xmpMM:DocumentID>uuid:${uuidOf(id)}</xmpMM:DocumentID>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
}

/** Primaries of sRGB seen under the white of profiles (IEC 61966-2-1, adapted to D50), and that white. */
const PRIMARIES = { rXYZ: [0.43607, 0.22249, 0.01392], gXYZ: [0.38515, 0.71687, 0.09708], bXYZ: [0.14307, 0.06061, 0.7141] } as const;
const WHITE = [0.9642, 1, 0.8249] as const;
const CURVE_STEPS = 256;

/** The colour space sRGB as an ICC profile of version 2.1 (ICC.1:1998-09). */
function srgbProfile(): Uint8Array {
  const fixed = (value: number): number[] => word(Math.round(value * 65536));
  const xyz = (values: readonly number[]): number[] => [...bytesOf('XYZ '), ...word(0), ...values.flatMap(fixed)];
  const curve = Array.from({ length: CURVE_STEPS }, (_, step) => {
    const value = step / (CURVE_STEPS - 1);
    const light = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    return Math.round(light * 65535);
  });
  const trc = [...bytesOf('curv'), ...word(0), ...word(CURVE_STEPS), ...curve.flatMap((value) => [value >> 8, value & 255])];
  const name = 'sRGB';
  const description = [...bytesOf('desc'), ...word(0), ...word(name.length + 1), ...bytesOf(`${name}\0`), ...new Array<number>(78).fill(0)];
  const tags: [string, number[]][] = [
    ['desc', description],
    ['cprt', [...bytesOf('text'), ...word(0), ...bytesOf('No copyright, use freely\0')]],
    ['wtpt', xyz(WHITE)],
    ...Object.entries(PRIMARIES).map(([tag, values]): [string, number[]] => [tag, xyz(values)]),
    ['rTRC', trc],
    ['gTRC', trc],
    ['bTRC', trc],
  ];
  const places = new Map<number[], number>();
  const data: number[] = [];
  const start = 128 + 4 + tags.length * 12;
  for (const [, bytes] of tags) {
    if (places.has(bytes)) continue;
    places.set(bytes, start + data.length);
    data.push(...bytes);
    while (data.length % 4 > 0) data.push(0);
  }
  const table = tags.flatMap(([tag, bytes]) => [...bytesOf(tag), ...word(places.get(bytes) ?? 0), ...word(bytes.length)]);
  const profile = Uint8Array.from([...new Array<number>(128).fill(0), ...word(tags.length), ...table, ...data]);
  const put = (at: number, bytes: ArrayLike<number>): void => profile.set(bytes, at);
  put(0, word(profile.length));
  put(8, word(0x02100000));
  put(12, bytesOf('mntrRGB XYZ '));
  put(
    24,
    [2000, 1, 1, 0, 0, 0].flatMap((part) => [part >> 8, part & 255]),
  );
  put(36, bytesOf('acsp'));
  put(68, WHITE.flatMap(fixed));
  return profile;
}

const word = (value: number): number[] => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
