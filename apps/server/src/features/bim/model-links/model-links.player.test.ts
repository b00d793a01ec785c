import { minuteAt, NO_DATE } from '@gantry/domain';
import { dayOf, type ModelWork, playOn } from '@gantry/plan-view';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

/** States of elements by date of a building that was built: needs GANTRY_TEST_DATA. */
const data = process.env['GANTRY_TEST_DATA'];
const folder = join(data ?? '', 'models/schependomlaan');

const lines = (file: string): Record<string, string>[] => {
  const [head, ...rows] = readFileSync(join(folder, file), 'latin1').trim().split(/\r?\n/);
  const cells = (row: string): string[] => [...row.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain);
  const names = cells(head);
  return rows.map((row) => Object.fromEntries(cells(row).map((value, index) => [names[index], value])));
};
const links4d = (): {
  links: { g: string; t: string[]; s: string; f: string }[];
  tasks: Record<string, { n: string; s: string; f: string }>;
} => JSON.parse(readFileSync(join(folder, 'links4d.json'), 'utf8'));

const spanOf = (start: string, finish: string) => ({ start: minuteAt(`${start}T08:00`), finish: minuteAt(`${finish}T16:00`) });
const NONE = { start: NO_DATE, finish: NO_DATE };

describe.skipIf(!data)('a building that was built (needs GANTRY_TEST_DATA)', () => {
  test.each([
    ['2015-05-20', 495, 23, 88],
    ['2015-06-25', 353, 15, 238],
    ['2015-07-17', 129, 131, 346],
    ['2015-09-11', 13, 76, 517],
  ])('on %s so many elements are not begun, under way and done', (date, before, active, after) => {
    const { links } = links4d();
    const works = links.map(({ s, f }, id): ModelWork => ({
      id,
      name: '',
      code: '',
      plan: spanOf(s, f),
      fact: NONE,
      target: NONE,
      approved: NONE,
    }));
    const relations = { offsets: [0, ...links.map((_, index) => index + 1)], works: links.map((_, index) => index) };
    const { counts } = playOn(dayOf(minuteAt(`${date}T12:00`)), works, relations, 'plan');
    expect(counts).toEqual({ before, active, after, late: 0 });
  });

  test('an element that two models hold is counted once', () => {
    const [one, other] = links4d().links;
    const works = [one, other].map(({ s, f }, id): ModelWork => ({
      id,
      name: '',
      code: '',
      plan: spanOf(s, f),
      fact: NONE,
      target: NONE,
      approved: NONE,
    }));
    const relations = { offsets: [0, 1, 2, 3], works: [0, 1, 0], repeated: [false, false, true] };
    expect(playOn(dayOf(minuteAt('2014-01-01T12:00')), works, relations, 'plan').counts).toEqual({
      before: 2,
      active: 0,
      after: 0,
      late: 0,
    });
  });

  test('194 relations that came too late are shown as late when they are done, no other one', () => {
    const rows = lines('eventlog_asbuilt.csv').filter((row) => row['TaskID'] !== '');
    const iso = (text: string): string =>
      text
        .split('-')
        .toReversed()
        .map((part) => part.padStart(2, '0'))
        .join('-');
    const works = rows.map((row, id): ModelWork => {
      const plan = spanOf(iso(row['TaskStart']), iso(row['TaskFinish']));
      const late = row['Element on time or not'] === 'Too late';
      // The log says that it was too late, not by how much.
      return { id, name: '', code: '', plan, fact: { ...plan, finish: plan.finish + (late ? 1440 : 0) }, target: NONE, approved: NONE };
    });
    const relations = { offsets: [0, ...rows.map((_, index) => index + 1)], works: rows.map((_, index) => index) };
    expect(rows).toHaveLength(3661);
    expect(playOn(dayOf(minuteAt('2016-01-01T12:00')), works, relations, 'fact').counts).toEqual({
      before: 0,
      active: 0,
      after: 3661,
      late: 194,
    });
  });
});
