import { api } from '@gantry/contract';
import { Readable } from 'node:stream';
import { collectFindings, readZip } from '@gantry/interchange';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { JobRun } from '../../../platform/jobs/jobs.ts';
import { ended } from '../../../testing/jobs.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { chain, xerText } from '../../../testing/samples/xer-sample.ts';
import { exportThread, writeEach } from '../export/export.service.ts';
import { writeVersion } from '../export/export.version.service.ts';
import { importThreadOf, withUpload } from '../import/import.service.ts';
import { versionsOf } from './batch.versions.service.ts';

let world: World;
let anna: Person;
let boris: Person;
let project: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  boris = await world.person('boris');
  await anna.space();
  await boris.space();
});
afterAll(() => world.close());
beforeEach(async () => {
  const facility = await anna.ok(api.facilities.create, { body: { name: 'Facility' } });
  project = (await anna.ok(api.projects.create, { body: { name: 'Project', facility_id: facility.id } })).id;
});

function form(files: [name: string, bytes: Buffer | string][], fields: Record<string, string> = { project_id: String(project) }): FormData {
  const data = new FormData();
  for (const [field, value] of Object.entries(fields)) data.set(field, value);
  for (const [name, bytes] of files) data.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
  return data;
}

const schedulesOf = async () => {
  const { nodes, versions } = await anna.ok(api.eps.tree);
  return nodes
    .filter((node) => node.parent_id === project)
    .map(({ id, name }) => [name, versions.filter((version) => version.schedule_id === id).length] as [string, number]);
};

describe('many files', () => {
  test('become schedules of a project, and versions where it has one of that name; a bad one is told and leaves the others', async () => {
    const client = await anna.push();
    const files: [string, string][] = [
      ['a.xer', xerText(chain(3), { project: 'North' })],
      ['bad.xer', 'Dear colleague'],
      ['b.xer', xerText(chain(4), { project: 'South' })],
      ['c.xer', xerText(chain(2), { project: 'North' })],
    ];
    const { job_id } = await anna.ok(api.batch.import, {}, { raw: form(files) });
    const job = await ended(anna, job_id);
    expect(job.status).toBe('done');
    expect(job.result?.['failed']).toEqual(['bad.xer']);
    expect(job.findings).toContainEqual(expect.objectContaining({ severity: 'error', parameters: { name: 'bad.xer' } }));
    expect(await schedulesOf()).toEqual([
      ['North', 2],
      ['South', 1],
    ]);
    expect(await client.heard('batch_import', ({ done }) => done === 4)).toMatchObject({ job_id, total: 4 });
    await client.close();
    await expect.poll(() => world.files()).toEqual([]);
  });

  test('are each looked for by their names, without a list of the schedules of the project', async () => {
    const files: [string, string][] = ['North', 'South'].map((name) => [`${name}.xer`, xerText(chain(2), { project: name })]);
    const sent = await statementsOf(async () => {
      const { job_id } = await anna.ok(api.batch.import, {}, { raw: form(files) });
      expect((await ended(anna, job_id)).status).toBe('done');
    });
    expect(sent.filter((text) => /from eps_node where .* and name = /.test(text))).toHaveLength(2);
    expect(sent.filter((text) => /from "eps_node" where .*"parent_id" = \$\d order by "position"$/.test(text))).toEqual([]);
  });

  test('of a calculation or an export are looked up at once, however many are asked for', async () => {
    const schedules: number[] = [];
    for (const name of ['One', 'Two', 'Three'])
      schedules.push((await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name } })).id);
    const versions: number[] = [];
    for (const id of schedules)
      versions.push((await anna.importXer(id, Buffer.from(xerText(chain(2))), { version_name: 'V' })).body.version_id);
    const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
    const asked = async (count: number) =>
      (await statementsOf(() => versionsOf(context, { schedule_ids: schedules.slice(0, count), version_ids: versions.slice(0, count) })))
        .length;
    // What a context knows of its space is read once.
    await asked(1);
    expect(await asked(3)).toBe(await asked(1));
    expect(await versionsOf(context, { schedule_ids: [schedules[2], schedules[1]], version_ids: [versions[1]] })).toEqual([
      { id: versions[1], name: 'Two - V' },
      { id: versions[2], name: 'Three - V' },
    ]);
    await expect(versionsOf(context, { schedule_ids: [project], version_ids: [] })).rejects.toMatchObject({ code: 'node.not_found' });
  });

  test('that are all bad leave nothing', async () => {
    const { job_id } = await anna.ok(api.batch.import, {}, { raw: form([['bad.xer', 'Dear colleague']]) });
    expect(await ended(anna, job_id)).toMatchObject({ status: 'failed', error: { code: 'import.empty' } });
    expect(await schedulesOf()).toEqual([]);
    await expect.poll(() => world.files()).toEqual([]);
  });

  test('stop where they are asked to: what is finished stays, nothing is half', async () => {
    const files = Array.from({ length: 12 }, (_, index): [string, string] => [
      `${index}.xer`,
      xerText(chain(600), { project: `P${index}` }),
    ]);
    const { job_id } = await anna.ok(api.batch.import, {}, { raw: form(files) });
    for (let wait = 0; wait < 200 && !(await schedulesOf()).length; wait += 1) await new Promise((resolve) => setTimeout(resolve, 10));
    await anna.ok(api.batch.stop, { body: { job_id } });
    expect((await ended(anna, job_id)).status).toBe('cancelled');
    const schedules = await schedulesOf();
    expect(schedules.length).toBeLessThan(12);
    expect(schedules.every(([, versions]) => versions === 1)).toBe(true);
    await expect.poll(() => world.files()).toEqual([]);
    expect(await anna.refused(api.batch.stop, { body: { job_id } })).toMatchObject({ status: 404, code: 'job.not_found' });
  });

  test('go on after a restart of the server: what is stored stays as it is, the rest follows, nothing comes twice', async () => {
    const files = Array.from({ length: 8 }, (_, index): [string, string] => [
      `${index}.xer`,
      xerText(chain(600), { project: `P${index}` }),
    ]);
    const { job_id } = await anna.ok(api.batch.import, {}, { raw: form(files) });
    await expect.poll(async () => (await schedulesOf()).length, { timeout: 20_000, interval: 10 }).toBeGreaterThan(1);
    await world.restart();
    const stored = await world.sql(`select v.id from version v join eps_node n on n.id = v.schedule_id where n.parent_id = $1`, [project]);
    expect(stored.length).toBeLessThan(8);
    const job = await ended(anna, job_id);
    expect(job).toMatchObject({ status: 'done', result: { failed: [] } });
    expect(await schedulesOf()).toEqual(files.map((_, index) => [`P${index}`, 1]));
    const { schedules } = job.result as { schedules: { version_id: number }[] };
    const versions = schedules.map(({ version_id }) => version_id);
    expect(new Set(versions).size).toBe(8);
    expect(stored.length).toBeGreaterThan(0);
    expect(versions).toEqual(expect.arrayContaining(stored.map(({ id }) => id)));
    await expect.poll(() => world.files()).toEqual([]);
  });

  test('need a project of the space, and the right', async () => {
    const raw = (fields?: Record<string, string>) => ({ raw: form([['a.xer', xerText(chain(2))]], fields) });
    expect(await anna.refused(api.batch.import, {}, raw({}))).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(await boris.refused(api.batch.import, {}, raw())).toMatchObject({ status: 404, code: 'node.not_found' });
    const viewer = await world.person('viewer');
    await world.join(viewer, anna, 'viewer');
    expect((await viewer.refused(api.batch.import, {}, raw())).status).toBe(403);
    expect(await anna.refused(api.batch.import, {}, { raw: form([]) })).toMatchObject({ status: 400, code: 'import.no_file' });
    await expect.poll(() => world.files()).toEqual([]);
  });
});

test('the rows of one file at a time, and of one version, lie in the threads of imports and of exports', async () => {
  const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
  const versionId = (await anna.importXer(await anna.schedule(), Buffer.from(xerText(chain(2))), { version_name: 'V' })).body.version_id;
  const { key: file } = await context.files.save(Readable.from([xerText(chain(2))]));
  const mapping = { columns: [], calendars: [] };
  const reading = { mapping, rowsToSkip: 0, codePage: null, target: null, progress: async () => undefined };
  const imported = (signal: AbortSignal, work: () => Promise<unknown>) =>
    withUpload(context, { file, fileName: 'a.xer' }, { ...reading, signal }, work);
  const exported = (signal: AbortSignal, work: () => Promise<void>) => writeVersion(context, { versionId, format: 'csv' }, signal, work);
  for (const run of [imported, exported]) {
    const [entered, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const stop = new AbortController();
    const seen: string[] = [];
    const first = run(new AbortController().signal, async () => (entered.resolve(), gate.promise));
    await entered.promise;
    const stopped = run(stop.signal, async () => void seen.push('stopped'));
    const second = run(new AbortController().signal, async () => void seen.push('second'));
    stop.abort(new Error('stop'));
    await expect(stopped).rejects.toThrow('stop');
    // What would not wait has read its rows by then.
    await (run === imported ? importThreadOf(context) : exportThread).run({ do: 'forget', id: 0 } as never);
    expect(seen).toEqual([]);
    gate.resolve();
    await Promise.all([first, second]);
    expect(seen).toEqual(['second']);
  }
  await context.files.remove(file);
});

describe('many schedules', () => {
  test('become one zip of files, which its owner fetches', async () => {
    const names = ['One', 'Two'];
    const ids: number[] = [];
    for (const name of names) {
      const { id } = await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name } });
      await anna.importXer(id, Buffer.from(xerText(chain(3))), { version_name: 'V' });
      ids.push(id);
    }
    const { job_id } = await anna.ok(api.batch.export, { body: { schedule_ids: ids, format: 'xer' } });
    const job = await ended(anna, job_id);
    expect(job.status).toBe('done');
    const cookie = [...anna.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${world.base}/api/v1/download?key=${job.result?.['download_key'] as string}`, {
      headers: { cookie, 'x-space-id': String(anna.spaceId) },
    });
    const entries = await readZip(Buffer.from(await answer.arrayBuffer()), collectFindings());
    expect(entries?.map(({ name }) => name)).toEqual(['One - V.xer', 'Two - V.xer']);
  });

  test('are written one by one, each when the one before it is taken', async () => {
    const versions = [];
    for (const name of ['Plan', 'plan', 'Plan']) {
      const { id } = await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: 'S' } });
      versions.push({ id: (await anna.importXer(id, Buffer.from(xerText(chain(2))))).body.version_id as number, name });
    }
    const begun: number[] = [];
    const job = {
      progress: async (share: number) => void begun.push(share),
      findings: () => undefined,
      signal: new AbortController().signal,
    };
    const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
    const seen: [string, number][] = [];
    for await (const { name } of writeEach(context, job as unknown as JobRun, versions, 'csv')) seen.push([name, begun.length]);
    expect(seen).toEqual([
      ['Plan.csv', 1],
      ['plan (2).csv', 2],
      ['Plan (3).csv', 3],
    ]);
  });

  test('are calculated one after the other; a locked one is told and leaves the others', async () => {
    const client = await anna.push();
    const versions: number[] = [];
    for (const name of ['One', 'Two', 'Three']) {
      const { id } = await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name } });
      versions.push((await anna.importXer(id, Buffer.from(xerText(chain(3))), { version_name: 'V' })).body.version_id);
    }
    await anna.ok(api.versions.setLocked, { params: { id: versions[1] }, body: { locked: true } });
    const { job_id } = await anna.ok(api.batch.calculate, { body: { version_ids: versions } });
    const job = await ended(anna, job_id);
    expect([job.status, job.result]).toEqual(['done', { version_ids: [versions[0], versions[2]], failed: ['Two - V'] }]);
    expect(job.findings.map(({ code, parameters }) => [code, parameters['of']])).toEqual([['version.locked', 'Two - V']]);
    expect(await client.heard('batch_calculate', ({ done }) => done === 3)).toMatchObject({ job_id, total: 3 });
    await client.close();
    const states = await Promise.all(versions.map((id) => anna.ok(api.timetable.state, { params: { id } })));
    expect(states.map(({ status }) => status)).toEqual([1, 0, 1]);
  });

  test('are not calculated where they are another space’s, are empty, or without the right', async () => {
    const foreign = await boris.version();
    expect(await anna.refused(api.batch.calculate, { body: { version_ids: [foreign] } })).toMatchObject({ status: 404 });
    expect(await anna.refused(api.batch.calculate, { body: { version_ids: [await anna.version()] } })).toMatchObject({
      status: 422,
      code: 'timetable.nothing_to_calculate',
    });
    const watcher = await world.person('watcher');
    await world.join(watcher, anna, 'viewer');
    expect((await watcher.refused(api.batch.calculate, { body: {} })).status).toBe(403);
  });

  test('are refused where one is another space’s, and where there is nothing', async () => {
    const foreign = await boris.version();
    expect(await anna.refused(api.batch.export, { body: { version_ids: [foreign], format: 'csv' } })).toMatchObject({ status: 404 });
    expect(await anna.refused(api.batch.export, { body: { format: 'csv' } })).toMatchObject({
      status: 422,
      code: 'export.nothing_to_export',
    });
  });
});
