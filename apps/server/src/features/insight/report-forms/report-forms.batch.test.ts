import { api, type BuiltInFormWord, type Job } from '@gantry/contract';
import { collectFindings, readZip } from '@gantry/interchange';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workbookOf } from '../../../../../../packages/interchange/src/testing/small-template.ts';
import { formOf } from '../../../testing/directory-keeper.ts';
import { ended, fileOfJob } from '../../../testing/jobs.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { isTooLarge } from './report-forms.document.rules.ts';

let world: World;
let anna: Person;
let eva: Person;
let version: number;
beforeAll(async () => {
  world = await createWorld();
  [anna, eva] = [await world.person('anna'), await world.person('eva')];
  await anna.space();
  // Sees plans and no estimates: acts are not for her.
  await world.join(eva, anna, 'executor');
  version = await anna.version();
  await anna.item(version, { name: 'Dig', start: '2026-03-02T08:00', finish: '2026-03-04T17:00' });
});
afterAll(() => world.close());

/** A batch that was begun while Eva might read all of it. */
async function begunBefore(forms: readonly BuiltInFormWord[]): Promise<Job> {
  const rest = { format: 'docx', language: 'en-US', year: 2026, month: 3, leadDays: 0, wbsIds: [], versionIds: [version] };
  const reports = forms.map((form) => ({ form, name: `Report ${form}`, ...rest }));
  const [{ id }] = await world.sql<{ id: number }>(
    `insert into job (space_id, user_id, kind, title, input) values ($1, $2, 'reports', 'x', $3) returning id`,
    [anna.spaceId, eva.id, JSON.stringify({ reports })],
  );
  await world.sql(`select pg_notify('gantry_job', '')`);
  return ended(eva, id);
}

test('a report that cannot be made is a finding that names it; the others come', async () => {
  const job = await begunBefore(['milestones', 'ks2', 'look_ahead']);
  expect(job).toMatchObject({ status: 'done', error: null, result: { failed: 1 } });
  expect(job.findings.map(({ severity, code, parameters }) => [severity, code, parameters['of']])).toEqual([
    ['error', 'auth.forbidden', 'Report ks2'],
  ]);
  const entries = await readZip(await fileOfJob(eva, job), collectFindings());
  expect(entries?.map(({ name }) => name.slice(0, 17))).toEqual(['Report milestones', 'Report look_ahead']);
});

test('a batch of which nothing can be made fails, by the first reason', async () => {
  expect(await begunBefore(['ks2'])).toMatchObject({
    status: 'failed',
    error: { code: 'auth.forbidden', parameters: { right: 'estimate.read' } },
  });
});

test('several versions of more works than the thread of jobs holds are refused; a single one is made', async () => {
  const plan = await anna.schedule('Large');
  const [one, other] = [await anna.version(plan), await anna.version(plan)];
  await world.sql('update version set item_count = 150000 where id = any($1)', [[one, other]]);
  const run = (ids: number[]) => ({
    params: { id: 'milestones' as const, x: plan },
    body: { version_ids: ids, year: 2026, month: 3 },
  });
  expect(await anna.refused(api.reportForms.run, run([one, other]))).toMatchObject({ code: 'report_form.too_large' });
  expect(await anna.ok(api.reportForms.run, run([other]))).toMatchObject({ job_id: expect.any(Number) });
});

test('a text document of more cells than one text holds is too large, a workbook is not', () => {
  const line = { level: 1, strong: false, cells: [] };
  const tables = [
    { title: '', columns: Array(40).fill({ title: '', kind: 'text' as const, width: 1 }), lines: Array(50_001).fill(line), sums: [] },
  ];
  expect((['docx', 'xlsx', 'pdf'] as const).map((format) => isTooLarge({ tables }, format))).toEqual([true, false, false]);
  expect(isTooLarge({ tables: [{ ...tables[0], lines: Array(50_000).fill(line) }] }, 'docx')).toBe(false);
});

test('logos are read for a form that names one', async () => {
  const made = async (name: string, cell: string) => {
    const file = await workbookOf({ Form: { A1: cell } });
    const { id } = await anna.ok(api.reportForms.add, { query: { name } }, { raw: formOf(file, {}, 'form.xlsx') });
    return statementsOf(async () => {
      const { job_id: job } = await anna.ok(api.reportForms.runVersion, {
        params: { id: version, x: id },
        body: { year: 2026, month: 3 },
      });
      await ended(anna, job);
    });
  };
  const reads = (sent: readonly string[]) => sent.filter((text) => text.includes('print_logo')).length;
  expect([reads(await made('Plain', '{{schedule}}')), reads(await made('Logo', '{{image:logo 30x15}}'))]).toEqual([0, 1]);
});
