import { inflateSync } from 'node:zlib';

/** What a PDF of ours says: its number of pages and the texts of each, glyphs read back by the fonts' own tables. */
export function readPdf(bytes: Buffer): { pages: number; texts: string[] } {
  const text = bytes.toString('latin1');
  const streams = [...text.matchAll(/^(\d+) 0 obj\n<<([^\n]*)>>\nstream\n/gm)].map((found) => {
    const from = found.index + found[0].length;
    const length = Number(/\/Length (\d+)/.exec(found[2])?.[1]);
    const raw = bytes.subarray(from, from + length);
    return { id: Number(found[1]), data: found[2].includes('FlateDecode') ? inflateSync(raw).toString('latin1') : raw.toString('latin1') };
  });
  const streamOf = (id: string | undefined): string => streams.find((one) => one.id === Number(id))?.data ?? '';
  const objectOf = (id: string | undefined): string => new RegExp(`^${id} 0 obj\\n([^]*?)endobj`, 'm').exec(text)?.[1] ?? '';
  const fontsOf = (page: string): Map<string, Map<string, string>> => {
    const shared = objectOf(/\/Resources (\d+) 0 R/.exec(page)?.[1]);
    const dictionary = objectOf(/\/Font (\d+) 0 R/.exec(shared)?.[1]);
    return new Map(
      [...dictionary.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, role, id]) => {
        const back = streamOf(/\/ToUnicode (\d+) 0 R/.exec(objectOf(id))?.[1]);
        return [
          role,
          new Map(
            [...back.matchAll(/<(\w{4})> <(\w+)>/g)].map(([, glyph, code]) => [glyph, String.fromCharCode(Number.parseInt(code, 16))]),
          ),
        ];
      }),
    );
  };
  const pages = [...text.matchAll(/\/Type \/Page \/[^\n]*/g)].map(([page]) => page);
  const glyphsOf = (literal: string): string[] => {
    const bytes = Buffer.from(
      literal.replace(/\\([^])/g, (_, char: string) => (char === 'r' ? '\r' : char)),
      'latin1',
    );
    return bytes.toString('hex').match(/\w{4}/g) ?? [];
  };
  const texts = pages.map((page) => {
    const fonts = fontsOf(page);
    let font = fonts.get('regular');
    const written: string[] = [];
    for (const [, role, glyphs] of streamOf(/\/Contents (\d+) 0 R/.exec(page)?.[1]).matchAll(
      /\/(\w+) [\d.]+ Tf|\(((?:\\[^]|[^\\)])*)\) Tj/g,
    )) {
      if (role) font = fonts.get(role);
      else
        written.push(
          glyphsOf(glyphs)
            .map((glyph) => font?.get(glyph) ?? '')
            .join(''),
        );
    }
    return written.join('\n');
  });
  return { pages: Number(/\/Type \/Pages \/Count (\d+)/.exec(text)?.[1]), texts };
}
