import { api, type ExportFormat } from '@gantry/contract';
import { readAny } from '@gantry/interchange';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

const folder = join(process.env['GANTRY_TEST_DATA'] ?? '', 'schedules');
const LARGEST = 5_000_000;
const files = process.env['GANTRY_TEST_DATA']
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(xer|xml)$/.test(name) && statSync(join(folder, name)).size <= LARGEST)
      .sort()
  : [];

let world: World;
let anna: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

/** The format of the specification in which a file goes back as it came. */
const formatOf = (name: string): ExportFormat => (name.endsWith('.xer') ? 'xer' : name.endsWith('.mspdi.xml') ? 'xml' : 'xml-primavera');

async function imported(bytes: Buffer): Promise<number[]> {
  const schedule = await anna.schedule();
  const answer = await anna.importXer(schedule, bytes);
  expect([answer.status, answer.body.errors?.[0]?.code]).toEqual([200, undefined]);
  const rows = await world.sql('select id from version where schedule_id = $1 order by id', [schedule]);
  return rows.map(({ id }) => Number(id));
}

async function exported(id: number, x: ExportFormat): Promise<{ bytes: Buffer; findings: string[] }> {
  const { job_id } = await anna.ok(api.exports.version, { params: { id, x }, body: {} });
  for (;;) {
    const job = await anna.ok(api.jobs.get, { params: { id: job_id } });
    if (job.status === 'waiting' || job.status === 'running') {
      await new Promise((resolve) => setTimeout(resolve, 20));
      continue;
    }
    expect([job.status, job.error]).toEqual(['done', null]);
    const cookie = [...anna.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const address = `${world.base}/api/v1/download?key=${job.result?.['download_key'] as string}`;
    const answer = await fetch(address, { headers: { cookie, 'x-space-id': String(anna.spaceId) } });
    return { bytes: Buffer.from(await answer.arrayBuffer()), findings: job.findings.map(({ code }) => code) };
  }
}

/** A file as comparable lines: rows of XER as they are, elements of XML with their depth, attributes and texts. */
async function linesOf(bytes: Buffer): Promise<string[]> {
  if (bytes.subarray(0, 6).toString('latin1') === 'ERMHDR') return bytes.toString('latin1').split(/\r?\n/);
  const { project } = await readAny(bytes);
  if (project?.source?.kind !== 'elements') throw new Error('no XML');
  const { depths, fullNames, nameCodes, texts } = project.source;
  return Array.from(depths, (depth, at) => `${' '.repeat(depth)}${fullNames[nameCodes[at]]} ${texts.values[texts.codes[at]]}`);
}

/** Where two files of the same number of lines differ. */
const differences = (before: readonly string[], after: readonly string[]): number[] =>
  before.flatMap((line, at) => (line === after[at] ? [] : [at]));

/** The fields of rows or elements that differ, by the row or element that they are in. */
function fieldsThatDiffer(before: readonly string[], after: readonly string[]): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const at of differences(before, after)) {
    if (before[at].startsWith('%R')) {
      const head = before.findLastIndex((line, other) => other < at && line.startsWith('%F'));
      const [names, olds, news] = [before[head], before[at], after[at]].map((line) => line.split('\t'));
      found.set(
        at,
        names.filter((_, column) => olds[column] !== news[column]),
      );
    } else {
      const owner = before.findLastIndex((line, other) => other < at && /^ +\S*(Activity|Task) $/.test(line));
      found.set(owner, [...(found.get(owner) ?? []), before[at].trim().split(' ')[0]]);
    }
  }
  return found;
}

/** What a changed duration changes in the row of an activity that waits, by format. */
const OF_DURATION: Record<string, readonly string[]> = {
  xer: ['target_drtn_hr_cnt', 'remain_drtn_hr_cnt', 'target_end_date'],
  'xml-primavera': ['PlannedDuration', 'RemainingDuration', 'AtCompletionDuration', 'PlannedFinishDate', 'FinishDate'],
  xml: ['Duration', 'RemainingDuration', 'Finish', 'ManualFinish', 'ManualDuration'],
};

describe.skipIf(!files.length)('real files, where GANTRY_TEST_DATA names their folder', () => {
  test.each(files)(
    '%s goes through the product as it came, and with one edit as it came but for that row',
    { timeout: 60_000 },
    async (name) => {
      const bytes = readFileSync(join(folder, name));
      const x = formatOf(name);
      const versions = await imported(bytes);
      expect(versions.length).toBeGreaterThan(0);
      const expected = await linesOf(bytes);
      for (const id of versions) {
        const lines = await linesOf((await exported(id, x)).bytes);
        expect(lines.length).toBe(expected.length);
        expect(differences(expected, lines).map((at) => lines[at])).toEqual([]);
      }
      const [id] = versions;
      const [row] = await world.sql(
        "select id, duration_minutes as minutes from wbs_item where version_id = $1 and type = 'task' and scheduling_kind = 'task' and status = 'not_started' and actual_start is null and progress = 0 and duration_minutes > 0 order by id limit 1",
        [id],
      );
      if (!row) return;
      await anna.ok(api.wbs.update, { params: { id, wbsId: Number(row['id']) }, body: { duration_minutes: Number(row['minutes']) + 480 } });
      const lines = await linesOf((await exported(id, x)).bytes);
      expect(lines.length).toBe(expected.length);
      const fields = fieldsThatDiffer(expected, lines);
      expect(fields.size).toBe(1);
      for (const field of [...fields.values()].flat()) expect(OF_DURATION[x]).toContain(field);
    },
  );
});
