import { api, type ParityCause } from '@gantry/contract';
import { parseMinute } from '@gantry/domain';
import { FORMATS, type ProjectFile, readXer, type StoredItem } from '@gantry/interchange';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyFrom } from '../../../testing/samples/version-content.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { chain, xerText } from '../../../testing/samples/xer-sample.ts';

let world: World;
let anna: Person;
let boris: Person;
let schedule: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  boris = await world.person('boris');
  await anna.space();
  await boris.space();
  schedule = await anna.schedule();
});
afterAll(() => world.close());

/** A chain of four whose file holds the dates that follow from it, after a change of what is stored. */
async function importStored(change: (stored: Record<string, StoredItem>, file: ProjectFile) => void): Promise<number> {
  const file = (await readXer(Buffer.from(xerText(chain(4))))).project as ProjectFile;
  const [project] = file.projects;
  const at = (text: string) => parseMinute(text);
  // Tasks of one, two, three and four days from Monday 2 March 2026.
  const dates = [
    ['2026-03-02T08:00', '2026-03-02T16:00'],
    ['2026-03-03T08:00', '2026-03-04T16:00'],
    ['2026-03-05T08:00', '2026-03-09T16:00'],
    ['2026-03-10T08:00', '2026-03-13T16:00'],
  ];
  const stored: Record<string, StoredItem> = {};
  project.plan.items.forEach(({ code, type }, index) => {
    if (type === 'sum') return;
    const [start, finish] = dates[Object.keys(stored).length].map(at);
    stored[code] = project.stored.items[index];
    Object.assign(stored[code], {
      earlyStart: start,
      earlyFinish: finish,
      lateStart: start,
      lateFinish: finish,
      totalFloatMinutes: 0,
      freeFloatMinutes: 0,
    });
  });
  change(stored, file);
  const { body } = await anna.importXer(schedule, Buffer.from(FORMATS.json.write(file).bytes));
  return body.version_id;
}

const causesOf = async (id: number) => {
  const { differences } = await anna.ok(api.parity.read, { params: { id } });
  return differences.map(({ code, cause, because }): [string, ParityCause, string] => [code, cause, because]);
};

describe('the certificate', () => {
  test('of a file whose dates follow from its plan finds them all, and changes nothing', async () => {
    const id = await importStored(() => undefined);
    const before = await copyFrom(anna, id);
    expect(await anna.ok(api.parity.read, { params: { id } })).toMatchObject({
      compared: 4,
      same: 4,
      equivalent: 0,
      different: 0,
      options: [],
      edited: false,
      differences: [],
    });
    expect(await copyFrom(anna, id)).toEqual(before);
  });

  test('takes the evening and the next morning for the same moment', async () => {
    const id = await importStored((stored) => (stored['A1001'].earlyStart = parseMinute('2026-03-02T16:00')));
    expect(await anna.ok(api.parity.read, { params: { id } })).toMatchObject({ same: 3, equivalent: 1, different: 0 });
  });

  test('tells the activity whose stored dates do not follow, and those that only follow it', async () => {
    const id = await importStored((stored) => {
      // The file says that the second task starts two days late, and the rest with it.
      for (const [code, start, finish] of [
        ['A1001', '2026-03-05T08:00', '2026-03-06T16:00'],
        ['A1002', '2026-03-09T08:00', '2026-03-11T16:00'],
        ['A1003', '2026-03-12T08:00', '2026-03-17T16:00'],
      ])
        Object.assign(stored[code], { earlyStart: parseMinute(start), earlyFinish: parseMinute(finish) });
    });
    expect(await causesOf(id)).toEqual([
      ['A1001', 'unknown', ''],
      ['A1002', 'follows', 'A1001'],
      ['A1003', 'follows', 'A1002'],
    ]);
  });

  test('lists what is not explained before what is', async () => {
    const id = await importStored((stored) => {
      stored['A1000'].earlyStart = parseMinute('2026-02-02T08:00');
      Object.assign(stored['A1003'], { earlyStart: parseMinute('2026-03-12T08:00'), earlyFinish: parseMinute('2026-03-17T16:00') });
    });
    expect(await causesOf(id)).toEqual([
      ['A1003', 'unknown', ''],
      ['A1000', 'stale', ''],
    ]);
  });

  test('warns of an expected finish that lies before the start, and of none that can be kept', async () => {
    const ignoredOf = async (finish: string) => {
      const id = await importStored((_, file) => {
        const item = file.projects[0].plan.items.find(({ code }) => code === 'A1003');
        (item as { expectedFinish: number | null }).expectedFinish = parseMinute(finish);
        file.projects[0].plan.options.useExpectedFinish = true;
      });
      return (await anna.ok(api.parity.read, { params: { id } })).expected_ignored.map(({ code }) => code);
    };
    expect(await ignoredOf('2026-03-06T16:00')).toEqual(['A1003']);
    expect(await ignoredOf('2026-03-17T16:00')).toEqual([]);
  });

  test('tells a stale file: open work before the data date', async () => {
    const id = await importStored((stored) => (stored['A1000'].earlyStart = parseMinute('2026-02-02T08:00')));
    expect(await causesOf(id)).toEqual([['A1000', 'stale', '']]);
  });

  test('tells dates that hold another amount of work than the duration, by the calendar of the file', async () => {
    const id = await importStored((stored) => {
      const late = parseMinute('2026-03-17T16:00');
      Object.assign(stored['A1003'], { earlyFinish: late, lateFinish: late });
    });
    expect(await causesOf(id)).toEqual([['A1003', 'calendar', '']]);
  });

  test('tells a kind of activity whose dates hang on more', async () => {
    const id = await importStored((stored, file) => {
      (file.projects[0].plan.items.find(({ code }) => code === 'A1003') as { schedulingKind: string }).schedulingKind = 'level_of_effort';
      stored['A1003'].earlyFinish = parseMinute('2026-04-13T16:00');
    });
    expect((await causesOf(id)).filter(([code]) => code === 'A1003')).toEqual([['A1003', 'type', 'level_of_effort']]);
  });

  test('tells options changed since, and a version edited since', async () => {
    const id = await importStored((stored) => (stored['A1003'].totalFloatMinutes = 480));
    expect(await causesOf(id)).toEqual([['A1003', 'float', '']]);
    await anna.ok(api.timetable.saveSettings, { params: { id }, body: { float_type: 'start' } });
    const certificate = await anna.ok(api.parity.read, { params: { id } });
    expect(certificate.edited).toBe(true);
    expect(certificate.options.map(({ name }) => name)).toEqual(['floatType']);
    expect((await causesOf(id)).map(([code, cause]) => [code, cause])).toEqual([['A1003', 'option']]);
  });

  test('is a CSV with a line for each, formulas disarmed', async () => {
    const id = await importStored((stored, file) => {
      (file.projects[0].plan.items.find(({ code }) => code === 'A1003') as { name: string }).name = '=1+1';
      stored['A1003'].totalFloatMinutes = 480;
    });
    const { status, body } = await anna.call(api.parity.csv, { params: { id } });
    expect(status).toBe(200);
    const lines = (body as unknown as string).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("A1003,'=1+1,float");
  });

  test('is refused where no dates are stored, and not there for another space', async () => {
    const plain = await anna.version();
    expect(await anna.refused(api.parity.read, { params: { id: plain } })).toMatchObject({ status: 409, code: 'parity.no_stored_dates' });
    const id = await importStored(() => undefined);
    expect(await boris.refused(api.parity.read, { params: { id } })).toMatchObject({ status: 404, code: 'version.not_found' });
    expect(await boris.refused(api.parity.csv, { params: { id } })).toMatchObject({ status: 404 });
  });
});

const data = process.env['GANTRY_TEST_DATA'] ?? '';
const wk2 = join(data, 'schedules/xer/wk2-198.xer');
test.skipIf(!existsSync(wk2))('real schedules of P6 come out as P6 has them (needs GANTRY_TEST_DATA)', async () => {
  const { body } = await anna.importXer(schedule, wk2);
  const { compared, different, causes } = await anna.ok(api.parity.read, { params: { id: body.version_id } });
  expect(compared).toBeGreaterThan(100);
  expect(different - (causes.find(({ cause }) => cause === 'stale')?.count ?? 0)).toBeLessThan(compared * 0.05);
});
