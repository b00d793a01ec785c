import { type AiProposal, api } from '@gantry/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended } from '../../../testing/jobs.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { narrativeOf } from './ai.narrative.rules.ts';
import { endsOf, cycleIn } from './ai.rules.ts';

let world: World;
let anna: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

const relate = (version: number, predecessor_id: number, successor_id: number) =>
  anna.ok(api.relations.create, {
    params: { id: version },
    body: { predecessor_id, successor_id, type: 'fs', lag_minutes: 0, lag_calendar: null },
  });

/** A storey of three works in a chain. */
async function storey(version: number, name: string, parts: readonly string[], minutes = 480): Promise<void> {
  const top = await anna.item(version, { name, type: 'sum' });
  let before: number | null = null;
  for (const part of parts) {
    const id = await anna.item(version, { name: part, duration_minutes: minutes }, top);
    if (before !== null) await relate(version, before, id);
    before = id;
  }
}
const PARTS = ['Formwork of walls', 'Reinforcement of walls', 'Concreting of walls'];

/** A plan in which the walls of storey 3 stand between two works and are not worked out yet. */
async function plan() {
  const built = await anna.version(await anna.schedule('Built before'));
  await storey(built, 'Walls of storey 1', PARTS);
  await storey(built, 'Walls, level 2', [...PARTS, 'Curing of walls']);
  const version = await anna.version(await anna.schedule('Now'));
  const dig = await anna.item(version, { name: 'Dig', start: '2026-03-02T09:00', duration_minutes: 480 });
  const walls = await anna.item(version, { name: 'Walls of storey 3', duration_minutes: 4320 });
  const roof = await anna.item(version, { name: 'Roof', duration_minutes: 480 });
  await relate(version, dig, walls);
  await relate(version, walls, roof);
  return { built, version, dig, walls, roof };
}
const decompose = (version_id: number, wbs_id: number, who = anna): Promise<AiProposal> =>
  who.ok(api.ai.decompose, { query: { version_id, wbs_id } });
const accepted = ({ rows, relations }: AiProposal) => ({
  rows: rows.map(({ key, name, type, minutes, volume, unit }) => ({ key, name, type, minutes, volume, unit })),
  relations: relations.map(({ from, to, type, lag_minutes }) => ({ from, to, type, lag_minutes })),
});

test('a row is divided as rows like it were, in the time that it has, and accepted as one edit that is undone', async () => {
  const { version, dig, walls, roof } = await plan();
  const found = await decompose(version, walls);
  expect(found.rows.map(({ name, minutes }) => [name, minutes])).toEqual([
    ['Formwork of walls', expect.any(Number)],
    ['Reinforcement of walls', expect.any(Number)],
    ['Concreting of walls', expect.any(Number)],
    ['Curing of walls', expect.any(Number)],
  ]);
  expect(found.rows.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(4320);
  expect(found.relations.map(({ from, to }) => `${from} ${to}`).toSorted()).toEqual(['R1 R2', 'R2 R3', 'R3 R4']);
  expect(found.examples.map(({ schedule, name }) => [schedule, name])).toEqual([
    ['Built before', 'Walls, level 2'],
    ['Built before', 'Walls of storey 1'],
  ]);
  expect(found.dates).toMatchObject({ moved: 0, row_finish_before: found.dates?.row_finish_after });
  expect(found.state).toEqual({ schedules: expect.any(Number), unread: 0, job_id: null });

  const { history_id, revision } = found;
  const body = { history_id: history_id ?? 0, revision, ...accepted(found) };
  const done = await anna.ok(api.ai.apply, { body });
  expect(done.row_ids).toHaveLength(4);
  const { items } = await anna.ok(api.wbs.byIds, { params: { id: version }, body: { ids: [walls, ...done.row_ids] } });
  expect(items[0]).toMatchObject({ type: 'sum' });
  expect(items.slice(1).every(({ parent_id }) => parent_id === walls)).toBe(true);
  const ties = await anna.ok(api.relations.list, { params: { id: version } });
  const pairs = (ties.relations as { predecessor_id: number; successor_id: number }[]).map((one) => [one.predecessor_id, one.successor_id]);
  expect(pairs).toContainEqual([dig, done.row_ids[0]]);
  expect(pairs).toContainEqual([done.row_ids[3], roof]);
  expect(pairs).toHaveLength(5);

  const history = await anna.ok(api.ai.historyList, { query: { version_id: version, wbs_id: walls } });
  expect(history.items).toMatchObject([{ id: history_id, state: 'applied', rows: 4, row_name: 'Walls of storey 3' }]);
  const item = await anna.ok(api.ai.historyItem, { query: { id: history_id ?? 0 } });
  expect(item.applied?.rows).toMatchObject(body.rows);
  expect(item.proposed.rows).toEqual(found.rows);
  expect(await anna.refused(api.ai.decompose, { query: { version_id: version, wbs_id: walls } })).toMatchObject({ code: 'ai.has_parts' });
  expect(await anna.refused(api.ai.apply, { body })).toMatchObject({ code: 'ai.has_parts' });

  await anna.ok(api.edits.undo, { params: { id: version }, body: {} });
  const again = await anna.ok(api.wbs.byIds, { params: { id: version }, body: { ids: [walls, ...done.row_ids] } });
  expect(again.items).toMatchObject([{ id: walls, type: 'task' }]);
});

test('the history names what became of each proposal, and what was changed of those that were accepted', async () => {
  const { version, walls } = await plan();
  const boris = await world.person('bert');
  await world.join(boris, anna, 'planner');
  const states = async (wbs_id = walls) =>
    (await anna.ok(api.ai.historyList, { query: { version_id: version, wbs_id } })).items.map(({ id, state }) => [id, state]);
  const id = ({ history_id }: AiProposal): number => history_id ?? 0;
  const first = await decompose(version, walls);
  expect(id(await decompose(version, walls))).toBe(id(first));
  const hinted = await anna.ok(api.ai.decompose, { query: { version_id: version, wbs_id: walls, hint: 'walls walls' } });
  expect(hinted.examples).not.toEqual(first.examples);
  const his = await decompose(version, walls, boris);
  expect(await states()).toEqual([
    [id(his), 'proposed'],
    [id(hinted), 'proposed'],
    [id(first), 'superseded'],
  ]);

  const vera = await world.person('vanda');
  await world.join(vera, anna, 'viewer');
  expect(await vera.refused(api.ai.reject, { body: { history_id: id(hinted) } })).toMatchObject({ status: 403 });
  await anna.ok(api.ai.reject, { body: { history_id: id(hinted) } });
  expect(await anna.refused(api.ai.reject, { body: { history_id: id(hinted) } })).toMatchObject({ code: 'ai.not_open' });
  const again = await decompose(version, walls);

  const { rows, relations } = accepted(again);
  const [one, two, ...rest] = rows;
  const kept = { history_id: id(again), revision: again.revision, rows: [{ ...one, name: 'Shuttering' }, two], relations: [relations[0]] };
  expect(rest).toHaveLength(2);
  await anna.ok(api.ai.apply, { body: kept });
  const rejected = [id(hinted), 'rejected'];
  const replaced = [[id(his), 'superseded'], rejected, [id(first), 'superseded']];
  expect(await states()).toEqual([[id(again), 'applied'], ...replaced]);
  const { diff } = await anna.ok(api.ai.historyItem, { query: { id: id(again) } });
  expect(diff.map(({ name, state }) => [name, state])).toEqual([
    ['Shuttering', 'changed'],
    ['Reinforcement of walls', 'same'],
    ['Concreting of walls', 'left_out'],
    ['Curing of walls', 'left_out'],
  ]);
  expect(diff[0]).toMatchObject({ proposed: { name: 'Formwork of walls' }, applied: { name: 'Shuttering' } });
  expect(await anna.refused(api.ai.reject, { body: { history_id: id(again) } })).toMatchObject({ code: 'ai.not_open' });

  for (const [way, state] of [
    ['undo', 'undone'],
    ['redo', 'applied'],
    ['undo', 'undone'],
  ] as const) {
    // prettier-ignore
    await anna.ok(api.edits[way], { params: { id: version }, body: {} });
    expect(await states()).toEqual([[id(again), state], ...replaced]);
  }
  await anna.ok(api.ai.apply, { body: kept });
  expect(await states()).toEqual([[id(again), 'applied'], ...replaced]);
});

test('one job at a time reads what no answer waits for, and leaves out what an answer has read meanwhile', async () => {
  const { version, walls, built } = await plan();
  await decompose(version, walls);
  const readings = () =>
    world.sql('select version_id, xmin::text from ai_reading where version_id = any($1) order by 1', [[built, version]]);
  const jobs = async () =>
    (await world.sql(`select id from job where space_id = $1 and kind = 'ai_learn' order by id`, [anna.spaceId])).map(({ id }) =>
      Number(id),
    );
  const queue = async (status: string, lease: string | null) => {
    const [{ id }] = await world.sql(
      `insert into job (space_id, user_id, kind, title, input, status, lease_until) values ($1, $2, 'ai_learn', 'x', $3, $4, $5) returning id`,
      [anna.spaceId, anna.id, JSON.stringify({ versionIds: [built, version] }), status, lease],
    );
    return Number(id);
  };
  const before = await readings();
  expect(before).toHaveLength(2);
  const waiting = await queue('waiting', null);
  await world.sql(`select pg_notify('gantry_job', '')`);
  expect(await ended(anna, waiting)).toMatchObject({ status: 'done', result: { version_ids: [built, version] } });
  expect(await readings()).toEqual(before);

  await world.sql('delete from ai_reading where version_id = $1', [built]);
  await world.sql('update version set item_count = 60000 where id = $1', [built]);
  const running = await queue('running', '2100-01-01');
  const there = await jobs();
  const carl = await world.person('carl');
  await world.join(carl, anna, 'planner');
  expect((await decompose(version, walls)).state).toMatchObject({ unread: 1, job_id: running });
  expect((await decompose(version, walls, carl)).state).toMatchObject({ unread: 1, job_id: null });
  expect(await jobs()).toEqual(there);
  await world.sql(`update job set status = 'done', lease_until = null, finished_at = now() where id = $1`, [running]);
  const { state } = await decompose(version, walls, carl);
  expect(await jobs()).toEqual([...there, state.job_id]);
  expect(await ended(carl, state.job_id ?? 0)).toMatchObject({ status: 'done' });
  expect(await readings()).toHaveLength(2);
});

test('what is like nothing is not guessed at; what has begun is not divided', async () => {
  const { version, dig } = await plan();
  const none = await decompose(version, dig);
  expect(none).toMatchObject({ history_id: null, rows: [], examples: [], dates: null });
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: dig }, body: { actual_start: '2026-03-02T09:00' } });
  expect(await anna.refused(api.ai.decompose, { query: { version_id: version, wbs_id: dig } })).toMatchObject({ code: 'ai.begun' });
  expect(await anna.refused(api.ai.decompose, { query: { version_id: version, wbs_id: 999 } })).toMatchObject({ status: 404 });
});

test('a proposal for a row that was called otherwise, and a cycle, are refused and change nothing', async () => {
  const { version, walls } = await plan();
  const found = await decompose(version, walls);
  const body = { history_id: found.history_id ?? 0, revision: found.revision, ...accepted(found) };
  const cycle = { ...body, relations: [...body.relations, { from: 'R3', to: 'R1', type: 'fs' as const, lag_minutes: 0 }] };
  expect(await anna.refused(api.ai.apply, { body: cycle })).toMatchObject({ code: 'relation.cycle' });
  const stranger = { ...body, relations: [{ from: 'R1', to: 'R99', type: 'fs' as const, lag_minutes: 0 }] };
  expect(await anna.refused(api.ai.apply, { body: stranger })).toMatchObject({ code: 'request.invalid' });
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: walls }, body: { name: 'Columns' } });
  expect(await anna.refused(api.ai.apply, { body })).toMatchObject({ code: 'ai.out_of_date' });
  const { items } = await anna.ok(api.wbs.children, { params: { id: version, wbsId: walls } });
  expect(items).toEqual([]);
});

test('nobody learns from schedules that they may not read, nor divides without the right', async () => {
  const { version, walls } = await plan();
  const vera = await world.person('vera');
  await world.join(vera, anna, 'viewer');
  expect((await decompose(version, walls, vera)).rows).not.toHaveLength(0);
  const found = await decompose(version, walls);
  const body = { history_id: found.history_id ?? 0, revision: found.revision, ...accepted(found) };
  expect(await vera.refused(api.ai.apply, { body })).toMatchObject({ status: 403 });
  const boris = await world.person('boris');
  await boris.space();
  expect(await boris.refused(api.ai.historyItem, { query: { id: found.history_id ?? 0 } })).toMatchObject({ code: 'ai.not_found' });
  expect(await boris.refused(api.ai.decompose, { query: { version_id: version, wbs_id: walls } })).toMatchObject({ status: 404 });
});

test('proposals that nobody has accepted are found by their age', async () => {
  const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
  const plan = await context.read(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db);
    return sql`explain delete from ai_proposal where space_id = ${anna.spaceId} and applied is null and at < now() - interval '90 days'`.execute(
      db,
    );
  });
  expect(JSON.stringify(plan.rows)).toMatch(/ai_proposal_open_at.*Index Cond: .*at </);
});

test('a version is told in words whose numbers are facts', async () => {
  const { version } = await plan();
  await anna.ok(api.timetable.calculate, { params: { id: version }, body: {} }).catch(() => null);
  for (const language of ['en-US', 'ru', 'fr'] as const) {
    const { facts, narrative } = await anna.ok(api.ai.scheduleAnalytics, { query: { version_id: version, language } });
    expect(facts.find(({ kind }) => kind === 'counts')).toMatchObject({ params: { works: 3, not_started: 3 } });
    expect(narrative[0].text).toContain('3');
    const known = new Set(facts.map(({ id }) => id));
    expect(narrative.every(({ fact_ids }) => fact_ids.every((id) => known.has(id)))).toBe(true);
  }
});

test.each([
  ['en-US', 1, '1 work should be finished by now and not so.'],
  ['ru', 2, 'Просрочено: 2 работы.'],
  ['ru', 21, 'Просрочено: 21 работа.'],
  ['ru', 11, 'Просрочено: 11 работ.'],
  ['fr', 3, 'En retard à ce jour : 3 tâches.'],
] as const)('a count in %s: %d', (language, count, text) => {
  const fact = { id: 'F1', kind: 'overdue' as const, params: { count }, refs: [], severity: 'act' as const };
  expect(narrativeOf([fact], language)).toEqual([{ text, fact_ids: ['F1'] }]);
});

test('the ends of parts, and cycles among them', () => {
  const parts = ['R1', 'R2', 'R3'].map((key) => ({ key, name: `name of ${key}` }));
  const tie = (from: string, to: string) => ({ from, to, type: 'fs' as const, lag_minutes: 0 });
  expect(endsOf(parts, [tie('R1', 'R2')])).toEqual({ first: ['R1', 'R3'], last: ['R2', 'R3'] });
  expect(cycleIn(parts, [tie('R1', 'R2'), tie('R2', 'R3')])).toBeNull();
  expect(cycleIn(parts, [tie('R1', 'R2'), tie('R2', 'R1')])).toEqual(['name of R1', 'name of R2', 'name of R1']);
});

test('a call reads neither the versions that it learns from nor the plan whose dates it tries: a thread does', async () => {
  const { version, walls } = await plan();
  let found: AiProposal | null = null;
  const sent = await statementsOf(async () => (found = await decompose(version, walls)));
  expect(found).toMatchObject({ dates: { finish_before: expect.any(String) }, state: { unread: 0 } });
  expect(sent.filter((text) => text.includes('ai_example') && text.startsWith('insert')).length).toBeGreaterThan(0);
  const wholeTable =
    /from wbs_item w left join|from "(?!calendar"|settings")\w+" t\s+where t\.space_id = \$\d+ and t\.version_id = \$\d+\s+order by t\.id/;
  expect(sent.filter((text) => wholeTable.test(text))).toEqual([]);
});
