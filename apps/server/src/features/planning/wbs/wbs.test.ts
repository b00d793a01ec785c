import { api } from '@gantry/contract';
import { describe, expect, test } from 'vitest';
import { type Row, withOneVersion } from '../../../testing/samples/one-version.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { contentOf } from '../../../testing/samples/version-content.ts';

const here = withOneVersion();
const { at, one, rows, tree, add } = here;

async function expectUnchanged(act: () => Promise<unknown>) {
  const before = await contentOf(here.world, here.version);
  await act();
  expect(await contentOf(here.world, here.version)).toEqual(before);
}

describe('a new row', () => {
  test('lasts a day from the data date, on the working time of the version', async () => {
    await here.anna.ok(api.timetable.saveSettings, { params: at(), body: { data_date: '2026-03-07T00:00' } });
    const made = await here.anna.ok(api.wbs.create, { params: at(), body: { item: { name: 'A' } } });
    const { item } = await here.anna.ok(api.wbs.get, { params: one(made.id) });
    expect(item).toMatchObject({
      id: made.id,
      parent_id: null,
      type: 'task',
      status: 'not_started',
      duration_minutes: 480,
      remaining_minutes: 480,
      // Saturday the 7th: work begins on Monday.
      start: '2026-03-09T09:00',
      finish: '2026-03-09T18:00',
    });
    expect(made.diff.wbs?.added).toHaveLength(1);
  });

  test('takes its place: first, behind a sibling, last, or under a parent, who becomes a summary', async () => {
    const body = (name: string, place: object) => ({ params: at(), body: { item: { name }, ...place } });
    const b = (await here.anna.ok(api.wbs.create, body('B', {}))).id;
    await here.anna.ok(api.wbs.create, body('D', {}));
    await here.anna.ok(api.wbs.create, body('A', { after_id: null }));
    await here.anna.ok(api.wbs.create, body('C', { after_id: b }));
    await here.anna.ok(api.wbs.create, body('B1', { parent_id: b }));
    expect(await tree()).toEqual(['A', 'B', ' B1', 'C', 'D']);
    expect((await here.anna.ok(api.wbs.get, { params: one(b) })).item).toMatchObject({ type: 'sum' });
  });

  test('put behind the same one sixty times keep their order', async () => {
    const first = await add('first');
    await add('last');
    for (let index = 0; index < 60; index += 1)
      await here.anna.ok(api.wbs.create, { params: at(), body: { item: { name: `${index}` }, after_id: first } });
    expect((await rows()).map(({ name }) => name)).toEqual(['first', ...Array.from({ length: 60 }, (_, index) => `${59 - index}`), 'last']);
    const positions = (await rows()).map(({ position }) => position as number);
    expect(new Set(positions).size).toBe(62);
  });

  test.each([
    [{ parent_id: 4711, item: { name: 'X' } }, 404, 'wbs.not_found'],
    [{ after_id: 4711, item: { name: 'X' } }, 404, 'wbs.not_found'],
    [{ item: { name: 'X', calendar_id: 4711 } }, 422, 'wbs.unknown_calendar'],
    [{ item: { name: 'X', duration_minutes: -5 } }, 422, 'wbs.value_out_of_range'],
    [{ item: { name: 'X', progress: 2 } }, 422, 'wbs.value_out_of_range'],
    [{ item: { name: 'X', type: 'milestone_start', duration_minutes: 5 } }, 422, 'wbs.milestone_has_no_duration'],
    [{ item: { name: 'X', start_limit_type: 'not_earlier' } }, 422, 'wbs.limit_needs_date'],
  ])('asked for as %j is refused', async (body, status, code) => {
    await add('Before');
    await expectUnchanged(async () =>
      expect(await here.anna.refused(api.wbs.create, { params: at(), body: body })).toMatchObject({ status, code }),
    );
  });

  test('under a milestone is refused by its name', async () => {
    const { id } = await here.anna.ok(api.wbs.create, { params: at(), body: { item: { name: 'Topping out', type: 'milestone_finish' } } });
    expect(await here.anna.refused(api.wbs.create, { params: at(), body: { parent_id: id, item: { name: 'X' } } })).toMatchObject({
      status: 422,
      code: 'wbs.wrong_parent',
      parameters: { name: 'Topping out', type: 'milestone_finish' },
    });
  });

  test.each([
    [{}, 'item'],
    [{ item: {} }, 'item.name'],
    [{ item: { name: 'x'.repeat(5000) } }, 'item.name'],
    [{ item: { name: 'X', colour_of_the_sky: 'blue' } }, 'item'],
    [{ item: { name: 'X', total_float_minutes: 5 } }, 'item'],
    [{ item: { name: 'X', id: 5 } }, 'item'],
    [{ item: { name: 'X', type: 'dream' } }, 'item.type'],
    [{ item: { name: 'X', duration_minutes: 1e12 } }, 'item.duration_minutes'],
    [{ item: { name: 'X', duration_minutes: 1.5 } }, 'item.duration_minutes'],
    [{ item: { name: 'X', start: '2026-02-30T09:00' } }, 'item.start'],
    [{ item: { name: 'X', start: '0001-01-01T00:00' } }, 'item.start'],
    [{ item: { name: 'X', start: 'soon' } }, 'item.start'],
    [{ parent_id: 'top', item: { name: 'X' } }, 'parent_id'],
    [{ after_id: 0, item: { name: 'X' } }, 'after_id'],
  ])('asked for as %j is refused at the field', async (body, field) => {
    expect(await here.anna.refused(api.wbs.create, { params: at(), body: body as never })).toMatchObject({
      status: 400,
      code: 'request.invalid',
      parameters: { field },
    });
    expect(await rows()).toEqual([]);
  });

  test.each(['nul\u0000', 'half \ud83d'])('named %j is refused: the database cannot hold it', async (name) => {
    expect(await here.anna.refused(api.wbs.create, { params: at(), body: { item: { name } } })).toMatchObject({ status: 400 });
    expect(await rows()).toEqual([]);
  });
});

describe('reading', () => {
  test('in pages gives each row once, in the order of the tree', async () => {
    const top = await add('0');
    for (let index = 1; index < 7; index += 1) await add(`${index}`, index % 2 ? top : null);
    const whole = await rows();
    const paged: Row[] = [];
    for (let offset = 0; offset < 9; offset += 3) {
      const page = await here.anna.ok(api.wbs.list, { params: at(), query: { offset, limit: 3 } });
      expect(page.total).toBe(7);
      paged.push(...(page.items as Row[]));
    }
    expect(paged).toEqual(whole);
  });

  test.each([{ offset: -1 }, { offset: 'x' }, { limit: 0 }, { limit: 1e9 }])('with the page %j is refused', async (query) => {
    expect(await here.anna.refused(api.wbs.list, { params: at(), query: query as object })).toMatchObject({
      status: 400,
      code: 'request.invalid',
    });
  });

  test('children and rows by id come in their order; ids that are not there are left out', async () => {
    const top = await add('Top');
    const [x, y] = [await add('X', top), await add('Y', top)];
    const names = (answer: { items: unknown[] }) => (answer.items as Row[]).map(({ name }) => name);
    expect(names(await here.anna.ok(api.wbs.children, { params: one(top) }))).toEqual(['X', 'Y']);
    expect(names(await here.anna.ok(api.wbs.children, { params: one(4711) }))).toEqual([]);
    expect(names(await here.anna.ok(api.wbs.byIds, { params: at(), body: { ids: [y, 4711, top, x] } }))).toEqual(['Y', 'Top', 'X']);
    for (const ids of [[], ['1'], [0], [1.5]])
      expect(await here.anna.refused(api.wbs.byIds, { params: at(), body: { ids: ids as number[] } })).toMatchObject({ status: 400 });
  });

  test('a row that is not there is refused with its id', async () => {
    expect(await here.anna.refused(api.wbs.get, { params: one(4711) })).toMatchObject({
      status: 404,
      code: 'wbs.not_found',
      parameters: { id: 4711 },
    });
  });
});

describe('changing', () => {
  test('a summary is refused what comes from below, and takes a name', async () => {
    const top = await add('Top');
    await add('Below', top);
    await here.anna.ok(api.wbs.update, { params: one(top), body: { name: 'Phase' } });
    expect(await here.anna.refused(api.wbs.update, { params: one(top), body: { duration_minutes: 60 } })).toMatchObject({
      status: 422,
      code: 'wbs.summary_is_calculated',
      parameters: { id: top, name: 'Phase', field: 'durationMinutes' },
    });
  });

  test('many rows is all or nothing', async () => {
    const [a, b] = [await add('A'), await add('B')];
    await expectUnchanged(async () => {
      const items = [
        { id: a, name: 'A2' },
        { id: b, progress: 7 },
      ];
      expect(await here.anna.refused(api.wbs.updateMany, { params: at(), body: { items } })).toMatchObject({
        status: 422,
        code: 'wbs.value_out_of_range',
        parameters: { id: b },
      });
      expect(
        await here.anna.refused(api.wbs.updateMany, {
          params: at(),
          body: {
            items: [
              { id: a, name: 'A2' },
              { id: 4711, name: 'X' },
            ],
          },
        }),
      ).toMatchObject({ status: 404, code: 'wbs.not_found', parameters: { id: 4711 } });
    });
    const done = await here.anna.ok(api.wbs.updateMany, {
      params: at(),
      body: {
        items: [
          { id: a, name: 'A2' },
          { id: b, name: 'B2' },
          { id: a, code: 'A-2' },
        ],
      },
    });
    expect(done.diff.wbs?.updated).toHaveLength(2);
    expect((await rows()).map(({ name, code }) => [name, code])).toEqual([
      ['A2', 'A-2'],
      ['B2', ''],
    ]);
  });

  test('to what it is makes no history', async () => {
    const a = await add('A');
    const { revision } = await here.anna.ok(api.versions.get, { params: at() });
    expect(await here.anna.ok(api.wbs.update, { params: one(a), body: { name: 'A' } })).toMatchObject({ revision, diff: {} });
  });

  test.each([
    [{ name: 7 }],
    [{ status: 'asleep' }],
    [{ early_start: '2026-01-01T08:00' }],
    [{ parent_id: 3 }],
    [{ position: 1 }],
    [{ start: '31.12.2026 25:00' }],
    [{ progress: 'half' }],
  ])('to %j is refused', async (body) => {
    const a = await add('A');
    await expectUnchanged(async () =>
      expect(await here.anna.refused(api.wbs.update, { params: one(a), body })).toMatchObject({
        status: 400,
        code: 'request.invalid',
      }),
    );
  });

  test('limits are set and taken away', async () => {
    const a = await add('A');
    await here.anna.ok(api.wbs.setConstraints, {
      params: one(a),
      body: {
        start_limit_type: 'not_earlier',
        start_limit_date: '2030-01-07',
        finish_limit_type: 'not_later',
        finish_limit_date: '2030-02-01T18:00',
      },
    });
    expect((await rows())[0]).toMatchObject({ start_limit_date: '2030-01-07T00:00', finish_limit_type: 'not_later' });
    await here.anna.ok(api.wbs.setConstraints, { params: one(a), body: { start_limit_type: null, finish_limit_type: null } });
    expect((await rows())[0]).toMatchObject({ start_limit_date: null, finish_limit_date: null });
    expect(await here.anna.refused(api.wbs.setConstraints, { params: one(a), body: { start_limit_type: 'not_earlier' } })).toMatchObject({
      status: 422,
      code: 'wbs.limit_needs_date',
    });
    expect(await here.anna.refused(api.wbs.setConstraints, { params: one(a), body: { name: 'X' } })).toMatchObject({ status: 400 });
  });
});

describe('deleting', () => {
  test('takes what lies below and every relation with it', async () => {
    const [top, keep] = [await add('Top'), await add('Keep')];
    const [x, y] = [await add('X', top), await add('Y', top)];
    await here.anna.relation(here.version, x, y);
    await here.anna.relation(here.version, y, keep);
    const { diff } = await here.anna.ok(api.wbs.remove, { params: one(top) });
    expect([diff.wbs?.removed.length, diff.relation?.removed.length]).toEqual([3, 2]);
    expect(await tree()).toEqual(['Keep']);
    expect((await here.anna.ok(api.relations.list, { params: at() })).relations).toEqual([]);
    expect(await here.anna.refused(api.wbs.remove, { params: one(top) })).toMatchObject({ status: 404, code: 'wbs.not_found' });
  });

  test('of several at once takes a row under another once, by body or by query', async () => {
    const top = await add('Top');
    const below = await add('Below', top);
    const [x, y] = [await add('X'), await add('Y')];
    await here.anna.ok(api.wbs.removeMany, { params: at(), body: { ids: [top, below] } });
    const { status } = await here.anna.call(api.wbs.removeMany, { params: at() }, { path: `/api/v1/versions/{id}/wbs?ids=${x},${y}` });
    expect([status, await rows()]).toEqual([200, []]);
    expect(await here.anna.refused(api.wbs.removeMany, { params: at(), body: { ids: [] } })).toMatchObject({ status: 400 });
    expect(await here.anna.refused(api.wbs.removeMany, { params: at(), body: { ids: [4711] } })).toMatchObject({ status: 404 });
  });

  test('of more than a thousand in one step is refused with how many there are', async () => {
    const [a, b] = [await add('A'), await add('B')];
    await here.world.sql(
      `insert into wbs_item select (jsonb_populate_record(t, jsonb_build_object('id', 10000 + n, 'parent_id', $2::int))).*
       from wbs_item t, generate_series(1, 1000) n where t.version_id = $1 and t.id = $2`,
      [here.version, a],
    );
    expect(await here.anna.refused(api.wbs.removeMany, { params: at(), body: { ids: [a, b] } })).toMatchObject({
      status: 422,
      code: 'wbs.too_many',
      parameters: { count: 1002, most: 1000 },
    });
    const sent = await statementsOf(async () =>
      expect(await here.anna.refused(api.wbs.removeMany, { params: at(), body: { ids: [a] } })).toMatchObject({
        code: 'wbs.too_many',
        parameters: { count: 1001, most: 1000 },
      }),
    );
    // A refusal reads ids and no rows.
    expect(sent.filter((text) => text.includes('"wbs_item" t'))).toEqual([]);
    expect(await rows()).toHaveLength(1002);
  });
});

describe('codes', () => {
  const codeOf = async (id: number) => (await here.anna.ok(api.wbs.get, { params: one(id) })).item['code'];
  const make = async (code: string | undefined, after: number | undefined, next_code = true) => {
    const item = { name: 'X', ...(code === undefined ? {} : { code }) };
    const body = { parent_id: null, ...(after === undefined ? {} : { after_id: after }), item, next_code };
    return (await here.anna.ok(api.wbs.create, { params: at(), body })).id;
  };

  test('an inserted row takes the next free one where it is asked to, in the series of the row before', async () => {
    const first = await make(undefined, undefined);
    const second = await make(undefined, undefined);
    const b = await make('B7', undefined);
    const afterB = await make(undefined, b);
    const none = await make(undefined, undefined, false);
    expect([await codeOf(first), await codeOf(second), await codeOf(b), await codeOf(afterB), await codeOf(none)]).toEqual([
      'A1000',
      'A1010',
      'B7',
      'B8',
      '',
    ]);
  });

  test('a pasted row takes a new one where its own is taken', async () => {
    const id = await make('C10', undefined);
    const { ids } = await here.anna.ok(api.wbs.copy, { params: at(), body: { ids: [id], parent_id: null, after_id: id } });
    expect([await codeOf(id), await codeOf(ids[0])]).toEqual(['C10', 'C20']);
  });
});

describe('copying and dissolving', () => {
  test('copies what lies below and the relations among the copied, not those to others', async () => {
    const [top, out] = [await add('Top'), await add('Out')];
    const [x, y] = [await add('X', top), await add('Y', top)];
    await here.anna.relation(here.version, x, y);
    await here.anna.relation(here.version, y, out);
    const made = await here.anna.ok(api.wbs.copy, { params: at(), body: { ids: [top], parent_id: null, after_id: top } });
    expect(made.ids).toHaveLength(1);
    expect(await tree()).toEqual(['Top', ' X', ' Y', 'Top', ' X', ' Y', 'Out']);
    expect((await here.anna.ok(api.relations.list, { params: at() })).relations).toHaveLength(3);
    expect(new Set((await rows()).map(({ id }) => id)).size).toBe(7);
    for (const body of [
      { ids: [4711], parent_id: null, after_id: null },
      { ids: [x], parent_id: 4711, after_id: null },
    ])
      expect(await here.anna.refused(api.wbs.copy, { params: at(), body })).toMatchObject({ status: 404, code: 'wbs.not_found' });
    expect(await here.anna.refused(api.wbs.copy, { params: at(), body: { ids: [x] } as never })).toMatchObject({ status: 400 });
  });

  test('into itself ends, with one copy', async () => {
    const top = await add('Top');
    await add('X', top);
    await here.anna.ok(api.wbs.copy, { params: at(), body: { ids: [top], parent_id: top, after_id: null } });
    expect(await tree()).toEqual(['Top', ' Top', '  X', ' X']);
  });

  test('a dissolved summary leaves its rows in its place', async () => {
    const [, top] = [await add('A'), await add('Top')];
    await add('Z');
    const [x] = [await add('X', top), await add('Y', top)];
    await here.anna.ok(api.wbs.dissolve, { params: one(top) });
    expect(await tree()).toEqual(['A', 'X', 'Y', 'Z']);
    expect(await here.anna.refused(api.wbs.dissolve, { params: one(x) })).toMatchObject({ status: 422, code: 'wbs.not_a_summary' });
    expect(await here.anna.refused(api.wbs.dissolve, { params: one(4711) })).toMatchObject({ status: 404, code: 'wbs.not_found' });
  });
});
