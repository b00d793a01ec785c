import { api } from '@gantry/contract';
import { LANGUAGES } from '@gantry/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { demoRows } from './filling/demo-data.plan.rules.ts';
import { textsIn } from './texts/demo-data.texts.rules.ts';

/** The sample is there within this time, what is read and linked by jobs of its own included. */
const MOST_MS = 60_000;

/** Less of it would be an empty screen; works under way, promises and hours depend on the day of the week. */
const LEAST: Record<string, number> = {
  done: 35,
  begun: 3,
  later: 15,
  targets: 77,
  assignments: 150,
  costs: 100,
  spent: 80,
  risk: 1,
  estimate_rows: 50,
  cost_links: 49,
  messages: 10,
  comments: 7,
  authors: 6,
  checks: 20,
  cards: 11,
  actions: 4,
  roadblocks: 5,
  promises: 20,
  weeks: 5,
  hours: 20,
  kinds_of_hours: 2,
  photos: 8,
  elements: 597,
  acts: 3,
  act_lines: 30,
  unlike_lights: 2,
  packages: 8,
  unlike_gates: 3,
};

/** Screens have something on each day of a week: the first one, one amid it, the last one. */
const WEEKDAYS: Record<(typeof LANGUAGES)[number], number> = { 'en-US': 1, ru: 3, fr: 0 };
const DAY_MS = 86_400_000;

let world: World;
let now = new Date();
beforeAll(async () => {
  world = await createWorld({}, { now: () => now });
});
afterAll(() => world.close());

/** Fills a space and waits until nothing of it is left to be done. */
async function fill(person: Person, language: (typeof LANGUAGES)[number]) {
  const began = Date.now();
  const { job_id } = await person.ok(api.demoData.fill, { params: { id: person.spaceId }, body: { language } });
  const left = () => world.sql(`select kind from job where space_id = $1 and finished_at is null`, [person.spaceId]);
  await expect.poll(left, { timeout: MOST_MS, interval: 100 }).toEqual([]);
  const took = Date.now() - began;
  const ended = await world.sql(`select kind, status, error from job where space_id = $1 and status <> 'done'`, [person.spaceId]);
  expect(ended).toEqual([]);
  const { result } = await person.ok(api.jobs.get, { params: { id: job_id } });
  return { took, schedule: Number(result?.['schedule_id']) };
}

describe.each(LANGUAGES)('the sample in %s', (language) => {
  test(
    'is there within a minute, with something on every screen, in its language',
    async () => {
      const texts = textsIn(language);
      const today = new Date();
      now = new Date(today.getTime() + ((WEEKDAYS[language] - today.getUTCDay() + 7) % 7) * DAY_MS);
      const anna = await world.person(`anna-${language.toLowerCase()}`);
      await anna.space();
      const { took, schedule } = await fill(anna, language);
      expect(took).toBeLessThan(MOST_MS);
      const { versions } = await anna.ok(api.versions.list, { params: { id: schedule } });
      expect(versions.map(({ name, kind }) => [name, kind]).toSorted()).toEqual(
        [
          [texts.baseline, 'target'],
          [texts.version, 'actual'],
        ].toSorted(),
      );
      const version = versions.find(({ kind }) => kind === 'actual')?.id ?? 0;
      const [project] = await world.sql<{ id: number; name: string }>(
        `select id, name from eps_node where space_id = $1 and kind = 'project'`,
        [anna.spaceId],
      );
      expect(project.name).toBe(texts.project);

      const counted = await world.sql<Record<string, number>>(
        `select
        (select count(*)::int from wbs_item where space_id = $1 and version_id = $2 and status = 'completed') as done,
        (select count(*)::int from wbs_item where space_id = $1 and version_id = $2 and status = 'in_progress') as begun,
        (select count(*)::int from wbs_item where space_id = $1 and version_id = $2 and status = 'not_started') as later,
        (select count(*)::int from assignment where space_id = $1 and version_id = $2 and planned_cost > 0) as costs,
        (select count(*)::int from assignment where space_id = $1 and version_id = $2 and actual_cost > 0) as spent,
        (select count(*)::int from risk_result where space_id = $1 and version_id = $2) as risk,
        (select count(*)::int from estimate_row where space_id = $1) as estimate_rows,
        (select count(distinct status)::int from timesheet where space_id = $1) as kinds_of_hours,
        (select count(*)::int from weekly_plan where space_id = $1 and closed_at is not null) as weeks,
        (select count(distinct created_by)::int from comment where space_id = $1) as authors,
        (select count(*)::int from wbs_item where space_id = $1 and version_id = $2 and target_finish is not null) as targets,
        (select count(*)::int from assignment where space_id = $1 and version_id = $2) as assignments,
        (select count(*)::int from cost_link where space_id = $1 and version_id = $2) as cost_links,
        (select count(*)::int from chat_message where space_id = $1) as messages,
        (select count(*)::int from comment where space_id = $1) as comments,
        (select count(*)::int from checklist_item where space_id = $1) as checks,
        (select count(*)::int from work_act_line where space_id = $1) as act_lines,
        (select count(*)::int from kanban_item where space_id = $1) as cards,
        (select count(*)::int from action_item where space_id = $1) as actions,
        (select count(*)::int from roadblock where space_id = $1) as roadblocks,
        (select count(*)::int from commitment where space_id = $1) as promises,
        (select count(*)::int from timesheet where space_id = $1) as hours,
        (select count(*)::int from storage_item where space_id = $1) as photos,
        (select count(*)::int from bim_relation where space_id = $1) as elements`,
        [anna.spaceId, version],
      );
      const { acts } = await anna.ok(api.acts.list, { params: { id: project.id } });
      const [board] = (await anna.ok(api.scoreboard.list)).boards;
      const { rows } = await anna.ok(api.scoreboard.read, { params: { id: board.id } });
      const { packages } = await anna.ok(api.pipes.read, { params: { id: project.id } });
      expect(acts.map(({ state }) => state)).toEqual(['draft', ...acts.slice(1).map(() => 'issued')]);
      Object.assign(counted[0], {
        acts: acts.length,
        unlike_lights: new Set(rows.flatMap(({ cells }) => cells.map(({ light }) => light))).size,
        packages: packages.length,
        unlike_gates: new Set(packages.flatMap(({ cells }) => cells.flatMap(({ gate }) => gate?.state ?? []))).size,
      });
      const short = Object.entries(LEAST).filter(([name, least]) => counted[0][name] < least);
      expect(short).toEqual([]);
      const foreign = await world.sql(`select name from wbs_item where space_id = $1 and version_id = $2 and name <> all($3)`, [
        anna.spaceId,
        version,
        demoRows(texts).map(({ name }) => name),
      ]);
      expect(foreign).toEqual([]);
    },
    2 * MOST_MS,
  );
});
