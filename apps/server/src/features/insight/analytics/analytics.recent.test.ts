import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID, minuteAt } from '@gantry/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { versionWithMoney } from '../../../testing/samples/version-with-money.ts';
import { letInOnly } from '../../../testing/team.ts';
import { inTurn, MOST_IN_TURN } from '../../../platform/http/turns.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { THREAD_TURN } from './analytics.facts.service.ts';
import { shortened } from './analytics.place.service.ts';
import { saveStatusPoint } from './analytics.status.repository.ts';
import { forgetUnasked } from './analytics.timers.service.ts';
import type { FactHead } from './facts/analytics.facts.rules.ts';

let world: World;
let anna: Person;
let vera: Person;
const made: Awaited<ReturnType<typeof versionWithMoney>>[] = [];

beforeAll(async () => {
  world = await createWorld();
  [anna, vera] = await Promise.all(['anna', 'vera'].map((name) => world.person(name)));
  await anna.space();
  for (let count = 0; count < 3; count += 1) made.push(await versionWithMoney(anna));
});
afterAll(() => world.close());

const board = (person: Person) => person.ok(api.analytics.dashboardOfSpace, { params: { id: anna.spaceId }, query: {} });
const planOf = ({ cost }: Awaited<ReturnType<typeof board>>): number | undefined => cost.lines.find(({ key }) => key === 'plan')?.total;

test('facts that stay as they are come from memory; what is counted anew, by whomever, is read', async () => {
  expect(planOf(await board(anna))).toBe(3000);
  const again = await board(anna);
  expect(planOf(again)).toBe(3000);
  // Another server changes the facts: this server learns of it only from the database.
  await world.sql(`update version_fact set head = jsonb_set(head, '{works}', '7') where version_id = $1 and dimension = ''`, [
    made[1].version,
  ]);
  expect((await board(anna)).stats.works).toBe(again.stats.works + 6);
  await world.sql('delete from version_fact');
  expect(await board(anna)).toMatchObject({ stats: again.stats, milestones: again.milestones, delays: again.delays });
  await made[2].write('plan', { '04': 500 });
  expect(planOf(await board(anna))).toBe(3500);
});

test('delays and milestones are those of the facts', async () => {
  const { version, item } = made[0];
  expect((await board(anna)).delays).toEqual([]);
  await world.sql(`update wbs_item set target_start = start, target_finish = finish - interval '3 days' where version_id = $1`, [version]);
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: item }, body: { name: 'Late' } });
  expect((await board(anna)).delays).toMatchObject([{ version_id: version, row_id: item, name: 'Late' }]);
  const day = `${new Date().toISOString().slice(0, 10)}T17:00`;
  await anna.item(version, { name: 'Done', type: 'milestone_finish', start: day, finish: day });
  expect((await board(anna)).milestones).toMatchObject([{ version_id: version, name: 'Done' }]);
});

test('what one person has read is no sight of it for another', async () => {
  await letInOnly(vera, anna);
  await anna.ok(api.grants.grant, { body: { node_id: made[1].schedule, user_id: vera.id, role_id: BUILT_IN_ROLE_ID.viewer } });
  const all = await board(anna);
  const own = await board(vera);
  expect([all.state.versions, own.state.versions, own.stats.works]).toEqual([3, 1, 1]);
  expect((await board(anna)).stats).toEqual(all.stats);
  expect((await board(vera)).delays).toEqual([]);
});

test('questions to the thread take turns, and are refused where too many wait', async () => {
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const held = Array.from({ length: MOST_IN_TURN }, () => inTurn(THREAD_TURN, () => gate));
  const asked = { params: { id: made[0].version }, body: { figure: { kind: 'cost', line: 'plan' } } } as const;
  expect(await anna.refused(api.analytics.rowsOfVersion, asked)).toMatchObject({ code: 'server.busy' });
  open();
  await Promise.all(held);
  expect((await anna.ok(api.analytics.rowsOfVersion, asked)).rows.length).toBeGreaterThan(0);
});

test('an answer names a hundred versions that are behind, and counts the others', () => {
  const outdated = Array.from({ length: 250 }, (_, at) => ({ version_id: at, name: `V${at}` }));
  expect(shortened({ outdated })).toEqual({ outdated: outdated.slice(0, 100), more_outdated: 150 });
  expect(shortened({ outdated: outdated.slice(0, 100) })).toEqual({ outdated: outdated.slice(0, 100) });
});

const COUNT = 'analytics_facts';
const jobs = async () =>
  (await world.sql<{ of: number[] }>(`select input -> 'versionIds' as of from job where kind = $1 order by id`, [COUNT])).map(
    ({ of }) => of,
  );
async function queued(versionIds: number[]): Promise<number> {
  const [{ id }] = await world.sql<{ id: number }>(
    `insert into job (space_id, user_id, kind, title, input) values ($1, $2, $3, '', $4) returning id`,
    [anna.spaceId, anna.id, COUNT, JSON.stringify({ versionIds, dimension: '' })],
  );
  await world.sql(`select pg_notify('gantry_job', '')`);
  return id;
}

test('questions about stale versions queue those alone that no job is to count', async () => {
  await board(anna);
  await world.sql(
    `create function wait() returns trigger language plpgsql as $$ begin new.not_before = now() + interval '1 hour'; return new; end $$`,
  );
  await world.sql(`create trigger wait before insert on job for each row when (new.kind = '${COUNT}') execute function wait()`);
  const versions = made.map(({ version }) => version);
  const part = await queued(versions.slice(0, 2));
  // More works than an answer waits for, and a revision that no edit leads to.
  await world.sql('update version set revision = revision + 1, item_count = 60000 where id = any($1::bigint[])', [versions]);
  const asked = await Promise.all(Array.from({ length: 5 }, () => board(anna)));
  for (const { state } of asked) expect(state.outdated.map(({ version_id }) => version_id)).toEqual(versions);
  expect(await jobs()).toEqual([versions.slice(0, 2), versions.slice(2)]);
  expect(new Set(asked.map(({ state }) => state.job_id)).size).toBe(1);
  const one = await anna.ok(api.analytics.statsOfVersion, { params: { id: versions[0] } });
  expect(one.state.job_id).toBe(part);
  expect(await jobs()).toHaveLength(2);
  await world.sql('drop function wait cascade');
  await world.sql('delete from job where kind = $1', [COUNT]);
});

test('a job leaves versions alone whose facts are those of their revision, and announces them all the same', async () => {
  await world.sql('update version set item_count = 1 where space_id = $1', [anna.spaceId]);
  await board(anna);
  const { version } = made[0];
  const facts = () => world.sql(`select computed_at from version_fact where version_id = $1 and dimension = ''`, [version]);
  const before = await facts();
  const push = await anna.push();
  const id = await queued([version]);
  await push.heard('analytics_changed', ({ version_id }) => version_id === version);
  // The last message and the end of the job are one transaction.
  expect(await world.sql('select status from job where id = $1', [id])).toEqual([{ status: 'done' }]);
  expect(await facts()).toEqual(before);
});

const groupsOf = (group: string) =>
  anna.ok(api.analytics.costOfSpace, { params: { id: anna.spaceId }, query: { group } }).then(({ lines }) => lines);
const dimensions = async () =>
  (await world.sql<{ dimension: string }>('select distinct dimension from version_fact order by 1')).map(({ dimension }) => dimension);

test('an attribute that no version has leaves nothing behind', async () => {
  await world.sql('delete from version_fact');
  expect(await groupsOf('attribute:Nowhere')).toEqual([]);
  expect(await groupsOf('attribute:4711')).toEqual([]);
  expect(await dimensions()).toEqual(['']);
});

test('facts by a dimension that nobody asks for any more are deleted; each question keeps them', async () => {
  await groupsOf('status');
  await anna.ok(api.analytics.byExecutorOfSpace, { params: { id: anna.spaceId }, query: {} });
  const askedBefore = (days: number) => world.sql(`update version_fact set asked_on = current_date - $1::int`, [days]);
  await askedBefore(30);
  await groupsOf('status');
  await world.sql(`update version_fact set asked_on = asked_on - 20`);
  expect(await forgetUnasked(world.app.services, 1)).toBe(made.length);
  expect(await dimensions()).toEqual(['', 'status']);
  await askedBefore(1000);
  await forgetUnasked(world.app.services);
  expect(await dimensions()).toEqual(['']);
});

test('further pages of the works behind a figure are read from those of the first', async () => {
  const page = (offset: number) =>
    anna.ok(api.analytics.rowsOfVersion, {
      params: { id: made[0].version },
      body: { figure: { kind: 'stats', line: 'works' }, offset, limit: 1 },
    });
  const reads = async (offset: number) => {
    let rows: unknown[] = [];
    const sent = await statementsOf(async () => ({ rows } = await page(offset)));
    return [rows.length, sent.some((text) => text.includes('assignment'))];
  };
  await anna.item(made[0].version, { name: 'One more' });
  expect(await reads(0)).toEqual([1, true]);
  expect(await reads(1)).toEqual([1, false]);
  await anna.item(made[0].version, { name: 'Another one' });
  expect(await reads(1)).toEqual([1, true]);
});

test('of the status points of a schedule the newest stay, and of each month before them the last', async () => {
  const { schedule } = made[0];
  await world.sql('delete from status_point');
  const head = { data_date: 0 } as FactHead;
  const days = ['2024-01-05', '2024-01-20', '2024-02-03', '2024-02-10', '2024-03-02', '2024-03-09', '2024-03-16'];
  const scope = { spaceId: anna.spaceId, userId: anna.id };
  for (const day of days)
    await world.app.services.database.write(scope, (tx) =>
      saveStatusPoint(
        tx,
        anna.spaceId,
        { schedule_id: schedule, head: { ...head, data_date: minuteAt(`${day}T00:00`) }, month: Buffer.of() },
        3,
      ),
    );
  const kept = await world.sql<{ day: string }>('select day::text from status_point where schedule_id = $1 order by 1', [schedule]);
  expect(kept.map(({ day }) => day)).toEqual(['2024-01-20', '2024-02-10', '2024-03-02', '2024-03-09', '2024-03-16']);
});

test('questions that come at once count a version once', async () => {
  await board(anna);
  await world.sql('create sequence counts');
  await world.sql(`create function note_count() returns trigger language plpgsql security definer as
    $$ begin if new.dimension = '' then perform nextval('counts'); end if; return new; end $$`);
  await world.sql('create trigger note_count after insert or update on version_fact for each row execute function note_count()');
  await world.sql('delete from version_fact');
  await Promise.all(Array.from({ length: 4 }, () => anna.ok(api.analytics.statsOfVersion, { params: { id: made[0].version } })));
  const noted = await world.sql('select last_value::int as counts, is_called from counts');
  await world.sql('drop function note_count cascade');
  expect(noted).toEqual([{ counts: 1, is_called: true }]);
});
