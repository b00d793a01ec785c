import { api } from '@gantry/contract';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

const folder = join(process.env['GANTRY_TEST_DATA'] ?? '', 'schedules');
const files = process.env['GANTRY_TEST_DATA']
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.xer'))
      .sort()
  : [];

let world: World;
let anna: Person;

beforeAll(async () => {
  if (!files.length) return;
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world?.close());

type Row = Record<string, string>;

/** Tables of a file, read without our reader: what must be in the database. */
function tablesOf(file: string): Map<string, Row[]> {
  const tables = new Map<string, Row[]>();
  let rows: Row[] = [];
  let names: string[] = [];
  for (const line of readFileSync(join(folder, file), 'latin1').split(/\r?\n/)) {
    const [mark, ...cells] = line.split('\t');
    if (mark === '%T') tables.set(cells[0].trim(), (rows = []));
    else if (mark === '%F') names = cells.map((name) => name.trim());
    else if (mark === '%R') rows.push(Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ''])));
  }
  return tables;
}

/** How many rows of each kind the project of that short name has in the file. */
function expectedCounts(tables: Map<string, Row[]>, code: string) {
  const of = (table: string) => tables.get(table) ?? [];
  const project = of('PROJECT').find((row) => row['proj_short_name'] === code)?.['proj_id'];
  const mine = (row: Row) => row['proj_id'] === project;
  const tasks = new Set(
    of('TASK')
      .filter(mine)
      .map((row) => row['task_id']),
  );
  const resources = new Set(of('RSRC').map((row) => row['rsrc_id']));
  return {
    tasks: tasks.size,
    summaries: of('PROJWBS').filter(mine).length,
    relations: of('TASKPRED').filter((row) => tasks.has(row['task_id']) && tasks.has(row['pred_task_id'])).length,
    assignments: of('TASKRSRC').filter((row) => tasks.has(row['task_id']) && resources.has(row['rsrc_id'])).length,
  };
}

const STORED = `select
  (select count(*)::int from wbs_item where version_id = v.id and type <> 'sum') as tasks,
  (select count(*)::int from wbs_item where version_id = v.id and type = 'sum') as summaries,
  (select count(*)::int from relation where version_id = v.id) as relations,
  (select count(*)::int from assignment where version_id = v.id) as assignments,
  v.source ->> 'project' as project, v.item_count from version v where v.schedule_id = $1 order by v.id`;

describe.skipIf(!files.length)('real files, where GANTRY_TEST_DATA names their folder', () => {
  test.each(files)('%s has in the database the rows that it has itself', { timeout: 60_000 }, async (file) => {
    const schedule = await anna.schedule();
    const answer = await anna.importXer(schedule, join(folder, file));
    expect([answer.status, answer.body.errors?.[0]?.code]).toEqual([200, undefined]);
    const tables = tablesOf(file);
    const stored = await world.sql(STORED, [schedule]);
    expect(stored.length).toBeGreaterThan(0);
    for (const { project, item_count, ...counts } of stored) {
      expect(counts).toEqual(expectedCounts(tables, project));
      expect(item_count).toBe(counts['tasks'] + counts['summaries']);
    }
  });

  test.each(files)('%s calculates, and its stream opens with every row', { timeout: 60_000 }, async (file) => {
    const schedule = await anna.schedule();
    const { version_id: id } = (await anna.importXer(schedule, join(folder, file))).body;
    const { state } = await anna.ok(api.timetable.calculateNow, { params: { id } });
    expect(state.status).toBe(1);
    const { total, items } = await anna.ok(api.wbs.list, { params: { id } });
    const [{ item_count }] = await world.sql('select item_count from version where id = $1', [id]);
    expect([total, items.length]).toEqual([item_count, item_count]);
  });
});
