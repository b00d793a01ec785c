import { api, type Difference, type Endpoint } from '@gantry/contract';
import { collectFindings, readZip } from '@gantry/interchange';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf } from '../../../testing/call.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

let world: World;
let anna: Person;
let stranger: Person;
let schedule: number;
let first: number;
let second: number;

beforeAll(async () => {
  world = await createWorld();
  [anna, stranger] = await Promise.all(['anna', 'stefan'].map((login) => world.person(login)));
  await anna.space();
  await stranger.space();
  schedule = await anna.schedule();
  first = await anna.version(schedule);
  const [a, b] = [await anna.item(first, { name: '=HYPERLINK("x")', code: 'A10' }), await anna.item(first, { name: 'B', code: 'A20' })];
  const relation = await anna.relation(first, a, b);
  second = (await anna.ok(api.versions.copyTo, { params: { id: first, scheduleId: schedule }, body: { name: 'Issue 2' } })).id as number;
  await anna.ok(api.wbs.update, { params: { id: second, wbsId: a }, body: { duration_minutes: 960, code: 'A15' } });
  await anna.ok(api.relations.update, { params: { id: second, relationId: relation }, body: { lag_minutes: 480 } });
  await anna.item(second, { name: 'C', code: 'A30' });
});
afterAll(() => world.close());

const compare = (body: object = {}) =>
  anna.ok(api.compare.compare, { params: { id: schedule }, body: { version_ids: [first, second], ...body } });
const brief = ({ kind, change, item, field, values }: Difference) => [kind, change, item?.code, field, values];

describe('a comparison', () => {
  test('tells what differs, row by row, with the value in each version', async () => {
    const { differences, versions, total } = await compare({ kinds: ['rows', 'durations', 'texts', 'logic'] });
    expect(versions.map(({ id }) => id)).toEqual([first, second]);
    expect(total).toBe(5);
    expect(differences.map(brief)).toEqual([
      ['texts', 'changed', 'A10', 'code', ['A10', 'A15']],
      ['durations', 'changed', 'A10', 'durationMinutes', [480, 960]],
      ['durations', 'changed', 'A10', 'remainingMinutes', [480, 960]],
      ['logic', 'changed', 'A20', 'lagMinutes', [0, 480]],
      ['rows', 'added', 'A30', '', [false, true]],
    ]);
  });

  test('is filtered by kind and by text, in pages; counts stay those of all kinds', async () => {
    const all = await compare();
    const some = await compare({ kinds: ['durations'], limit: 1, offset: 1 });
    expect(some).toMatchObject({ total: 2, differences: [{ field: 'remainingMinutes' }] });
    expect(some.counts).toEqual(all.counts);
    expect(all.counts.reduce((sum, { count }) => sum + count, 0)).toBe(all.total);
    expect((await compare({ search: 'a30' })).differences.map(brief)).toEqual([['rows', 'added', 'A30', '', [false, true]]]);
  });

  test('keeps what people changed apart from what the calculation made of it', async () => {
    const both = [first, second];
    for (const id of both) await anna.ok(api.timetable.calculateNow, { params: { id }, body: { data_date: '2026-03-02T09:00' } });
    const causes = await compare({ origin: 'causes' });
    expect(causes.differences.map(brief)).toEqual([
      ['texts', 'changed', 'A10', 'code', ['A10', 'A15']],
      ['durations', 'changed', 'A10', 'durationMinutes', [480, 960]],
      ['logic', 'changed', 'A20', 'lagMinutes', [0, 480]],
      ['rows', 'added', 'A30', '', [false, true]],
    ]);
    const rest = await compare({ origin: 'consequences' });
    expect(causes.origins).toEqual({ causes: 4, consequences: rest.total });
    expect(rest.origins).toEqual(causes.origins);
    expect(new Set(rest.differences.map(({ kind }) => kind))).toEqual(new Set(['durations', 'dates']));
    expect((await compare()).total).toBe(causes.total + rest.total);
    const rows = (body: object) => anna.ok(api.compare.rows, { params: { id: schedule }, body: { version_ids: both, ...body } });
    const codes = async (origin: string) => (await rows({ origin })).rows.map(({ code }) => code);
    expect(await codes('causes')).toEqual(['A15', 'A20', 'A30']);
    expect(await codes('consequences')).toEqual([]);
  });

  test('follows an edit at once', async () => {
    const before = (await compare()).total;
    await anna.item(first, { name: 'C', code: 'A30' });
    expect((await compare({ search: 'A30', kinds: ['rows'] })).total).toBe(0);
    await anna.ok(api.edits.undo, { params: { id: first } });
    expect((await compare()).total).toBe(before);
  });

  test('needs two versions, all of them one’s own', async () => {
    expect(await anna.refused(api.compare.compare, { params: { id: schedule }, body: { version_ids: [first, first] } })).toMatchObject({
      status: 422,
      code: 'compare.too_few',
    });
    const foreign = { params: { id: schedule }, body: { version_ids: [first, second] } };
    expect(await stranger.refused(api.compare.compare, foreign)).toMatchObject({ status: 404 });
    await stranger.schedule();
    const his = await stranger.schedule('His');
    for (const endpoint of [api.compare.compare, api.compare.exportComparison])
      expect(await stranger.refused(endpoint, { ...foreign, params: { id: his } })).toMatchObject({
        status: 404,
        code: 'version.not_found',
      });
  });
});

/** A file that a call answers. */
async function fetched(endpoint: Endpoint, body: object): Promise<Buffer> {
  const cookie = [...anna.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(anna.base() + addressOf(endpoint, { params: { id: schedule } }), {
    method: 'POST',
    headers: {
      cookie,
      'x-xsrf-token': anna.keys.cookies.get('XSRF-TOKEN') ?? '',
      'x-space-id': String(anna.spaceId),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ version_ids: [first, second], ...body }),
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

describe('an exported comparison', () => {
  test('is CSV with headings in the language asked for, in which nothing is a formula', async () => {
    const lines = (await fetched(api.compare.exportComparison, { kinds: ['texts', 'rows'], format: 'csv', language: 'ru' }))
      .toString('utf8')
      .split('\r\n');
    expect(lines[0]).toMatch(/^\ufeffВид;.*;Version;Issue 2$/);
    expect(lines[1]).toContain(`'=HYPERLINK`);
    expect(lines[1]).toMatch(/;A10;A15$/);
    expect(lines).toHaveLength(4);
  });

  test('has words of fields in the language asked for', async () => {
    const limit = { start_limit_type: 'not_earlier', start_limit_date: '2026-03-02T09:00' } as const;
    const [row] = (await anna.ok(api.wbs.list, { params: { id: second } })).items;
    await anna.ok(api.wbs.setConstraints, { params: { id: second, wbsId: Number(row['id']) }, body: limit });
    const csv = (await fetched(api.compare.exportComparison, { kinds: ['constraints'], format: 'csv', language: 'ru' })).toString('utf8');
    expect(csv).toMatch(/;;;Не ранее\r?$/m);
    await anna.ok(api.edits.undo, { params: { id: second } });
  });

  test('is a workbook that a reader of zips opens, texts inline', async () => {
    const entries = await readZip(
      new Uint8Array(await fetched(api.compare.exportComparison, { kinds: ['texts', 'rows'], format: 'xlsx' })),
      collectFindings(),
    );
    const sheet = entries?.find(({ name }) => name === 'xl/worksheets/sheet1.xml');
    const xml = Buffer.from(sheet?.bytes ?? []).toString('utf8');
    expect(xml).toContain('t="inlineStr"><is><t xml:space="preserve">=HYPERLINK("x")');
    expect(xml.match(/<row /g)).toHaveLength(3);
  });
});

describe('a comparison of rows and of values', () => {
  test('gives rows of both as one tree with their dates in each', async () => {
    const answer = await anna.ok(api.compare.rows, { params: { id: schedule }, body: { version_ids: [first, second], kinds: ['rows'] } });
    expect(answer).toMatchObject({
      versions: [{ id: first }, { id: second }],
      rows: expect.arrayContaining([expect.objectContaining({ code: 'A30', parent: null })]),
    });
    const all = await anna.ok(api.compare.rows, { params: { id: schedule }, body: { version_ids: [first, second], all: true } });
    expect(all.rows.map(({ code }) => code).slice(0, 2)).toEqual(['A15', 'A20']);
    expect(all.rows[0]).toMatchObject({ change: 'changed', kinds: expect.arrayContaining(['texts', 'durations', 'dates']) });
  });

  test('gives the rows in pages, whose parents are counted from the first', async () => {
    const page = (offset: number, limit: number) =>
      anna.ok(api.compare.rows, { params: { id: schedule }, body: { version_ids: [first, second], all: true, offset, limit } });
    const whole = await page(0, 10_000);
    const [begin, end] = [await page(0, 2), await page(2, 10_000)];
    expect([whole.next, begin.next, end.next]).toEqual([null, 2, null]);
    expect([...begin.rows, ...end.rows]).toEqual(whole.rows);
    expect(begin).toMatchObject({ total: whole.total, versions: whole.versions });
  });

  test('is refused where the versions have too many rows together', async () => {
    await world.sql('update version set item_count = item_count + 249999 where id = $1', [second]);
    for (const endpoint of [api.compare.compare, api.compare.rows, api.compare.values, api.compare.exportComparison] as const)
      expect(
        await anna.refused(endpoint, { params: { id: schedule }, body: { version_ids: [first, second], measure: 'labour' as const } }),
      ).toMatchObject({ status: 422, code: 'compare.too_large', parameters: { most: 250_000 } });
    await world.sql('update version set item_count = item_count - 249999 where id = $1', [second]);
  });

  test('gives labour by days with differences, as a table and as a file', async () => {
    const [item] = (await anna.ok(api.wbs.list, { params: { id: first } })).items as { id: number }[];
    for (const [version, units] of [
      [first, 16],
      [second, 24],
    ]) {
      await world.sql(
        `insert into resource (space_id, version_id, id, code, name, kind, unit) values ($1, $2, 900, 'R', 'Crew', 'labour', 'h')`,
        [anna.spaceId, version],
      );
      await world.sql(
        `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units, planned_cost, actual_cost, remaining_cost, lag_minutes, driving)
         values ($1, $2, 901, $3, 900, $4, 0, $4, 0, 0, 0, 0, false)`,
        [anna.spaceId, version, item.id, units],
      );
      await anna.ok(api.wbs.update, { params: { id: version, wbsId: item.id }, body: { start: '2026-03-02T09:00' } });
    }
    const params = { id: schedule };
    const body = { version_ids: [first, second], measure: 'labour' as const };
    const answer = await anna.ok(api.compare.values, { params, body });
    expect(answer.totals.map(({ from, values }) => [from, ...values])).toEqual([
      ['2026-03-02', 16, 12],
      ['2026-03-03', 0, 12],
    ]);
    expect(answer.lines.map(({ item: of, change }) => [of?.code, change])).toEqual([
      ['A10', 'changed'],
      ['A10', 'added'],
    ]);
    const added = await anna.ok(api.compare.values, { params, body: { ...body, changes: ['added'] } });
    expect(added).toMatchObject({ total: 1, counts: { changed: 1, added: 1, removed: 0, same: 0 } });
    const csv = (await fetched(api.compare.exportValues, { ...body, format: 'csv' })).toString();
    expect(csv).toMatch(/A10;.*HYPERLINK.*;2026-03-03;Added;0;12;12\r?\n/);
  });

  test('is forbidden and blind as the table is', async () => {
    for (const endpoint of [api.compare.rows, api.compare.values, api.compare.exportValues] as const) {
      const body = { version_ids: [first, second], measure: 'cost' as const };
      const foreign = await stranger.refused(endpoint, { params: { id: schedule }, body });
      expect(foreign).toEqual({ ...(await stranger.refused(endpoint, { params: { id: 999_999 }, body })), parameters: foreign.parameters });
      expect(await anna.refused(endpoint, { params: { id: schedule }, body: { ...body, version_ids: [first, first] } })).toMatchObject({
        status: 422,
        code: 'compare.too_few',
      });
    }
  });
});
