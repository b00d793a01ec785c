import { api, type Call } from '@gantry/contract';
import { CALCULATION_STATUS } from '@gantry/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeDirectory } from '../../../testing/directories.ts';
import { ended } from '../../../testing/jobs.ts';
import { contentOf } from '../../../testing/samples/version-content.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { VERSIONS_TOGETHER } from './catalog-changes.rules.ts';
import { forgetUnanswered } from './catalog-changes.timers.service.ts';

type Change = NonNullable<Call<typeof api.catalogChanges.look>['body']>;

let world: World;
let anna: Person;
let vera: Person;
let boris: Person;
let stranger: Person;
let schedule: number;
let calendar: number;
let version: number;
let items: number[];

const EIGHT = [{ start: 480, finish: 960 }];
const week = (hours: readonly { start: number; finish: number }[], saturday: readonly { start: number; finish: number }[] = []) =>
  [hours, hours, hours, hours, hours, saturday, []].map((day) => [...day]);
const usual = () => ({ name: `Site ${calendarName}`, week: week(EIGHT), series: [] });
let calendarName = 0;

beforeAll(async () => {
  world = await createWorld();
  [anna, vera, boris, stranger] = await Promise.all(['anna', 'vera', 'boris', 'stranger'].map((login) => world.person(login)));
  await anna.space();
  await stranger.space();
  await world.join(vera, anna, 'viewer');
  await world.join(boris, anna, 'planner');
  schedule = await anna.schedule();
});
afterAll(() => world.close());

/** A version whose works go by a calendar of the hierarchy, in chains of ten, calculated. */
async function plan(works = 12): Promise<{ version: number; items: number[] }> {
  const id = await anna.version(schedule);
  const { id: own } = await anna.ok(api.versionCalendars.take, { params: { id }, body: { source_id: calendar } });
  await anna.ok(api.versionCalendars.setDefault, { params: { id, calendarId: own } });
  const made: number[] = [];
  for (let at = 0; at < works; at += 10) {
    const chain = Array.from({ length: Math.min(10, works - at) }, (_, step) => at + step);
    const ids = await Promise.all(chain.map((index) => anna.item(id, { name: `Work ${index}`, duration_minutes: 480 + 60 * (index % 7) })));
    await Promise.all(ids.slice(1).map((one, index) => anna.relation(id, ids[index], one)));
    made.push(...ids);
  }
  await anna.ok(api.timetable.calculateNow, { params: { id }, body: { data_date: '2031-03-03T08:00' } });
  return { version: id, items: made };
}

beforeEach(async () => {
  calendarName += 1;
  calendar = (await anna.ok(api.calendars.create, { body: { ...usual(), node_id: null } })).id;
  ({ version, items } = await plan());
});

const longer = (): Change => ({ source: 'calendar', source_id: calendar, change: { ...usual(), week: week(EIGHT, EIGHT) } });
async function look(change: Change = longer(), who = anna) {
  const { id, job_id } = await who.ok(api.catalogChanges.look, { body: change });
  expect(await ended(who, job_id)).toMatchObject({ status: 'done' });
  return who.ok(api.catalogChanges.act, { params: { id } });
}
const save = async (id: number, who = anna) => ended(who, (await who.ok(api.catalogChanges.save, { params: { id } })).job_id);
const takeBack = async (id: number) => ended(anna, (await anna.ok(api.catalogChanges.takeBack, { params: { id } })).job_id);
const weekOf = async () => (await anna.ok(api.calendars.list)).calendars.find(({ id }) => id === calendar)?.week;
const datesOf = (id: number) =>
  world.sql(
    `select id, to_char(start, 'YYYY-MM-DD"T"HH24:MI') as start, to_char(finish, 'YYYY-MM-DD"T"HH24:MI') as finish, total_float_minutes as float
     from wbs_item where version_id = $1 order by id`,
    [id],
  );
const changesOf = async (id: number) =>
  (await anna.ok(api.catalogChanges.changes, { params: { id }, query: { limit: 1000 } })).changes.filter(({ item_id }) => item_id !== 0);

test(
  'what dates a calendar would give is told before it is saved, and they are what it gives: 300 works',
  { timeout: 60_000 },
  async () => {
    const big = await plan(300);
    const before = [await contentOf(world, version), await contentOf(world, big.version)];
    const act = await look();
    expect(act).toMatchObject({ state: 'ready', source: 'calendar', name: `Site ${calendarName}`, left: [], unchanged: 0 });
    expect(act.proposals.map(({ version_id }) => version_id)).toEqual([version, big.version]);
    // Nobody answered: nothing has changed, not even the calendar.
    expect(await weekOf()).toEqual(usual().week);
    expect([await contentOf(world, version), await contentOf(world, big.version)]).toEqual(before);
    const reported = new Map((await changesOf(act.proposals[1].id)).map((change) => [change.item_id, change]));
    expect(reported.size).toBeGreaterThan(200);
    const was = await datesOf(big.version);
    for (const { id, start, finish, float } of was) {
      const change = reported.get(id);
      if (change) expect([change.start_before, change.finish_before, change.float_before]).toEqual([start, finish, float]);
    }
    expect(await save(act.id)).toMatchObject({ status: 'done', result: { versions: [version, big.version] } });
    expect(await weekOf()).toEqual(week(EIGHT, EIGHT));
    const now = await datesOf(big.version);
    let moved = 0;
    for (const [at, { id, start, finish, float }] of now.entries()) {
      const change = reported.get(id);
      if (change) expect([change.start_after, change.finish_after, change.float_after]).toEqual([start, finish, float]);
      else expect(was[at]).toEqual(now[at]);
      if (finish !== was[at]['finish']) moved += 1;
    }
    expect(act.proposals[1].moved).toBe(moved);
    expect(moved).toBeGreaterThan(100);
  },
);

test('saved twice, it is saved once; taken back, everything is as it was to the byte', async () => {
  const before = await contentOf(world, version);
  const act = await look();
  const [one, two] = await Promise.all([
    anna.ok(api.catalogChanges.save, { params: { id: act.id } }),
    anna.ok(api.catalogChanges.save, { params: { id: act.id } }),
  ]);
  for (const { job_id } of [one, two]) expect(await ended(anna, job_id)).toMatchObject({ status: 'done', result: { versions: [version] } });
  const { edits } = await anna.ok(api.edits.since, { params: { id: version }, query: { since: 0 } });
  expect(edits.filter(({ name }) => name === 'calendar.follow')).toHaveLength(1);
  expect(await anna.refused(api.catalogChanges.save, { params: { id: act.id } })).toMatchObject({
    status: 409,
    code: 'catalog_change.act_accepted',
  });
  expect(await contentOf(world, version)).not.toEqual(before);
  expect(await takeBack(act.id)).toMatchObject({ status: 'done' });
  expect(await weekOf()).toEqual(usual().week);
  expect(await contentOf(world, version)).toEqual(before);
  expect(await anna.refused(api.catalogChanges.takeBack, { params: { id: act.id } })).toMatchObject({
    status: 409,
    code: 'catalog_change.act_not_accepted',
  });
});

test('killed between two versions nothing is done, and begun again all of it is', async () => {
  const second = (await plan(3)).version;
  const before = [await contentOf(world, version), await contentOf(world, second)];
  const act = await look();
  await world.sql(
    `create function refuse_edit() returns trigger language plpgsql as $$ begin raise exception 'the plug is pulled'; end $$`,
  );
  await world.sql(
    `create trigger pulled before insert on version_edit for each row when (new.version_id = ${second} and new.name = 'calendar.follow') execute function refuse_edit()`,
  );
  expect(await save(act.id)).toMatchObject({ status: 'failed' });
  expect(await weekOf()).toEqual(usual().week);
  expect([await contentOf(world, version), await contentOf(world, second)]).toEqual(before);
  await world.sql('drop trigger pulled on version_edit');
  const { job_id } = await anna.ok(api.catalogChanges.save, { params: { id: act.id } });
  await world.restart();
  expect(await ended(anna, job_id)).toMatchObject({ status: 'done', result: { versions: [version, second] } });
  expect(await weekOf()).toEqual(week(EIGHT, EIGHT));
  const heads = await world.sql('select calculation_status as status from version where id = any($1)', [[version, second]]);
  expect(heads).toEqual([{ status: CALCULATION_STATUS.calculated }, { status: CALCULATION_STATUS.calculated }]);
});

test('a locked version is left alone; what changed since is refused; forgotten, it is gone', async () => {
  const locked = (await plan(2)).version;
  await anna.ok(api.versions.setLocked, { params: { id: locked }, body: { locked: true } });
  const before = await contentOf(world, locked);
  const act = await look();
  expect(act.left).toEqual([
    { version_id: locked, version_name: expect.any(String), schedule_name: expect.any(String), code: 'version.locked' },
  ]);
  expect(act.proposals.map(({ version_id }) => version_id)).toEqual([version]);
  // A proposal of an act is not taken or forgotten alone.
  expect((await anna.ok(api.catalogChanges.list, { query: { version_id: version } })).proposals).toEqual([]);
  const alone = { params: { id: act.proposals[0].id } };
  for (const call of [api.catalogChanges.accept, api.catalogChanges.discard])
    expect(await anna.refused(call, alone)).toMatchObject({ status: 404, code: 'catalog_change.not_found' });
  await anna.ok(api.wbs.update, { params: { id: version, wbsId: items[0] }, body: { name: 'Renamed' } });
  expect(await save(act.id)).toMatchObject({ status: 'failed', error: { code: 'catalog_change.version_changed' } });
  expect(await weekOf()).toEqual(usual().week);
  const again = await look();
  expect(await anna.refused(api.catalogChanges.act, { params: { id: act.id } })).toMatchObject({ status: 404 });
  await anna.ok(api.calendars.update, { params: { id: calendar }, body: { ...usual(), week: week(EIGHT.slice(0, 0)), follow: false } });
  expect(await save(again.id)).toMatchObject({ status: 'failed', error: { code: 'catalog_change.source_changed' } });
  await anna.ok(api.catalogChanges.forget, { params: { id: again.id } });
  expect(await anna.refused(api.catalogChanges.forget, { params: { id: again.id } })).toMatchObject({
    status: 404,
    code: 'catalog_change.act_not_found',
  });
  expect(await contentOf(world, locked)).toEqual(before);
});

test('what the catalog refuses is refused at once', async () => {
  await anna.ok(api.calendars.create, { body: { ...usual(), name: `Other ${calendarName}`, node_id: null } });
  const taken = { ...longer(), change: { ...usual(), name: `Other ${calendarName}` } } as Change;
  expect(await anna.refused(api.catalogChanges.look, { body: taken })).toMatchObject({ status: 409, code: 'calendar.name_taken' });
  expect(await anna.refused(api.catalogChanges.look, { body: { ...longer(), source_id: 99_999 } })).toMatchObject({
    status: 404,
    code: 'catalog_change.source_not_found',
  });
});

test('a default, a list and a formula of an attribute: what rows would show is told, and shown once it is saved', async () => {
  const key = `zone_${calendarName}`;
  const common = { owners: ['wbs' as const] };
  const zone = (
    await anna.ok(api.attributes.createInSpace, {
      body: { ...common, name: key, key, type: 'list', values: ['North', 'South'], default_value: 'North' },
    })
  ).id;
  const length = (
    await anna.ok(api.attributes.createInSpace, { body: { ...common, name: `l${key}`, key: `l${key}`, type: 'number', unit: 'm' } })
  ).id;
  const params = { id: version };
  const { ids } = await anna.ok(api.attributeValues.take, { params, body: { source_ids: [zone, length] } });
  await anna.ok(api.wbs.update, { params: { ...params, wbsId: items[0] }, body: { attributes: { [ids[0]]: 'South' } } });
  const before = await contentOf(world, version);
  const act = await look({ source: 'attribute', source_id: zone, change: { values: ['North', 'East'], default_value: 'East' } });
  const changes = await changesOf(act.proposals[0].id);
  const of = (item: number) => changes.find(({ item_id }) => item_id === item)?.fields;
  expect(of(items[1])).toEqual([{ table: 'attributeValue', object: key, field: 'value', before: 'North', after: 'East' }]);
  expect(of(items[0])).toEqual([{ table: 'attributeValue', object: key, field: 'fault', before: 'South', after: 'list' }]);
  expect(act.proposals[0]).toMatchObject({ works: 12, moved: null });
  expect(await contentOf(world, version)).toEqual(before);
  const formula = await look({ source: 'attribute', source_id: length, change: { unit: 'km', formula: 'duration * 2' } });
  const [shared, first] = (await anna.ok(api.catalogChanges.changes, { params: { id: formula.proposals[0].id } })).changes;
  expect(shared.fields).toContainEqual({ table: 'attribute', object: `l${key}`, field: 'unit', before: 'm', after: 'km' });
  expect(first.fields).toMatchObject([{ field: 'value', before: null, after: expect.any(Number) }]);
  expect(await save(formula.id)).toMatchObject({ status: 'done' });
  const { attributes } = await anna.ok(api.attributeCalculate.calculateVersion, { params });
  expect(attributes[0].values).toContainEqual(expect.objectContaining({ row_id: first.item_id, value: first.fields[0].after }));
  // The version has been edited by the other act.
  expect(await save(act.id)).toMatchObject({ status: 'failed', error: { code: 'catalog_change.version_changed' } });
  expect(await takeBack(formula.id)).toMatchObject({ status: 'done' });
  expect(await contentOf(world, version)).toEqual(before);
  const stored = (await anna.ok(api.attributes.listAll)).attributes.find(({ id }) => id === length);
  expect(stored).toMatchObject({ unit: 'm', formula: null });
  expect(
    await anna.refused(api.catalogChanges.look, { body: { source: 'attribute', source_id: length, change: { formula: 'nothing_such' } } }),
  ).toMatchObject({
    status: 422,
    code: 'attribute.formula_invalid',
  });
});

test('a coefficient: hours and costs are told before it is saved, and come to pass', async () => {
  const types = await makeDirectory(world, anna, schedule, { name: `T${version}`, kind: 'work_types', rows: [{ code: 'W', unit: 'm3' }] });
  const crews = await makeDirectory(world, anna, schedule, {
    name: `R${version}`,
    kind: 'resources',
    rows: [{ code: 'R', name: 'Bricklayer', unit: 'man-h', resource: 'labour', price: 10 }],
  });
  const { id: relation } = await anna.ok(api.directoryRelations.create, { body: { name: `N${version}`, from_id: types, to_id: crews } });
  const { id: set } = await anna.ok(api.coefficients.createSet, { body: { name: `Set ${version}` } });
  const { id } = await anna.ok(api.coefficients.create, { body: { set_id: set, name: 'Height', target: 'consumption', labour: '1' } });
  await anna.ok(api.directoryRelations.updateRows, {
    params: { id: relation },
    body: { add: [{ row_a_id: 1, row_b_id: 1, quantity: 4, coefficient_ids: [id] }] },
  });
  await anna.ok(api.versionDirectories.assign, {
    params: { id: version },
    body: { directory_id: types, row_id: 1, items: [{ id: items[0], volume: 8 }] },
  });
  await anna.ok(api.timetable.calculateNow, { params: { id: version }, body: { data_date: '2031-03-03T08:00' } });
  const before = await contentOf(world, version);
  const act = await look({ source: 'coefficient', source_id: id, change: { labour: '1,5' } });
  expect(act.proposals[0]).toMatchObject({ works: 1, cost_before: 320, cost_after: 480 });
  const change = (await changesOf(act.proposals[0].id)).find(({ item_id }) => item_id === items[0]);
  expect(await contentOf(world, version)).toEqual(before);
  expect(await save(act.id)).toMatchObject({ status: 'done' });
  expect((await datesOf(version)).find((row) => row['id'] === items[0])).toMatchObject({ finish: change?.finish_after });
  expect((await anna.ok(api.coefficients.list)).sets.find((one) => one.id === set)?.coefficients).toMatchObject([{ labour: 1.5 }]);
  expect(await takeBack(act.id)).toMatchObject({ status: 'done' });
  expect(await contentOf(world, version)).toEqual(before);
  expect((await anna.ok(api.coefficients.list)).sets.find((one) => one.id === set)?.coefficients).toMatchObject([{ labour: 1 }]);
});

test('who may only look, or does not keep the catalog, does not change it; another person and who is elsewhere see nothing', async () => {
  const { id, proposals } = await look();
  const calls = async (person: Person) => [
    await person.refused(api.catalogChanges.save, { params: { id } }),
    await person.refused(api.catalogChanges.takeBack, { params: { id } }),
    await person.refused(api.catalogChanges.forget, { params: { id } }),
  ];
  for (const refusal of [await vera.refused(api.catalogChanges.look, { body: longer() }), ...(await calls(vera))])
    expect(refusal).toMatchObject({ status: 403 });
  const elsewhere = [...(await calls(stranger)), await stranger.refused(api.catalogChanges.act, { params: { id } })];
  for (const refusal of elsewhere) expect(refusal).toMatchObject({ status: 404, code: 'catalog_change.act_not_found' });
  expect(await stranger.refused(api.catalogChanges.look, { body: longer() })).toMatchObject({
    status: 404,
    code: 'catalog_change.source_not_found',
  });
  for (const refusal of [
    await vera.refused(api.catalogChanges.act, { params: { id } }),
    await boris.refused(api.catalogChanges.act, { params: { id } }),
    await boris.refused(api.catalogChanges.changes, { params: { id: proposals[0].id } }),
  ])
    expect(refusal).toMatchObject({ status: 404 });
  expect(await weekOf()).toEqual(usual().week);
});

/** The most versions that one transaction has changed by an edit of a name. */
const mostTogether = async (name: string) =>
  (
    await world.sql<{ most: number }>(
      `select max(versions)::int as most from (select count(*) as versions from version_edit where name = $1 group by xmin::text) t`,
      [name],
    )
  )[0].most;

test(
  'many versions are changed part by part; a job that stops goes on, and a version that was edited meanwhile is left',
  { timeout: 120_000 },
  async () => {
    const many: number[] = [];
    for (let made = 0; made < VERSIONS_TOGETHER + 3; made += 1) {
      const id = await anna.version(schedule);
      await anna.ok(api.versionCalendars.take, { params: { id }, body: { source_id: calendar } });
      many.push(id);
    }
    const all = [version, ...many];
    const act = await look();
    expect(act.proposals).toHaveLength(all.length);
    const stubborn = all[VERSIONS_TOGETHER + 1];
    await world.sql(
      `create or replace function refuse_edit() returns trigger language plpgsql as $$ begin raise exception 'the plug is pulled'; end $$`,
    );
    await world.sql(
      `create trigger pulled before insert on version_edit for each row when (new.version_id = ${stubborn} and new.name = 'calendar.follow') execute function refuse_edit()`,
    );
    expect(await save(act.id)).toMatchObject({ status: 'failed', kind: 'catalog_act_accept_many' });
    await world.sql('drop trigger pulled on version_edit');
    // The first part is done with the catalog itself, the rest waits.
    expect(await weekOf()).toEqual(week(EIGHT, EIGHT));
    const begun = await anna.ok(api.catalogChanges.act, { params: { id: act.id } });
    expect([begun.state, begun.proposals.length]).toEqual(['accepted', all.length - VERSIONS_TOGETHER]);
    await anna.item(stubborn, { name: 'Edited meanwhile' });
    const done = await save(act.id);
    expect(done).toMatchObject({ status: 'done', result: { versions: all.filter((id) => id !== stubborn) } });
    expect(done.findings).toMatchObject([{ code: 'catalog_change.version_changed' }]);
    const { left, proposals } = await anna.ok(api.catalogChanges.act, { params: { id: act.id } });
    expect([left.map((one) => [one.version_id, one.code]), proposals]).toEqual([[[stubborn, 'catalog_change.version_changed']], []]);
    expect(await mostTogether('calendar.follow')).toBe(VERSIONS_TOGETHER);
    const back = await takeBack(act.id);
    expect(back).toMatchObject({ status: 'done', kind: 'catalog_act_undo_many', findings: [] });
    expect(await weekOf()).toEqual(usual().week);
    const weeks = await world.sql<{ week: unknown }>('select distinct week from calendar where source_id = $1', [calendar]);
    expect(weeks).toEqual([{ week: usual().week }]);
    // Saved without being looked at, it is followed by a long job too.
    const { job_id } = await anna.ok(api.calendars.update, {
      params: { id: calendar },
      body: { ...usual(), week: week([]), follow: true },
    });
    expect(await ended(anna, job_id ?? 0)).toMatchObject({ status: 'done', kind: 'catalog_follow_many' });
  },
);

test('what nobody has answered is forgotten after 30 days, what was saved after a year', async () => {
  const states = async () =>
    (await world.sql('select state from catalog_act where source_id = $1 order by id', [calendar])).map(({ state }) => state);
  const age = (days: number) =>
    world.sql(`update catalog_act set created_at = now() - make_interval(days => $2) where source_id = $1`, [calendar, days]);
  expect(await save((await look()).id)).toMatchObject({ status: 'done', kind: 'catalog_act_accept' });
  await look({ ...longer(), change: usual() } as Change);
  const alone = async () => (await anna.ok(api.catalogChanges.list, { query: { version_id: version } })).proposals.length;
  await anna.ok(api.calendars.update, { params: { id: calendar }, body: { ...usual(), follow: false } });
  const { job_id } = await anna.ok(api.catalogChanges.preview, { body: { source: 'calendar', source_id: calendar } });
  await ended(anna, job_id);
  expect(await alone()).toBe(1);
  await age(29);
  await forgetUnanswered(world.app.services);
  expect([await states(), await alone()]).toEqual([['accepted', 'ready'], 1]);
  await age(31);
  await world.sql(`update catalog_proposal set created_at = now() - interval '31 days' where source_id = $1`, [calendar]);
  await forgetUnanswered(world.app.services);
  expect([await states(), await alone()]).toEqual([['accepted'], 0]);
  await age(367);
  await forgetUnanswered(world.app.services);
  expect(await states()).toEqual([]);
});
