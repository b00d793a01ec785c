import { api, type ExportFormat } from '@gantry/contract';
import { readAny } from '@gantry/interchange';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

const folder = join(process.env['GANTRY_TEST_DATA'] ?? '', 'schedules');
const LARGEST = 1_000_000;
const files = process.env['GANTRY_TEST_DATA']
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.xer') && statSync(join(folder, name)).size <= LARGEST)
      .sort()
  : [];

/** What XER says of a schedule and Primavera's XML does not, or what the product does not carry between them: columns by table. */
const LOST: Record<string, RegExp> = {
  // Who did what when, counters of periods, templates, and columns that only old versions have.
  TASK: /^(create|update)_|^tmpl_guid$|^act_this_per_|^control_updates_flag$|^review_type$|^est_wt$|^(act|remain|target)_(equip|work)_qty$/,
  TASKPRED: /^(aref|arls|float_path)$/,
  TASKRSRC:
    /^create_|^act_this_per_|^cost_qty_link_flag$|^cost_per_qty_source_type$|^rate_type$|^has_rsrchours$|^ot_factor$|_lag_drtn_hr_cnt$|^relag_drtn_hr_cnt$|^rem_late_|^(remain|target)_crv$|^skill_level$/,
  CALENDAR: /^clndr_type$|^last_chng_date$|^month_hr_cnt$|^clndr_data$/,
  TASKACTV: /^$/,
};
/** Rows of the tables by names that do not change with their keys. */
const KEYED = Object.keys(LOST);

type Row = Record<string, string>;

function tablesOf(bytes: Buffer): Map<string, Row[]> {
  const tables = new Map<string, Row[]>();
  let rows: Row[] = [];
  let names: string[] = [];
  for (const line of bytes.toString('latin1').split(/\r?\n/)) {
    const [mark, ...cells] = line.split('\t');
    if (mark === '%T') tables.set(cells[0], (rows = []));
    else if (mark === '%F') names = cells;
    else if (mark === '%R') rows.push(Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])));
  }
  return tables;
}

function namedRows(tables: Map<string, Row[]>, table: string): Map<string, Row> {
  const name = (of: string, key: string, label: string) => new Map((tables.get(of) ?? []).map((row) => [row[key], row[label]]));
  const tasks = name('TASK', 'task_id', 'task_code');
  const resources = name('RSRC', 'rsrc_id', 'rsrc_short_name');
  const codes = name('ACTVTYPE', 'actv_code_type_id', 'actv_code_type');
  const keys: Record<string, (row: Row) => string> = {
    TASK: (row) => row['task_code'],
    TASKPRED: (row) => `${tasks.get(row['pred_task_id'])} ${row['pred_type']} ${tasks.get(row['task_id'])}`,
    TASKRSRC: (row) => `${tasks.get(row['task_id'])} ${resources.get(row['rsrc_id'])}`,
    CALENDAR: (row) => row['clndr_name'],
    TASKACTV: (row) => `${tasks.get(row['task_id'])} ${codes.get(row['actv_code_type_id'])}`,
  };
  const counts = new Map<string, number>();
  return new Map(
    (tables.get(table) ?? []).map((row) => {
      const key = keys[table](row);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return [`${key} ${counts.get(key)}`, row];
    }),
  );
}

/** Six decimals are what hours are written with; a blank before a name is not seen. */
function plain(value: string): string {
  return /^-?\d+(\.\d+)?$/.test(value) ? String(Math.round(Number(value) * 1e6) / 1e6) : value.trim();
}

/** Working time by the name of its calendar: the same hours are written in many ways. */
async function calendarsOf(bytes: Buffer): Promise<Record<string, unknown>> {
  const { project } = await readAny(bytes);
  const calendars = project?.projects.flatMap(({ plan }) => plan.calendars) ?? [];
  return Object.fromEntries(calendars.map(({ name, week, exceptions, minutesPerDay }) => [name, { week, exceptions, minutesPerDay }]));
}

describe.skipIf(!files.length)('real files, where GANTRY_TEST_DATA names their folder', () => {
  let world: World;
  let anna: Person;
  beforeAll(async () => {
    world = await createWorld();
    anna = await world.person('anna');
    await anna.space();
  });
  afterAll(() => world.close());

  /** Takes a file in and gives its first version out again. */
  async function through(bytes: Buffer, x: ExportFormat): Promise<Buffer> {
    const { status, body } = await anna.importXer(await anna.schedule(), bytes);
    expect(status).toBe(200);
    const { job_id } = await anna.ok(api.exports.version, { params: { id: body.version_id, x }, body: {} });
    const ended = async () => (await anna.ok(api.jobs.get, { params: { id: job_id } })).status;
    await expect.poll(ended, { timeout: 30_000 }).toBe('done');
    const { result } = await anna.ok(api.jobs.get, { params: { id: job_id } });
    const cookie = [...anna.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${world.base}/api/v1/download?key=${result?.['download_key'] as string}`, {
      headers: { cookie, 'x-space-id': String(anna.spaceId) },
    });
    return Buffer.from(await answer.arrayBuffer());
  }

  test.each(files)('%s through the product as Primavera’s XML and back as XER keeps all that both can hold', async (name) => {
    const bytes = readFileSync(join(folder, name));
    const back = await through(await through(bytes, 'xml-primavera'), 'xer');
    expect(await calendarsOf(bytes)).toMatchObject(await calendarsOf(back));
    const [before, after] = [bytes, back].map(tablesOf);
    // The version is that of the largest project; relations to others have an end that it does not hold.
    const tasks = before.get('TASK') ?? [];
    const sizes = Object.entries(Object.groupBy(tasks, (row) => row['proj_id']));
    const [own] = sizes.sort(([, a], [, b]) => (b?.length ?? 0) - (a?.length ?? 0))[0];
    for (const [table, rows] of before)
      before.set(
        table,
        rows.filter((row) => (row['proj_id'] || own) === own && (row['pred_proj_id'] || own) === own),
      );
    expect(before.get('TASK')?.length).toBeGreaterThan(0);
    const lost = new Set<string>();
    for (const table of KEYED) {
      const [olds, news] = [before, after].map((tables) => namedRows(tables, table));
      for (const [key, row] of olds) {
        const again = news.get(key);
        // Calendars of nobody, and rows of roles, have no row to be found by its name.
        if (!again) lost.add(`${table} ${key}`);
        else
          for (const [column, value] of Object.entries(row))
            if (!/_id$|^guid$/.test(column) && plain(value) !== plain(again[column] ?? '') && !LOST[table].test(column))
              lost.add(`${table}.${column}: ${value} → ${again[column]}`);
      }
    }
    expect([...lost]).toEqual([]);
  });
});
