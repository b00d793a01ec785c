import { api, type ExportFormat } from '@gantry/contract';
import { collectFindings, readZip, writeZip } from '@gantry/interchange';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ended } from '../../../testing/jobs.ts';
import { statementsOf } from '../../../testing/statements.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { chain, xerText } from '../../../testing/samples/xer-sample.ts';
import { parseLayout, refuseTooMany } from './project-files.layout.rules.ts';

let world: World;
let anna: Person;
let boris: Person;
let facility: number;
let project: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  boris = await world.person('boris');
  await anna.space();
  await boris.space();
  facility = (await anna.ok(api.facilities.create, { body: { name: 'Facility' } })).id;
  project = (await anna.ok(api.projects.create, { body: { name: 'Bridge: north/south', facility_id: facility } })).id;
  const group = await anna.ok(api.schedules.createGroup, { body: { name: 'Group', project_id: project } });
  const one = await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: 'One' } });
  const two = await anna.ok(api.projects.createSchedule, { params: { id: project }, body: { name: 'Two' } });
  await anna.ok(api.schedules.moveSchedule, { body: { schedule_id: two.id, group_id: group.id } });
  const first = (await anna.importXer(one.id, Buffer.from(xerText(chain(3))), { version_name: 'First / draft' })).body.version_id;
  await anna.importXer(one.id, Buffer.from(xerText(chain(4))), { version_name: 'Second' });
  await anna.importXer(two.id, Buffer.from(xerText(chain(5))), { version_name: 'Only' });
  await anna.ok(api.versions.setActual, { params: { id: first }, body: {} });
  await anna.ok(api.versions.setLocked, { params: { id: first }, body: { locked: true } });
});
afterAll(() => world.close());

async function exported(x: Exclude<ExportFormat, 'zip'>): Promise<Buffer> {
  const { job_id } = await anna.ok(api.projectFiles.export, { params: { id: project, x }, body: {} });
  const job = await ended(anna, job_id);
  expect([job.status, job.error]).toEqual(['done', null]);
  const cookie = [...anna.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${world.base}/api/v1/download?key=${job.result?.['download_key'] as string}`, {
    headers: { cookie, 'x-space-id': String(anna.spaceId) },
  });
  return Buffer.from(await answer.arrayBuffer());
}

function form(bytes: Buffer | string, fields: Record<string, string> = { facility_id: String(facility) }, name = 'project.zip'): FormData {
  const data = new FormData();
  for (const [field, value] of Object.entries(fields)) data.set(field, value);
  data.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name);
  return data;
}

/** What stands below a project: groups, schedules and versions by name. */
async function outline(id: number) {
  const { nodes, versions } = await anna.ok(api.eps.tree);
  const schedules = nodes.filter(
    ({ kind, parent_id }) => kind === 'schedule' && (parent_id === id || nodes.find((node) => node.id === parent_id)?.parent_id === id),
  );
  return schedules.map(({ id: schedule, name, parent_id }) => [
    parent_id === id ? null : nodes.find((node) => node.id === parent_id)?.name,
    name,
    versions
      .filter((version) => version.schedule_id === schedule)
      .map((version) => [version.name, version.kind, version.locked, version.item_count]),
  ]);
}

describe('a project', () => {
  test('of many schedules is looked through in as many statements as one of few', async () => {
    const { id } = await anna.ok(api.projects.create, { body: { name: 'Growing', facility_id: facility } });
    const asked = async () => {
      const sent = await statementsOf(() => anna.call(api.projectFiles.export, { params: { id, x: 'xer' }, body: {} }));
      return sent.filter((text) => /from "?(eps_node|version)"?\b/.test(text)).length;
    };
    const few = await asked();
    for (let at = 0; at < 5; at += 1) await anna.ok(api.projects.createSchedule, { params: { id }, body: { name: `S${at}` } });
    expect(await asked()).toBe(few);
  });

  test('goes out with all its versions and comes in again as it was', async () => {
    const client = await anna.push();
    const bytes = await exported('gantry');
    expect(await client.heard('project_export', ({ key }) => Boolean(key))).toMatchObject({ project_id: project });
    const { job_id } = await anna.ok(api.projectFiles.import, {}, { raw: form(bytes) });
    const job = await ended(anna, job_id);
    expect([job.status, job.findings.filter(({ severity }) => severity === 'error')]).toEqual(['done', []]);
    expect(job.result).toMatchObject({ name: 'Bridge: north/south', versions: 3 });
    expect(await client.heard('project_import', ({ status }) => status === 'completed')).toMatchObject({
      project_id: job.result?.['project_id'],
    });
    await client.close();
    expect(await outline(job.result?.['project_id'] as number)).toEqual(await outline(project));
  });

  test('goes out in another format as the actual versions of its schedules', async () => {
    const entries = await readZip(await exported('xer'), collectFindings());
    expect(entries?.map(({ name }) => name)).toEqual(['Two.xer', 'One.xer']);
    expect(entries?.[1].bytes.toString('latin1')).toBe(xerText(chain(3)));
  });

  test('is made of a schedule file as well, under a name of its own', async () => {
    const raw = form(xerText(chain(2), { project: 'Pier' }), { facility_id: String(facility), name: 'Harbour' }, 'pier.xer');
    const job = await ended(anna, (await anna.ok(api.projectFiles.import, {}, { raw })).job_id);
    expect(job.result).toMatchObject({ name: 'Harbour', versions: 1 });
    expect(await outline(job.result?.['project_id'] as number)).toEqual([[null, 'Pier', [['Pier', 'version', false, 3]]]]);
  });

  test('of which nothing can be read leaves nothing', async () => {
    const before = (await anna.ok(api.projects.list)).projects.length;
    const files = await writeZip([{ name: 'project.json', bytes: Buffer.from('{"format":"gantry-project"}') }]);
    for (const bytes of ['Dear colleague', files]) {
      const job = await ended(anna, (await anna.ok(api.projectFiles.import, {}, { raw: form(bytes) })).job_id);
      expect(job).toMatchObject({ status: 'failed', error: { code: 'import.not_a_schedule' } });
    }
    expect((await anna.ok(api.projects.list)).projects).toHaveLength(before);
  });

  test('needs a facility of the space, rows to export, and the right', async () => {
    const raw = (fields?: Record<string, string>) => ({ raw: form(xerText(chain(2)), fields) });
    expect(await anna.refused(api.projectFiles.import, {}, raw({}))).toMatchObject({ status: 400, code: 'request.invalid' });
    expect(await boris.refused(api.projectFiles.import, {}, raw())).toMatchObject({ status: 404, code: 'node.not_found' });
    const out = { params: { id: project, x: 'xer' as const }, body: {} };
    expect(await boris.refused(api.projectFiles.export, out)).toMatchObject({ status: 404, code: 'node.not_found' });
    const { id: empty } = await anna.ok(api.projects.create, { body: { name: 'Empty', facility_id: facility } });
    expect(await anna.refused(api.projectFiles.export, { ...out, params: { id: empty, x: 'xer' } })).toMatchObject({
      status: 422,
      code: 'export.nothing_to_export',
    });
    const viewer = await world.person('viewer');
    await world.join(viewer, anna, 'viewer');
    expect((await viewer.refused(api.projectFiles.import, {}, raw())).status).toBe(403);
    expect((await viewer.call(api.projectFiles.export, out)).status).toBe(200);
  });
});

test('a layout of as many schedules, or of as many versions of one, as an export writes is read again', () => {
  const versions = Array.from({ length: 4999 }, () => ({ file: 'a', name: 'a', kind: 'version', locked: false }));
  const layout = { format: 'gantry-project', version: 1, name: 'Large', schedules: [{ name: 'One', group: null, versions }] };
  expect(parseLayout(JSON.stringify(layout))?.schedules[0].versions).toHaveLength(4999);
  const schedules = Array.from({ length: 4999 }, () => ({ name: 'One', group: null, versions: [] }));
  expect(parseLayout(JSON.stringify({ ...layout, schedules }))?.schedules).toHaveLength(4999);
});

test('more versions than the import of a project reads are refused', () => {
  expect(() => refuseTooMany(4999)).not.toThrow();
  expect(() => refuseTooMany(5000)).toThrow(
    expect.objectContaining({ code: 'export.too_many_versions', parameters: { count: 5000, most: 4999 } }),
  );
});
