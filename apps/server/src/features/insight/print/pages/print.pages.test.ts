import { api } from '@gantry/contract';
import { DEFAULT_PRINT_FORMAT, DEFAULT_PRINT_SETTINGS } from '@gantry/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { READS_PDF, textsOfPdf } from '../../../../../../../packages/interchange/src/testing/office.ts';
import { ended, fileOfJob } from '../../../../testing/jobs.ts';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';

let world: World;
let anna: Person;
let version: number;
const LONG = 'erection of steel structures of the roof with acceptance of welds';
const ROWS = 60;
const codeOf = (at: number): string => `W-${String(at + 1).padStart(3, '0')}`;
const nameOf = (at: number): string => (at % 7 === 3 ? `Work ${at + 1} ${LONG}` : `Work ${at + 1} masonry`);

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  version = await anna.version(await anna.schedule());
  for (let at = 0; at < ROWS; at += 1) {
    const start = `2026-03-${String((at % 28) + 1).padStart(2, '0')}T08:00`;
    await anna.item(version, { code: codeOf(at), name: nameOf(at), start, duration_minutes: 480 * (1 + (at % 9)) });
  }
}, 120_000);
afterAll(() => world.close());

test.skipIf(!READS_PDF).each([
  ['cut', 'most', 1],
  ['wrap', 'most', 1],
  ['cut', 'exact', 3],
] as const)(
  'each page of a print reads as the cells of its rows, each row once: %s, %s %i wide',
  { timeout: 60_000 },
  async (row_text, fit, pages) => {
    const settings = {
      ...DEFAULT_PRINT_SETTINGS,
      columns: ['code', 'name', 'start', 'finish'],
      row_text,
      wide: { fit, pages },
      repeat_columns: false,
    };
    const format = { ...DEFAULT_PRINT_FORMAT, sheet_height: 210, sheet_width: 297 };
    const count = await anna.ok(api.print.count, { params: { id: version }, body: { settings, format } });
    const { job_id } = await anna.ok(api.print.print, { params: { id: version }, body: { settings, format } });
    const read = (await textsOfPdf(await fileOfJob(anna, await ended(anna, job_id))))
      .split('\f')
      .map((page) => page.replaceAll(/\s+/g, ' '));
    if (read.at(-1)?.trim() === '') read.pop();
    expect(read).toHaveLength(count.pages);
    expect(count.tall).toBeGreaterThan(1);
    // Pages run down before they run across.
    const bands = read.slice(0, count.tall);
    const codes = Array.from({ length: ROWS }, (_, at) => codeOf(at));
    const onPages = bands.map((page) => codes.filter((code) => page.includes(code)));
    expect(onPages.flat()).toEqual(codes);
    const { items } = await anna.ok(api.wbs.list, { params: { id: version } });
    const timesIn = (text: string, cell: string): number => text.split(cell).length - 1;
    for (const [page, shown] of onPages.entries()) {
      const dates: string[] = [];
      for (const code of shown) {
        const item = items.find((one) => one['code'] === code);
        for (const cell of [code, textOf(item?.name)]) {
          expect(timesIn(read.join(' '), cell), cell).toBe(1);
          expect(timesIn(read[page], cell), `${cell} on page ${page + 1}`).toBe(1);
        }
        dates.push(...[item?.['start'], item?.['finish']].map((date) => dayOf(textOf(date))));
      }
      for (const date of new Set(dates))
        expect(timesIn(read[page], date), `${date} on page ${page + 1}`).toBe(dates.filter((one) => one === date).length);
    }
  },
);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** A day as prints write it. */
const dayOf = (date: string): string => date.slice(0, 10).split('-').reverse().join('.');
