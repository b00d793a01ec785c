import { api } from '@gantry/contract';
import { VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tableName } from '../../../database/version-content.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { chain, xerText } from '../../../testing/samples/xer-sample.ts';

let world: World;
let anna: Person;
let schedule: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  schedule = await anna.schedule();
});
afterAll(() => world.close());

/** Relations to other schedules, amounts by day and rows of directories come with no file. */
const NOT_OF_FILES: readonly VersionTable[] = ['link', 'daySeries', 'directoryValue', 'costLink', 'costBase'];
const TABLES = VERSION_TABLE_NAMES.filter((table) => !NOT_OF_FILES.includes(table)).map(tableName);
/** How many rows there are in every table of version content, of versions and of their history, and the files that are kept. */
async function counts(): Promise<Record<string, unknown>> {
  const columns = ['version', 'version_edit', ...TABLES].map((table) => `(select count(*)::int from ${table}) as ${table}`);
  const [row] = await world.sql(`select ${columns.join(', ')}`);
  // The file of an import goes a moment after its end is told.
  for (let wait = 0; wait < 100 && world.files().length; wait += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  return { ...row, files: world.files() };
}

/** The sample with a resource that works on a task and a code on it, so that every table gets rows. */
function richText(): string {
  const extra = [
    '%T\tRSRC',
    '%F\trsrc_id\trsrc_short_name\trsrc_name\trsrc_type\tclndr_id',
    '%R\t70\tCREW\tCrew\tRT_Labor\t1',
    '%T\tTASKRSRC',
    '%F\ttaskrsrc_id\ttask_id\tproj_id\trsrc_id\ttarget_qty\tremain_qty',
    '%R\t80\t1000\t1\t70\t8\t8',
    '%T\tACTVTYPE',
    '%F\tactv_code_type_id\tactv_code_type\tactv_code_type_scope\tproj_id',
    '%R\t90\tZone\tAS_Project\t1',
    '%T\tACTVCODE',
    '%F\tactv_code_id\tparent_actv_code_id\tactv_code_type_id\tactv_code_name\tshort_name',
    '%R\t91\t\t90\tNorth\tN',
    '%T\tTASKACTV',
    '%F\ttask_id\tactv_code_type_id\tactv_code_id\tproj_id',
    '%R\t1000\t90\t91\t1',
  ].join('\r\n');
  return xerText(chain(6))
    .replace('target_end_date', 'target_end_date\tearly_start_date\tearly_end_date')
    .replaceAll('2026-03-02 08:00\t2026-03-02 08:00\r\n', '2026-03-02 08:00\t2026-03-02 08:00\t2026-03-02 08:00\t2026-03-02 16:00\r\n')
    .replace('%E', `${extra}\r\n%E`);
}

describe('an import that fails in the middle', () => {
  test('has rows for every table to lose', async () => {
    const { status, body } = await anna.importXer(schedule, Buffer.from(richText()));
    expect(status).toBe(200);
    for (const table of TABLES) {
      const found = await world.sql(`select count(*)::int as rows from ${table} where version_id = $1`, [body.version_id]);
      expect([table, found[0]['rows']]).not.toEqual([table, 0]);
    }
  });

  test.each(['version', 'version_edit', ...TABLES])('at the table %s leaves no row in any table and no file', async (table) => {
    const before = await counts();
    await world.sql(
      `create or replace function broken() returns trigger language plpgsql as $$ begin raise exception 'broken in the middle'; end $$`,
    );
    await world.sql(`create trigger broken before insert on ${table} for each row execute function broken()`);
    const { status, body } = await anna.importXer(schedule, Buffer.from(richText()));
    await world.sql(`drop trigger broken on ${table}`);
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('broken in the middle');
    expect(await counts()).toEqual(before);
  });

  test('at the commit, where the keys are checked, leaves nothing either', async () => {
    const before = await counts();
    await world.sql(
      `create or replace function broken() returns trigger language plpgsql as $$ begin raise exception 'broken at the end'; end $$`,
    );
    await world.sql(
      'create constraint trigger broken after insert on settings deferrable initially deferred for each row execute function broken()',
    );
    const { status } = await anna.importXer(schedule, Buffer.from(richText()));
    await world.sql('drop trigger broken on settings');
    expect(status).toBe(500);
    expect(await counts()).toEqual(before);
  });
});

describe('a file without a schedule', () => {
  const whole = richText();
  const without = (table: string) => whole.replace(new RegExp(`%T\\t${table}\\r\\n%F[^%]*(?:%R[^%]*)*`), '');

  test.each([
    ['no project', without('PROJECT').replace(/%T\tPROJWBS[\s\S]*?(?=%T\tRSRC\r)/, '')],
    [
      'a table without rows',
      whole.replace(/(%T\tPROJECT\r\n%F[^\r]*\r\n)%R[^\r]*\r\n/, '$1').replace(/%T\tPROJWBS[\s\S]*?(?=%T\tRSRC\r)/, ''),
    ],
    ['the marks alone', 'ERMHDR\t19.12\r\n%T\r\n%F\r\n%R\r\n%E\r\n'],
    ['rows before any table', `${whole.split('\r\n')[0]}\r\n%R\t1\t2\t3\r\n%E\r\n`],
  ])('%s is refused with what is missing, and leaves nothing', async (_what, text) => {
    const before = await counts();
    const { status, body } = await anna.importXer(schedule, Buffer.from(text));
    expect(status).toBe(422);
    expect(body.errors[0].code).toMatch(/^import\.(empty|not_a_schedule)$/);
    expect(body.errors[0].parameters.name).toBe('plan.xer');
    expect(await counts()).toEqual(before);
  });
});

/** A generator of chance that gives the same every time (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

const JUNK = ['', '\t', '-1', '99999999999999999999', 'NaN', '9999-99-99 99:99', '\u0000', '%R', '"', '((((', 'ÿþ', '1e308', 'null'];

/** Damages a good file: cells, whole lines, their order. */
function damaged(seed: number): Buffer {
  const random = chance(seed);
  const pick = (length: number) => Math.floor(random() * length);
  const lines = richText().split('\r\n');
  for (let hit = 0; hit < 1 + pick(12); hit += 1) {
    const at = 1 + pick(lines.length - 1);
    const cells = (lines[at] ?? '').split('\t');
    const kind = pick(5);
    if (kind === 0) lines.splice(at, 1);
    else if (kind === 1) lines.splice(at, 0, lines[1 + pick(lines.length - 1)]);
    else if (kind === 2) lines[at] = cells.slice(0, pick(cells.length) + 1).join('\t');
    else {
      cells[pick(cells.length)] = JUNK[pick(JUNK.length)];
      lines[at] = cells.join('\t');
    }
  }
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

test('sixty damaged files are read with findings or refused; nothing is there by half, and the server goes on serving', async () => {
  const other = await anna.version();
  let read = 0;
  for (let seed = 1; seed <= 60; seed += 1) {
    const before = await counts();
    const [{ status, body }, meanwhile] = await Promise.all([
      anna.importXer(schedule, damaged(seed)),
      anna.call(api.wbs.create, { params: { id: other }, body: { item: { name: `Row ${seed}` } } }),
    ]);
    expect([seed, meanwhile.status]).toEqual([seed, 200]);
    expect([seed, [200, 422].includes(status), body.error_message ?? null]).toEqual([
      seed,
      true,
      status === 200 ? null : body.error_message,
    ]);
    if (status !== 200) {
      const after = await counts();
      expect([seed, after]).toEqual([
        seed,
        { ...before, wbs_item: Number(before['wbs_item']) + 1, version_edit: Number(before['version_edit']) + 1 },
      ]);
      continue;
    }
    read += 1;
    const { total } = await anna.ok(api.wbs.list, { params: { id: body.version_id } });
    const [{ item_count }] = await world.sql('select item_count from version where id = $1', [body.version_id]);
    expect([seed, total]).toEqual([seed, item_count]);
  }
  expect(read).toBeGreaterThan(20);
  expect((await counts())['files']).toEqual([]);
});
