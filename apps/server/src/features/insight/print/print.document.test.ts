import { api, type Call, type Endpoint } from '@gantry/contract';
import { DEFAULT_PRINT_FORMAT, DEFAULT_PRINT_SETTINGS, LANGUAGES, type PrintFormat } from '@gantry/domain';
import { hasGlyph } from '@gantry/scene';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textsOf } from '../../access/localization/localization.service.ts';
import { openFonts } from './print.fonts.service.ts';
import { answerBytes } from '../../../testing/call.ts';
import { ended } from '../../../testing/jobs.ts';
import { readPdf } from '../../../testing/pdf.ts';
import { pngChunk, pngPicture } from '../../../testing/samples/pictures.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let vera: Person;
let version: number;
const folder = mkdtempSync(join(tmpdir(), 'gantry-print-test-'));
const ROWS = 40;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  vera = await world.person('vera');
  await anna.space();
  await world.join(vera, anna, 'planner');
  version = await anna.version(await anna.schedule());
  const sum = await anna.item(version, { name: 'Каркас ↗ этажи ≤ 9', type: 'sum' });
  const works: number[] = [];
  for (let index = 1; index <= ROWS; index += 1) {
    const day = String((index % 28) + 1).padStart(2, '0');
    const name = `Работа №${index}: ${index % 5 === 0 ? 'монтаж стальных конструкций покрытия с приёмкой сварных швов'.repeat(3) : 'кладка'}`;
    works.push(await anna.item(version, { name, start: `2026-03-${day}T08:00`, finish: `2026-04-${day}T17:00` }, sum));
  }
  await anna.ok(api.relations.create, {
    params: { id: version },
    body: { predecessor_id: works[0], successor_id: works[ROWS - 1], type: 'fs' },
  });
}, 120_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await world.close();
});

const has = (program: string): boolean => {
  try {
    execFileSync('which', [program], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
};
const POPPLER = has('pdftotext') && has('pdftoppm') && has('pdffonts');
const A4 = { sheet_height: 210, sheet_width: 297 };
const format = (change: Partial<PrintFormat> = {}): PrintFormat => ({ ...DEFAULT_PRINT_FORMAT, ...change });

async function bytesOf(endpoint: Endpoint, call: Call<Endpoint>): Promise<Buffer> {
  const { status, bytes } = await answerBytes(anna, endpoint, call);
  expect(status).toBe(200);
  return bytes;
}

/** Prints the version into a file; answers its path and the job. */
async function printed(body: Partial<Call<typeof api.print.print>['body']>) {
  const { job_id } = await anna.ok(api.print.print, { params: { id: version }, body });
  const job = await ended(anna, job_id);
  expect([job.status, job.error]).toEqual(['done', null]);
  const path = join(folder, `${job_id}.pdf`);
  writeFileSync(path, await bytesOf(api.exports.download, { query: { key: job.result?.['download_key'] } }));
  return { path, job };
}

const upload = (bytes: Buffer, name = 'logo.png') => {
  const raw = new FormData();
  raw.set('file', new Blob([new Uint8Array(bytes)]), name);
  return raw;
};
const addLogo = async (bytes: Buffer): Promise<number> => (await anna.ok(api.print.addLogo, {}, { raw: upload(bytes) })).id;

describe('a logo', () => {
  test('is written anew, chosen from a list, shown, and deleted by who brought it', async () => {
    const script = Buffer.from('<script>alert(1)</script>');
    const id = await addLogo(pngPicture(40, 20, { chunks: [pngChunk('tEXt', script)], behind: script }));
    expect((await vera.ok(api.print.logos)).items).toContainEqual({ id, name: 'logo.png', width: 40, height: 20, own: false });
    const bytes = await bytesOf(api.print.logo, { params: { logoId: id } });
    expect(bytes.includes('script')).toBe(false);
    expect(await vera.refused(api.print.removeLogo, { params: { logoId: id } })).toMatchObject({ code: 'preset.not_yours' });
    await anna.ok(api.print.removeLogo, { params: { logoId: id } });
    expect(await anna.refused(api.print.logo, { params: { logoId: id } })).toMatchObject({ status: 404, code: 'print.no_logo' });
    const gone = await anna.ok(api.print.count, { params: { id: version }, body: { format: format({ logo_id: id }) } });
    expect(gone.warnings).toContainEqual({ code: 'logo_gone', value: id });
  });

  test.each([
    ['a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['nothing', Buffer.alloc(0)],
    ['a wall to paint', pngPicture(2, 2, { states: { width: 60_000, height: 60_000 } })],
    ['a cut file', pngPicture(40, 40).subarray(0, 60)],
  ])('is refused where it is %s', async (_, bytes) => {
    expect(await anna.refused(api.print.addLogo, {}, { raw: upload(bytes) })).toMatchObject({
      status: 422,
      code: 'print.logo_not_accepted',
    });
  });

  test('is refused where it is no form, and too many are', async () => {
    expect(await anna.refused(api.print.addLogo, {}, { raw: 'x', headers: { 'content-type': 'text/plain' } })).toMatchObject({
      status: 415,
    });
    const ids: number[] = [];
    while (ids.length < 50 - (await anna.ok(api.print.logos)).items.length + ids.length) ids.push(await addLogo(pngPicture(2, 2)));
    expect(await anna.refused(api.print.addLogo, {}, { raw: upload(pngPicture(2, 2)) })).toMatchObject({ code: 'print.logos_full' });
    for (const logoId of ids) await anna.ok(api.print.removeLogo, { params: { logoId } });
  });
});

test('what is odd about a print is said before it is made', async () => {
  const body = {
    format: format({
      title_block: 'gost' as const,
      title_cells: { stage: 'Рабочая документация и ещё очень много слов '.repeat(8) },
      headers: { ...format().headers, upper_left: '{{qr}} 🏗 漢' },
      qr: 'x'.repeat(512),
    }),
  };
  const { warnings } = await anna.ok(api.print.count, { params: { id: version }, body });
  expect(warnings).toContainEqual({ code: 'glyphs_missing', value: 2, signs: '漢 🏗' });
  expect(warnings).toContainEqual({ code: 'titles_cut', value: 1 });
  expect(warnings.map(({ code }) => code)).not.toContain('qr_long');
});

test.each(LANGUAGES)('the fonts have every sign that the product writes in %s', (language) => {
  const { fonts } = openFonts();
  const missing = new Set(
    [...Object.values(textsOf(language)).join('')].filter((sign) => sign !== '\n' && !hasGlyph(fonts.regular.font, sign)),
  );
  expect([...missing]).toEqual([]);
});

describe.skipIf(!POPPLER)('a document, read by poppler', () => {
  const body = async () => ({
    language: 'ru' as const,
    format: format({
      ...A4,
      title_block: 'gost',
      headers: { ...format().headers, upper_left: '{{logo}}', upper_right: '{{qr}}' },
      qr: 'https://example.org/1/schedule/7',
      logo_id: await addLogo(pngPicture(40, 20)),
      approvals: [{ role: 'Заказчик', person: 'Вера', decision: 'Согласовано', date: '01.11.2026' }],
    }),
  });

  test('says each row once and whole, whatever the sheet cuts, and its fonts are in it', async () => {
    const { path } = await printed({ ...(await body()), settings: { ...DEFAULT_PRINT_SETTINGS, row_text: 'cut' } });
    const text = execFileSync('pdftotext', ['-layout', path, '-'], { encoding: 'utf8' });
    for (let index = 1; index <= ROWS; index += 1) expect(text.match(new RegExp(`Работа №${index}:`, 'g'))).toHaveLength(1);
    expect(text).toContain('монтаж стальных конструкций покрытия с приёмкой сварных швов'.repeat(3));
    for (const word of ['Каркас ↗ этажи ≤ 9', 'Изм.', 'Кол.уч', 'Заказчик', 'Согласовано']) expect(text).toContain(word);
    const fonts = execFileSync('pdffonts', [path], { encoding: 'utf8' }).trim().split('\n').slice(2);
    expect(fonts).toHaveLength(3);
    for (const font of fonts) expect(font).toMatch(/CID TrueType +Identity-H +yes yes yes/);
    const info = execFileSync('pdfinfo', [path], { encoding: 'utf8' });
    expect(info).toMatch(/Tagged: +yes/);
    expect(info).toMatch(/PDF version: +1\.7/);
  });

  test('breaks long texts into lines that are read one after the other, each word once', async () => {
    const { path } = await printed(await body());
    const words = execFileSync('pdftotext', [path, '-'], { encoding: 'utf8' }).replaceAll(/\s+/g, ' ');
    const long = 'монтаж стальных конструкций покрытия с приёмкой сварных швов'.repeat(3);
    expect(words.split(long).length - 1).toBe(ROWS / 5);
    expect(words).not.toMatch(/[^ ]…/);
  });

  test('says across the sheet that it is a draft, unless it says something else there', async () => {
    const textOf = async (text: string) => {
      const { path } = await printed({ language: 'ru', format: format({ watermark: { text, share: 10 } }) });
      return readPdf(readFileSync(path)).texts[0];
    };
    expect(await textOf('')).toContain('ЧЕРНОВИК');
    const own = await textOf('НА СОГЛАСОВАНИЕ');
    expect(own).toContain('НА СОГЛАСОВАНИЕ');
    expect(own).not.toContain('ЧЕРНОВИК');
  });

  test.skipIf(!has('qpdf'))('is sound', async () => {
    const { path } = await printed({ ...(await body()), settings: { ...DEFAULT_PRINT_SETTINGS, pages: '2' } });
    expect(execFileSync('qpdf', ['--check', path], { encoding: 'utf8' })).toContain('No syntax or stream encoding errors found');
  });

  test.each(['colour', 'safe', 'grey', 'black'] as const)('looks as the page before it: %s', async (colours) => {
    const asked = await body();
    const params = { id: version };
    const sheet = { ...asked, format: { ...asked.format, colours } };
    const shown = await loadImage(await bytesOf(api.print.preview, { params, body: { ...sheet, page: 1, width: 1123 } }));
    const pdf = join(folder, `${colours}.pdf`);
    writeFileSync(pdf, await bytesOf(api.print.preview, { params, body: { ...sheet, page: 1, as: 'pdf' } }));
    execFileSync('pdftoppm', ['-png', '-singlefile', '-scale-to-x', '1123', '-scale-to-y', '794', pdf, join(folder, colours)]);
    const seen = await loadImage(readFileSync(join(folder, `${colours}.png`)));
    expect([seen.width, seen.height]).toEqual([shown.width, shown.height]);
    expect(alike(pixelsOf(shown), pixelsOf(seen), shown.width, shown.height)).toBeGreaterThan(0.995);
  });
});

type Image = Awaited<ReturnType<typeof loadImage>>;

function pixelsOf(image: Image): Uint8ClampedArray {
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height).data;
}

const BRIGHT = 96;

/** The share of pixels that another picture has within one pixel of their place: letters are smoothed differently. */
function alike(one: Uint8ClampedArray, other: Uint8ClampedArray, width: number, height: number): number {
  const near = (at: number, to: number): boolean => {
    for (let part = 0; part < 3; part += 1) if (Math.abs(one[at * 4 + part] - other[to * 4 + part]) > BRIGHT) return false;
    return true;
  };
  let same = 0;
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      let found = near(at, at);
      for (let step = 0; step < 9 && !found; step += 1) found = near(at, at + (Math.floor(step / 3) - 1) * width + (step % 3) - 1);
      if (found) same += 1;
    }
  return same / ((width - 2) * (height - 2));
}
