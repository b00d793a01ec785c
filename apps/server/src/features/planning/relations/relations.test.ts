import { api } from '@gantry/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { statementsOf } from '../../../testing/statements.ts';
import { withOneVersion } from '../../../testing/samples/one-version.ts';
import { contentOf } from '../../../testing/samples/version-content.ts';
import { listStepsAhead } from './relations.cycles.repository.ts';

const here = withOneVersion();
const { at, add } = here;
const one = (relationId: number) => ({ id: here.version, relationId });
let a: number;
let b: number;
let c: number;
beforeEach(async () => {
  [a, b, c] = [await add('A'), await add('B'), await add('C')];
});

const list = async () => (await here.anna.ok(api.relations.list, { params: at() })).relations;
/** The statements that read rows of works or relations for an edit. */
const rowsRead = (sent: readonly string[]) => sent.filter((text) => /from "?(wbs_item|relation)"? t\b/.test(text));
const relate = (body: Record<string, unknown>) => here.anna.call(api.relations.create, { params: at(), body: body as never });

describe('a relation', () => {
  test('is finish to start without lag unless told otherwise, and the version is not calculated any more', async () => {
    await here.anna.ok(api.timetable.calculateNow, { params: at() });
    const made = await here.anna.ok(api.relations.create, { params: at(), body: { predecessor_id: a, successor_id: b } });
    expect(await list()).toEqual([
      { id: made.id, predecessor_id: a, successor_id: b, type: 'fs', lag_minutes: 0, lag_calendar: null, driving: false },
    ]);
    expect((made.diff.relation?.added ?? []).map(({ id }) => id)).toEqual([made.id]);
    expect((await here.anna.ok(api.timetable.state, { params: at() })).status).toBe(0);
  });

  test.each(['fs', 'ss', 'ff', 'sf', 'FF', 'Sf'])('of the type %s with a lead is kept and moves dates', async (type) => {
    const { id } = await here.anna.ok(api.relations.create, {
      params: at(),
      body: { predecessor_id: a, successor_id: b, type, lag_minutes: -120, lag_calendar: 'elapsed' },
    });
    expect(await list()).toEqual([expect.objectContaining({ id, type: type.toLowerCase(), lag_minutes: -120, lag_calendar: 'elapsed' })]);
  });

  test('is calculated: the successor starts when the predecessor has ended, and the relation drives it', async () => {
    await here.anna.relation(here.version, a, b);
    await here.anna.ok(api.timetable.calculateNow, { params: at(), body: { data_date: '2026-03-02T00:00' } });
    const { items } = await here.anna.ok(api.wbs.list, { params: at() });
    const [first, second] = items as Record<string, any>[];
    expect([first['early_start'], first['early_finish']]).toEqual(['2026-03-02T09:00', '2026-03-02T18:00']);
    expect(second['early_start']).toBe('2026-03-03T09:00');
    expect((await list())[0]).toMatchObject({ driving: true });
  });

  test('may join two tasks once of each type', async () => {
    await here.anna.relation(here.version, a, b);
    expect((await relate({ predecessor_id: a, successor_id: b, type: 'ff' })).status).toBe(200);
    expect(await here.anna.refused(api.relations.create, { params: at(), body: { predecessor_id: a, successor_id: b } })).toMatchObject({
      status: 409,
      code: 'relation.exists',
      parameters: { predecessor: 'A', successor: 'B' },
    });
    expect(await list()).toHaveLength(2);
  });

  test('from a task to itself is refused', async () => {
    expect(await here.anna.refused(api.relations.create, { params: at(), body: { predecessor_id: a, successor_id: a } })).toMatchObject({
      status: 422,
      code: 'relation.to_itself',
    });
  });

  test.each([[() => ({ predecessor_id: 999_999, successor_id: b })], [() => ({ predecessor_id: a, successor_id: 999_999 })]])(
    'to a task that is not there is refused with its id',
    async (body) => {
      expect(await here.anna.refused(api.relations.create, { params: at(), body: body() })).toMatchObject({
        status: 422,
        code: 'relation.unknown_item',
        parameters: { id: 999_999 },
      });
      expect(await list()).toEqual([]);
    },
  );

  test('with a summary is refused by its name', async () => {
    const phase = await here.anna.item(here.version, { name: 'Phase' });
    await here.anna.item(here.version, { name: 'Inside' }, phase);
    expect(await here.anna.refused(api.relations.create, { params: at(), body: { predecessor_id: phase, successor_id: a } })).toMatchObject(
      {
        status: 422,
        code: 'relation.with_summary',
        parameters: { name: 'Phase' },
      },
    );
  });

  test('that would close a cycle is refused with the way round', async () => {
    await here.anna.relation(here.version, a, b);
    await here.anna.relation(here.version, b, c);
    expect(await here.anna.refused(api.relations.create, { params: at(), body: { predecessor_id: c, successor_id: a } })).toMatchObject({
      status: 409,
      code: 'relation.cycle',
      parameters: { path: 'A → B → C → A', items: [a, b, c] },
    });
    expect(await list()).toHaveLength(2);
  });

  test('and its opposite, asked for at the same moment: one of them is made', async () => {
    const answers = await Promise.all([
      relate({ predecessor_id: a, successor_id: b }),
      relate({ predecessor_id: b, successor_id: a }),
      relate({ predecessor_id: a, successor_id: b }),
      relate({ predecessor_id: b, successor_id: a }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await list()).toHaveLength(1);
  });

  test.each([
    [{}, 'predecessor_id'],
    [{ predecessor_id: 1 }, 'successor_id'],
    [{ predecessor_id: '1', successor_id: 2 }, 'predecessor_id'],
    [{ predecessor_id: -1, successor_id: 2 }, 'predecessor_id'],
    [{ predecessor_id: 1, successor_id: 2.5 }, 'successor_id'],
    [{ predecessor_id: 1, successor_id: 2, type: 'fx' }, 'type'],
    [{ predecessor_id: 1, successor_id: 2, lag_minutes: 0.5 }, 'lag_minutes'],
    [{ predecessor_id: 1, successor_id: 2, lag_minutes: 10_000_000 }, 'lag_minutes'],
    [{ predecessor_id: 1, successor_id: 2, lag_calendar: 'moon' }, 'lag_calendar'],
  ])('asked for as %j is refused at the field', async (body, field) => {
    const before = await contentOf(here.world, here.version);
    const { status, body: stated } = await relate(body);
    expect([status, stated.errors[0].code, stated.errors[0].parameters['field']]).toEqual([400, 'request.invalid', field]);
    expect(await contentOf(here.world, here.version)).toEqual(before);
  });

  test('whose ids are beyond what a row id can be is refused, not a fall of the server', async () => {
    const { status } = await relate({ predecessor_id: a, successor_id: 9_007_199_254_740_991 });
    expect([400, 422]).toContain(status);
  });
});

describe('changing one', () => {
  test('changes what is given and keeps the rest', async () => {
    const id = await here.anna.relation(here.version, a, b);
    await here.anna.ok(api.relations.update, { params: one(id), body: { lag_minutes: 90 } });
    const { diff } = await here.anna.ok(api.relations.update, { params: one(id), body: { type: 'SS', lag_calendar: 'successor' } });
    expect(await list()).toEqual([expect.objectContaining({ type: 'ss', lag_minutes: 90, lag_calendar: 'successor' })]);
    expect(diff.relation?.updated).toEqual([
      { id, before: { type: 'fs', lagCalendar: null }, after: { type: 'ss', lagCalendar: 'successor' } },
    ]);
    await here.anna.ok(api.relations.update, { params: one(id), body: { lag_calendar: null } });
    expect((await list())[0]).toMatchObject({ lag_calendar: null });
  });

  test('to what it is makes no history', async () => {
    const id = await here.anna.relation(here.version, a, b);
    const { revision } = await here.anna.ok(api.versions.get, { params: at() });
    expect((await here.anna.ok(api.relations.update, { params: one(id), body: { type: 'fs' } })).revision).toBe(revision);
    expect((await here.anna.ok(api.versions.get, { params: at() })).revision).toBe(revision);
  });

  test('into the twin of another is refused', async () => {
    await here.anna.relation(here.version, a, b);
    const { id } = (await relate({ predecessor_id: a, successor_id: b, type: 'ss' })).body;
    expect(await here.anna.refused(api.relations.update, { params: one(id), body: { type: 'fs' } })).toMatchObject({
      status: 409,
      code: 'relation.exists',
    });
  });

  test.each([{ type: 'xx' }, { lag_minutes: 'soon' }, { lag_minutes: 5_000_001 }, { lag_calendar: 7 }])(
    'to %j is refused',
    async (body) => {
      const id = await here.anna.relation(here.version, a, b);
      expect(await here.anna.refused(api.relations.update, { params: one(id), body: body as never })).toMatchObject({
        status: 400,
        code: 'request.invalid',
      });
    },
  );

  test('that is not there is refused', async () => {
    expect(await here.anna.refused(api.relations.update, { params: one(4711), body: { lag_minutes: 1 } })).toMatchObject({
      status: 404,
      code: 'relation.not_found',
      parameters: { id: 4711 },
    });
  });
});

test('one is removed, once', async () => {
  const id = await here.anna.relation(here.version, a, b);
  await here.anna.relation(here.version, b, c);
  await here.anna.ok(api.relations.remove, { params: one(id) });
  expect(await list()).toEqual([expect.objectContaining({ predecessor_id: b, successor_id: c })]);
  expect(await here.anna.refused(api.relations.remove, { params: one(id) })).toMatchObject({ status: 404, code: 'relation.not_found' });
});

test('those of a task are told from its side, with the task at the other end', async () => {
  const into = await here.anna.relation(here.version, a, b);
  const out = await here.anna.relation(here.version, b, c);
  await here.anna.ok(api.wbs.update, { params: { ...at(), wbsId: c }, body: { code: 'C1', progress: 0.5 } });
  await here.anna.ok(api.timetable.setScenario, { params: at(), body: { ids: [c], scenario: 4 } });
  const { relations } = await here.anna.ok(api.relations.ofTask, { params: { ...at(), wbsId: b } });
  expect(relations).toMatchObject([
    { id: into, side: 'predecessor', type: 'fs', other: { id: a, name: 'A', status: 'not_started', progress: 0, scenario: null } },
    { id: out, side: 'successor', type: 'fs', other: { id: c, name: 'C', code: 'C1', status: 'in_progress', progress: 0.5, scenario: 4 } },
  ]);
  const { nodes, versions } = await here.anna.ok(api.eps.tree);
  const schedule = nodes.find(({ id }) => id === versions.find((version) => version.id === here.version)?.schedule_id);
  const project = nodes.find(({ kind }) => kind === 'project');
  expect(relations.map(({ other }) => [other.project, other.schedule])).toEqual(relations.map(() => [project?.name, schedule?.name]));
  expect(schedule?.name).toBeTruthy();
  expect((await here.anna.ok(api.relations.ofTask, { params: { ...at(), wbsId: 4711 } })).relations).toEqual([]);
});

test('a page of relations is read without those before and behind it', async () => {
  const made = [
    await here.anna.relation(here.version, a, b),
    await here.anna.relation(here.version, b, c),
    await here.anna.relation(here.version, a, c),
  ];
  const pages = [0, 1, 2, 3].map((offset) => ({ offset, limit: 1 }));
  const found = await Promise.all(pages.map((query) => here.anna.ok(api.relations.list, { params: at(), query })));
  expect(found.map(({ total, next, relations }) => [total, next, ...relations.map(({ id }) => id)])).toEqual([
    [3, 1, made[0]],
    [3, 2, made[1]],
    [3, null, made[2]],
    [3, null],
  ]);
  const sent = await statementsOf(() => here.anna.ok(api.relations.list, { params: at(), query: pages[1] }));
  const whole = sent.filter((text) => /from "?relation"? t\b/.test(text) && !text.includes('t.id = any('));
  expect(whole).toEqual([]);
});

test('several predecessors set at once are searched for a cycle once, and refused with the way round of the first that closes one', async () => {
  const more = await Promise.all(['D', 'E', 'F', 'G'].map((name) => add(name)));
  await here.anna.relation(here.version, a, b);
  await here.anna.relation(here.version, b, c);
  const set = (ids: readonly number[]) => ({
    params: { ...at(), wbsId: a },
    body: { predecessors: ids.map((id) => ({ id, type: 'fs' as const, lag_minutes: 0 })) },
  });
  const sent = await statementsOf(async () => {
    expect(await here.anna.refused(api.relations.setPredecessors, set([...more, c, b]))).toMatchObject({
      code: 'relation.cycle',
      parameters: { path: 'A → B → C → A', items: [a, b, c] },
    });
    await here.anna.ok(api.relations.setPredecessors, set(more));
  });
  const count = (part: string) => sent.filter((text) => text.includes(part)).length;
  // A space without relations between schedules has none to read.
  expect([count('with recursive reach'), count('from link l left join version heir')]).toEqual([2, 0]);
  const [none, all] = [
    await statementsOf(() => here.anna.ok(api.relations.setPredecessors, set([]))),
    await statementsOf(() => here.anna.ok(api.relations.setPredecessors, set(more))),
  ];
  await here.anna.ok(api.relations.setPredecessors, set([]));
  const single = await statementsOf(() => here.anna.ok(api.relations.setPredecessors, set(more.slice(0, 1))));
  expect(rowsRead(none).length).toBeLessThan(rowsRead(all).length);
  expect(rowsRead(all)).toHaveLength(rowsRead(single).length);
});

test('relations given other ends at once are searched for a cycle once, unless one closes it', async () => {
  const items = [a, b, c, await add('D'), await add('E')];
  const ids: number[] = [];
  for (let index = 0; index < 4; index++) ids.push(await here.anna.relation(here.version, items[index], items[index + 1]));
  // What follows leads to another schedule, which each search would read again.
  const other = await here.anna.version(await here.anna.schedule('Other'));
  const far = await here.anna.item(other, { name: 'Far' });
  const body = { version_id: here.version, item_id: a, side: 'successor' as const, other_version_id: other, other_item_id: far };
  await here.anna.ok(api.links.create, { body });
  const change = (ends: readonly (readonly [number, number])[]) => ({
    params: at(),
    body: {
      act: 'reorder' as const,
      relinks: ends.map(([from, to], index) => ({ relation_id: ids[index], predecessor_id: items[from], successor_id: items[to] })),
    },
  });
  const reversed = [4, 3, 2, 1].map((from) => [from, from - 1] as const);
  const all = await statementsOf(() => here.anna.ok(api.cyclogram.change, change(reversed)));
  await here.anna.ok(api.edits.undo, { params: at(), body: {} });
  const one = await statementsOf(() => here.anna.ok(api.cyclogram.change, change([[0, 2]])));
  await here.anna.ok(api.edits.undo, { params: at(), body: {} });
  expect(rowsRead(one)).not.toEqual([]);
  expect(rowsRead(all)).toHaveLength(rowsRead(one).length);
  expect(
    await here.anna.refused(
      api.cyclogram.change,
      change([
        [0, 2],
        [1, 3],
        [3, 1],
      ]),
    ),
  ).toMatchObject({
    code: 'relation.cycle',
    parameters: { path: 'B → D → B', items: [b, items[3]] },
  });
});

test('the same where what follows leads through another schedule and back', async () => {
  const items = [a, b, c, await add('D'), await add('E')];
  const ids: number[] = [];
  for (let index = 0; index < 4; index++) ids.push(await here.anna.relation(here.version, items[index], items[index + 1]));
  const other = await here.anna.version(await here.anna.schedule('Other'));
  const [near, far] = [await here.anna.item(other, { name: 'Near' }), await here.anna.item(other, { name: 'Far' })];
  await here.anna.relation(other, near, far);
  const link = (item_id: number, side: 'predecessor' | 'successor', other_item_id: number) =>
    here.anna.ok(api.links.create, { body: { version_id: here.version, item_id, side, other_version_id: other, other_item_id } });
  const [x, y] = [await add('X'), await add('Y')];
  await link(x, 'successor', near);
  await link(y, 'predecessor', far);
  const change = (ends: readonly (readonly [number, number])[]) => ({
    params: at(),
    body: {
      act: 'reorder' as const,
      relinks: ends.map(([from, to], index) => ({ relation_id: ids[index], predecessor_id: from, successor_id: to })),
    },
  });
  const [d, e] = items.slice(3);
  const searches = (sent: readonly string[]) => sent.filter((text) => text.includes('with recursive reach'));
  const all = await statementsOf(() =>
    here.anna.ok(
      api.cyclogram.change,
      change([
        [e, d],
        [d, c],
        [c, x],
        [y, a],
      ]),
    ),
  );
  await here.anna.ok(api.edits.undo, { params: at(), body: {} });
  const one = await statementsOf(() => here.anna.ok(api.cyclogram.change, change([[a, c]])));
  await here.anna.ok(api.edits.undo, { params: at(), body: {} });
  expect([searches(all).length, searches(one).length]).toEqual([1, 1]);
  expect(
    await here.anna.refused(
      api.cyclogram.change,
      change([
        [a, x],
        [b, d],
        [y, a],
      ]),
    ),
  ).toMatchObject({
    code: 'relation.cycle',
    parameters: { path: expect.stringContaining('Near') },
  });
});

test('of relations between schedules those are read that lead on from the version, through others too', async () => {
  const [near, far, aside] = [
    await here.anna.version(await here.anna.schedule('Near')),
    await here.anna.version(await here.anna.schedule('Far')),
    await here.anna.version(await here.anna.schedule('Aside')),
  ];
  const itemOf = new Map<number, number>([[here.version, a]]);
  for (const version of [near, far, aside]) itemOf.set(version, await here.anna.item(version, { name: 'Item' }));
  const link = (version_id: number, side: 'predecessor' | 'successor', other_version_id: number) =>
    here.anna.ok(api.links.create, {
      body: { version_id, item_id: itemOf.get(version_id) ?? 0, side, other_version_id, other_item_id: itemOf.get(other_version_id) ?? 0 },
    });
  await link(here.version, 'successor', near);
  await link(far, 'predecessor', near);
  await link(aside, 'successor', far);
  const context = await here.world.app.contextOf({ userId: here.anna.id, actorId: here.anna.id, spaceId: here.anna.spaceId, needs: [] });
  const ahead = async (...versions: number[]) =>
    (await context.read((db) => listStepsAhead(db, here.anna.spaceId, versions)))
      .map(({ from, to }) => [from.versionId, to.versionId])
      .toSorted(([one], [two]) => one - two);
  expect(await ahead(here.version)).toEqual([
    [here.version, near],
    [near, far],
  ]);
  expect(await ahead(aside)).toEqual([[aside, far]]);
  expect(await ahead(far)).toEqual([]);
  // A copy made to try something out binds nobody, unless the search is for it.
  const { schedule_id: scheduleId } = await here.anna.ok(api.versions.get, { params: { id: far } });
  await here.anna.ok(api.versions.setActual, { params: { id: far } });
  const trial = (await here.anna.ok(api.versions.copyTo, { params: { id: far, scheduleId }, body: { name: 'Trial' } })).id as number;
  expect(await ahead(near)).toEqual([[near, far]]);
  expect(new Set((await ahead(near, trial)).map(([, to]) => to))).toEqual(new Set([far, trial]));
});

test('what follows a task is read only where the predecessor of its new relation is among it', async () => {
  const sent = await statementsOf(() => here.anna.relation(here.version, a, b));
  const searches = sent.filter((text) => text.includes('with recursive reach'));
  expect(searches).toEqual([expect.stringContaining('where exists (select 1 from reach where id = any(')]);
});
