import { api, type CalendarContent, MOST_CALENDAR_USES } from '@gantry/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { followedBy } from '../../../testing/jobs.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { readHolidays } from './calendars.holidays.rules.ts';
import { listUses } from './calendars.repository.ts';

let world: World;
let anna: Person;
let vera: Person;
let stranger: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  vera = await world.person('vera');
  stranger = await world.person('stranger');
  await anna.space();
  await stranger.space();
  await world.join(vera, anna, 'viewer');
});
afterAll(() => world.close());

const DAY = [{ start: 480, finish: 960 }];
const content = (name: string, more: Partial<CalendarContent> = {}): CalendarContent => ({
  name,
  week: [DAY, DAY, DAY, DAY, DAY, [], []],
  series: [],
  ...more,
});
const off = (from: string, to = from) => ({ name: '', from, to, repeat: 'none' as const, every: 1, until: null, shifts: [] });

async function places() {
  const facility = (await anna.ok(api.facilities.create, { body: { name: 'Plant' } })).id;
  const project = (await anna.ok(api.projects.create, { body: { name: 'Line', facility_id: facility } })).id;
  const schedule = (await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: 'Works' } })).id;
  return { facility, project, schedule };
}
const create = async (name: string, node_id: number | null, more: Partial<CalendarContent> = {}) =>
  (await anna.ok(api.calendars.create, { body: { ...content(name, more), node_id } })).id;
const listed = async (node_id?: number) =>
  (await anna.ok(api.calendars.list, { query: node_id === undefined ? {} : { node_id } })).calendars;

describe('calendars of the hierarchy', () => {
  test('stand at a node or in the space, are inherited below, changed and deleted', async () => {
    const { facility, project, schedule } = await places();
    const ofSpace = await create('Of the space', null);
    const ofPlant = await create('Two shifts', facility, { week: [DAY, DAY, DAY, DAY, DAY, DAY, []] });
    expect((await listed(facility)).find(({ id }) => id === ofPlant)).toMatchObject({
      node_id: facility,
      node_name: 'Plant',
      inherited: false,
      minutes_per_day: 480,
      minutes_per_week: 2880,
    });
    expect((await listed(schedule)).map(({ id, inherited }) => [id, inherited])).toEqual([
      [ofPlant, true],
      [ofSpace, true],
    ]);
    expect(await listed(project)).toHaveLength(2);
    await anna.ok(api.calendars.update, { params: { id: ofPlant }, body: content('Two shifts', { series: [off('2026-05-01')] }) });
    expect((await listed(facility)).find(({ id }) => id === ofPlant)?.series).toEqual([off('2026-05-01')]);
    for (const id of [ofPlant, ofSpace]) await anna.ok(api.calendars.remove, { params: { id } });
    expect(await listed(schedule)).toEqual([]);
  });

  test('one name stands once a node, and hours that cross are refused at their field', async () => {
    const { facility, project } = await places();
    const id = await create('Usual', facility);
    await create('Usual', project);
    expect(await anna.refused(api.calendars.create, { body: { ...content(' usual'), node_id: facility } })).toMatchObject({
      status: 409,
      code: 'calendar.name_taken',
    });
    await anna.ok(api.calendars.update, { params: { id }, body: content('USUAL') });
    const crossing = [
      { start: 480, finish: 780 },
      { start: 700, finish: 960 },
    ];
    expect(
      await anna.refused(api.calendars.create, { body: content('Crossing', { week: [crossing, [], [], [], [], [], []] }) }),
    ).toMatchObject({ status: 400, parameters: { field: 'week.0', reason: 'validation.shifts' } });
    expect(
      await anna.refused(api.calendars.create, { body: content('Backwards', { series: [off('2026-05-02', '2026-05-01')] }) }),
    ).toMatchObject({ status: 400, parameters: { reason: 'validation.span' } });
  });

  test('exceptions without measure are refused, and a version shows all that it has', async () => {
    const { facility, schedule } = await places();
    const endless = content('Endless', { series: [{ ...off('0100-01-01', '0101-01-01'), repeat: 'weekly' }] });
    const refusal = { status: 400, parameters: { field: 'series', reason: 'validation.too_many_days' } };
    const id = await create('Saturdays', facility, { series: [{ ...off('2010-01-02'), repeat: 'weekly', shifts: DAY }] });
    const params = { id: await anna.version(schedule) };
    expect(await anna.refused(api.calendars.create, { body: endless })).toMatchObject(refusal);
    expect(await anna.refused(api.calendars.preview, { params: { id }, body: endless })).toMatchObject(refusal);
    expect(await anna.refused(api.versionCalendars.create, { params, body: endless })).toMatchObject(refusal);
    await anna.ok(api.versionCalendars.take, { params, body: { source_id: id } });
    const { calendars } = await anna.ok(api.versionCalendars.list, { params });
    expect(calendars.find(({ source }) => source?.id === id)?.series).toHaveLength(2087);
  });

  test('a new version begins with the nearest default above it', async () => {
    const { facility, project, schedule } = await places();
    const [far, near] = [await create('Far', facility), await create('Near', project, { series: [off('2026-05-01')] })];
    await anna.ok(api.calendars.setDefault, { params: { id: far } });
    await anna.ok(api.calendars.setDefault, { params: { id: near } });
    const version = await anna.version(schedule);
    const { calendars } = await anna.ok(api.versionCalendars.list, { params: { id: version } });
    expect(calendars).toMatchObject([{ name: 'Near', is_default: true, source: { id: near, node_name: 'Line', differs: false } }]);
    await anna.ok(api.calendars.setDefault, { params: { id: near }, body: { is_default: false } });
    const next = await anna.version(schedule);
    expect((await anna.ok(api.versionCalendars.list, { params: { id: next } })).calendars).toMatchObject([{ name: 'Far' }]);
  });
});

describe('a version that follows', () => {
  async function following() {
    const { facility, schedule } = await places();
    const source = await create('Week', facility);
    const version = await anna.version(schedule);
    const { id } = await anna.ok(api.versionCalendars.take, { params: { id: version }, body: { source_id: source } });
    const row = await anna.item(version, { name: 'Pour', duration_minutes: 960, start: '2026-03-02T08:00' });
    await anna.ok(api.wbs.update, { params: { id: version, wbsId: row }, body: { calendar_id: id } });
    return { source, version, id, row };
  }
  const finishOf = async (version: number, wbsId: number) => {
    await anna.ok(api.timetable.calculateNow, { params: { id: version }, body: { data_date: '2026-03-02T08:00' } });
    return (await anna.ok(api.wbs.get, { params: { id: version, wbsId } })).item['finish'];
  };

  test('takes changes over as edits, tells what they would do before, and takes them back', async () => {
    const { source, version, id, row } = await following();
    expect(await finishOf(version, row)).toBe('2026-03-03T16:00');
    const changed = content('Week', { series: [off('2026-03-03')] });
    const preview = await anna.ok(api.calendars.preview, { params: { id: source }, body: changed });
    expect(preview.versions).toMatchObject([{ version_id: version, rows: 1 }]);
    expect((await anna.ok(api.versionCalendars.list, { params: { id: version } })).calendars.find((one) => one.id === id)?.series).toEqual(
      [],
    );
    const done = await followedBy(anna, await anna.ok(api.calendars.update, { params: { id: source }, body: changed }));
    expect(done).toMatchObject({ followed: [version], left: [] });
    expect(await finishOf(version, row)).toBe('2026-03-04T16:00');
    const { edits } = await anna.ok(api.edits.since, { params: { id: version }, query: { since: 0 } });
    expect(edits.map(({ name }) => name)).toContain('calendar.follow');
  });

  test('is undone by who changed it', async () => {
    const { source, version, id } = await following();
    const body = content('Week', { series: [off('2026-03-03')] });
    await followedBy(anna, await anna.ok(api.calendars.update, { params: { id: source }, body }));
    const seriesOf = async () =>
      (await anna.ok(api.versionCalendars.list, { params: { id: version } })).calendars.find((one) => one.id === id);
    expect(await seriesOf()).toMatchObject({ series: [{ from: '2026-03-03' }], source: { differs: false } });
    await anna.ok(api.edits.undo, { params: { id: version } });
    expect(await seriesOf()).toMatchObject({ series: [], source: { differs: true } });
    await anna.ok(api.versionCalendars.follow, { params: { id: version, calendarId: id } });
    expect(await seriesOf()).toMatchObject({ series: [{ from: '2026-03-03' }], source: { differs: false } });
  });

  test('stays as it is where it is locked, and keeps the calendar from being deleted', async () => {
    const { source, version } = await following();
    await anna.ok(api.versions.setLocked, { params: { id: version }, body: { locked: true } });
    const done = await followedBy(
      anna,
      await anna.ok(api.calendars.update, { params: { id: source }, body: content('Week', { series: [off('2026-03-03')] }) }),
    );
    expect(done).toMatchObject({ followed: [], left: [{ version_id: version, code: 'version.locked' }] });
    expect(await anna.refused(api.calendars.remove, { params: { id: source } })).toMatchObject({
      status: 409,
      code: 'calendar.in_use',
      parameters: { count: 1, versions: [version], where: 'Works / Version' },
    });
    expect((await anna.ok(api.calendars.usage, { params: { id: source } })).versions).toMatchObject([
      { version_id: version, rows: 1, locked: true },
    ]);
  });

  test('names its first versions alone, counts their rows by an index, and counts none to be deleted', async () => {
    const { source, version } = await following();
    const { path } = await anna
      .ok(api.versions.get, { params: { id: version } })
      .then(({ schedule_id }) => anna.ok(api.eps.get, { params: { id: schedule_id } }));
    const other = await anna.version(path.at(-1)?.id ?? 0);
    await anna.ok(api.versionCalendars.take, { params: { id: other }, body: { source_id: source } });
    const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
    const uses = (most: number) =>
      context.read(async (db) => (await listUses(db, anna.spaceId, source, most)).map((use) => use.version_id));
    expect([await uses(1), await uses(MOST_CALENDAR_USES)]).toEqual([[version], [version, other]]);
    const plan = await context.read(async (db) => {
      await sql`set local enable_seqscan = off`.execute(db);
      return sql`explain select count(*) from wbs_item where space_id = ${anna.spaceId} and version_id = ${version} and calendar_id = 1`.execute(
        db,
      );
    });
    expect(JSON.stringify(plan.rows)).toContain('wbs_item_calendar');
    const sent = await statementsOf(() => anna.refused(api.calendars.remove, { params: { id: source } }));
    expect(sent.filter((text) => /count\(\*\) from (wbs_item|resource)/.test(text))).toEqual([]);
  });

  test('is told what years gain and lose', async () => {
    const id = await create('Counted', null);
    const year = new Date().getFullYear();
    const series = [
      { ...off(`${year}-01-01`), repeat: 'yearly' as const },
      { ...off(`${year}-06-06`), shifts: [{ start: 480, finish: 720 }] },
    ];
    const { days, years } = await anna.ok(api.calendars.preview, { params: { id }, body: content('Counted', { series }) });
    expect(days.freed + days.worked + days.other_hours).toBeGreaterThan(0);
    expect(years.map((one) => one.year)).toEqual([year, year + 1, year + 2]);
    expect(years[0].before_minutes).toBeGreaterThan(120_000);
  });
});

describe('days of a file', () => {
  test('CSV with headings, spans, names and hours; what cannot be read is told by its line', async () => {
    const text =
      'date;to;name;hours\n01.05.2026;03.05.2026;"May; holidays"\n2026-06-12;;Day of Russia\n2026-12-31;;Short;09:00-13:00\nnonsense;x\n';
    const { series, skipped } = await anna.ok(api.calendars.readHolidays, { body: { text } });
    expect(series.map(({ name, from, to, shifts }) => [name, from, to, shifts])).toEqual([
      ['May; holidays', '2026-05-01', '2026-05-03', []],
      ['Day of Russia', '2026-06-12', '2026-06-12', []],
      ['Short', '2026-12-31', '2026-12-31', [{ start: 540, finish: 780 }]],
    ]);
    expect(skipped).toEqual([{ line: 5, text: 'nonsense;x' }]);
  });

  test('iCalendar with folded lines, the day behind as its end, and repetitions', () => {
    const text = [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'SUMMARY:New\\, ye',
      ' ar',
      'DTSTART;VALUE=DATE:20260101',
      'DTEND;VALUE=DATE:20260109',
      'RRULE:FREQ=YEARLY;COUNT=3',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'DTSTART:20260508T000000Z',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'SUMMARY:No date',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n');
    const { series, skipped } = readHolidays(text);
    expect(series).toMatchObject([
      { name: 'New, year', from: '2026-01-01', to: '2026-01-08', repeat: 'yearly', until: '2028-01-01', shifts: [] },
      { from: '2026-05-08', to: '2026-05-08', repeat: 'none' },
    ]);
    expect(skipped.map(({ text: name }) => name)).toEqual(['No date']);
  });

  test.each([
    ['YEARLY;COUNT=3', { repeat: 'yearly', every: 1, until: '2026-02-28' }],
    ['MONTHLY;COUNT=2;INTERVAL=2', { repeat: 'monthly', every: 2, until: '2024-04-29' }],
    ['WEEKLY;COUNT=3;INTERVAL=2', { repeat: 'weekly', every: 2, until: '2024-03-28' }],
    ['WEEKLY;UNTIL=20240401T000000Z', { repeat: 'weekly', every: 1, until: '2024-04-01' }],
    ['YEARLY;UNTIL=never;COUNT=2', { until: '2025-02-28' }],
    ['YEARLY;COUNT=7976', { until: '9999-02-28' }],
    ['YEARLY;COUNT=9000', { until: null }],
    ['YEARLY;COUNT=81;INTERVAL=100', { every: 100, until: null }],
    ['MONTHLY;COUNT=1.5', { until: '2024-02-29' }],
    ['MONTHLY;COUNT=1e999', { until: null }],
    ['WEEKLY;COUNT=1e999', { until: null }],
    ['WEEKLY;COUNT=1000000', { until: null }],
    ['YEARLY;COUNT=-4', { until: null }],
    ['YEARLY;COUNT=many', { until: null }],
    ['YEARLY;INTERVAL=1.5', { every: 1 }],
    ['YEARLY;INTERVAL=1e999', { every: 100 }],
    ['YEARLY;INTERVAL=-3', { every: 1 }],
    ['HOURLY;COUNT=5', { repeat: 'none', until: null }],
  ])('a rule %s is read to its end', async (rule, expected) => {
    const text = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'DTSTART:20240229', `RRULE:FREQ=${rule}`, 'END:VEVENT', 'END:VCALENDAR'].join('\n');
    expect((await vera.ok(api.calendars.readHolidays, { body: { text } })).series).toMatchObject([expected]);
  });

  test('days that no calendar takes are left out by their line', async () => {
    const event = ['BEGIN:VEVENT', 'DTSTART:20240101', 'DTEND:20270101', 'SUMMARY:Long', 'END:VEVENT'];
    const read = async (text: string) => (await anna.ok(api.calendars.readHolidays, { body: { text } })).skipped;
    const day = ['BEGIN:VEVENT', 'DTSTART:20240101', 'END:VEVENT'];
    expect(await read(['BEGIN:VCALENDAR', ...event, ...day].join('\n'))).toEqual([{ line: 6, text: 'Long' }]);
    const hours = Array.from({ length: 25 }, (_none, at) => `00:${10 + 2 * at}-00:${11 + 2 * at}`).join(' ');
    expect((await read(`2024-01-01\n2024-01-01;2027-01-01\n2024-01-02;;;${hours}`)).map(({ line }) => line)).toEqual([2, 3]);
  });

  test('a file without a day is refused', async () => {
    expect(await anna.refused(api.calendars.readHolidays, { body: { text: 'hello' } })).toMatchObject({
      status: 422,
      code: 'calendar.nothing_read',
    });
  });
});

test('who may only look does not change; who is elsewhere sees nothing', async () => {
  const { facility } = await places();
  const id = await create('Guarded', facility);
  const params = { id };
  expect((await vera.ok(api.calendars.list, { query: { node_id: facility } })).calendars.map((one) => one.id)).toContain(id);
  for (const refusal of [
    await vera.refused(api.calendars.create, { body: content('X') }),
    await vera.refused(api.calendars.update, { params, body: content('X') }),
    await vera.refused(api.calendars.remove, { params }),
    await vera.refused(api.calendars.setDefault, { params }),
  ])
    expect(refusal).toMatchObject({ status: 403 });
  for (const refusal of [
    await stranger.refused(api.calendars.update, { params, body: content('X') }),
    await stranger.refused(api.calendars.remove, { params }),
    await stranger.refused(api.calendars.setDefault, { params }),
    await stranger.refused(api.calendars.usage, { params }),
    await stranger.refused(api.calendars.preview, { params, body: content('X') }),
  ])
    expect(refusal).toMatchObject({ status: 404, code: 'calendar.not_found' });
  for (const refusal of [
    await stranger.refused(api.calendars.list, { query: { node_id: facility } }),
    await stranger.refused(api.calendars.create, { body: { ...content('X'), node_id: facility } }),
  ])
    expect(refusal).toMatchObject({ status: 404, code: 'node.not_found' });
  expect((await stranger.ok(api.calendars.list)).calendars).toEqual([]);
});
