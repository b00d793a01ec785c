import { api, EXPORT_FORMATS, type ExportFormat } from '@gantry/contract';
import { readAny, readZip, collectFindings } from '@gantry/interchange';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ended } from '../../../testing/jobs.ts';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { chain, xerText } from '../../../testing/samples/xer-sample.ts';
import { writeVersion } from './export.version.service.ts';

let world: World;
let anna: Person;
let boris: Person;
let schedule: number;
let version: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  boris = await world.person('boris');
  await anna.space();
  await boris.space();
  schedule = await anna.schedule();
  version = (await anna.importXer(schedule, Buffer.from(xerText(chain(6))), { version_name: 'План 1' })).body.version_id;
  await anna.ok(api.timetable.calculateNow, { params: { id: version } });
});
afterAll(() => world.close());

/** Fetches as a browser does, bytes and headers. */
async function fetchKey(person: Person, key: string): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  const cookie = [...person.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${world.base}/api/v1/download?key=${key}`, { headers: { cookie, 'x-space-id': String(person.spaceId) } });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

async function exported(x: ExportFormat, ids?: number[]): Promise<{ bytes: Buffer; name: string; headers: Headers; key: string }> {
  const { job_id } = await anna.ok(api.exports.version, { params: { id: version, x }, body: ids ? { ids } : {} });
  const job = await ended(anna, job_id);
  expect([job.status, job.error]).toEqual(['done', null]);
  const key = job.result?.['download_key'] as string;
  const { status, bytes, headers } = await fetchKey(anna, key);
  expect(status).toBe(200);
  return { bytes, name: job.result?.['name'] as string, headers, key };
}

describe('a version', () => {
  test.each(EXPORT_FORMATS.filter((format) => format !== 'zip'))('as %s reads back with the same rows and relations', async (format) => {
    const { bytes } = await exported(format);
    const { project, findings } = await readAny(bytes);
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const [{ plan }] = (project?.projects ?? []).filter(({ plan: { items } }) => items.length > 0);
    expect(plan.items.filter(({ type }) => type !== 'sum').map(({ code, name, durationMinutes }) => [code, name, durationMinutes])).toEqual(
      [1, 2, 3, 4, 5, 1].map((days, index) => [`A${1000 + index}`, `Task ${index + 1}`, days * 480]),
    );
    expect(plan.relations).toHaveLength(5);
  });

  test('exported and imported again calculates to the same finish', async () => {
    const { bytes } = await exported('xer-primavera');
    const { body } = await anna.importXer(schedule, bytes);
    const { state } = await anna.ok(api.timetable.calculateNow, { params: { id: body.version_id } });
    expect(state.finish).toBe((await anna.ok(api.timetable.state, { params: { id: version } })).finish);
  });

  test('as zip holds it for each program', async () => {
    const { bytes, name } = await exported('zip');
    expect(name).toBe('План 1.zip');
    const entries = await readZip(bytes, collectFindings());
    expect(entries?.map((entry) => entry.name)).toEqual(['План 1.xer', 'План 1.xml', 'План 1.xlsx', 'План 1.gantry']);
  });

  test('by selection holds the rows, those above them, and the relations among them', async () => {
    const rows = (await anna.ok(api.wbs.list, { params: { id: version } })).items as Record<string, any>[];
    const ids = rows.filter(({ code }) => ['A1001', 'A1002', 'A1005'].includes(code)).map(({ id }) => id as number);
    const { bytes } = await exported('json', ids);
    const { project } = await readAny(bytes);
    const [{ plan }] = project?.projects ?? [];
    expect(plan.items.map(({ code }) => code)).toEqual(['Pier', 'A1001', 'A1002', 'A1005']);
    expect(plan.relations).toHaveLength(1);
  });

  test('by selection walks over the chosen ids once, however many tables the version has', async () => {
    let walks = 0;
    /** Ids that count how often they are walked over. */
    class Ids extends Array<number> {
      override includes(id: number): boolean {
        walks += 1;
        return super.includes(id);
      }
      override [Symbol.iterator]() {
        walks += 1;
        return super[Symbol.iterator]();
      }
    }
    const rows = (await anna.ok(api.wbs.list, { params: { id: version } })).items as Record<string, any>[];
    const ids = Ids.from(rows.map(({ id }) => id as number));
    const context = await world.app.contextOf({ userId: anna.id, actorId: anna.id, spaceId: anna.spaceId, needs: [] });
    walks = 0;
    await writeVersion(context, { versionId: version, ids, format: 'csv' }, new AbortController().signal);
    expect(walks).toBe(1);
  });

  test('is announced to its owner and saved, not shown, by the browser', async () => {
    const client = await anna.push();
    const { headers, key } = await exported('csv');
    expect(await client.heard('export', ({ status }) => status === 'completed')).toMatchObject({ key, name: 'План 1.csv' });
    expect(await client.heard('download')).toMatchObject({ key, name: 'План 1.csv', size: expect.any(Number) });
    await client.close();
    expect(headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''${encodeURIComponent('План 1.csv')}`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('without rows, with none of the rows named, or of an unknown format is refused', async () => {
    const empty = await anna.version();
    expect(await anna.refused(api.exports.version, { params: { id: empty, x: 'xer' }, body: {} })).toMatchObject({
      status: 422,
      code: 'export.nothing_to_export',
    });
    const { job_id } = await anna.ok(api.exports.version, { params: { id: version, x: 'xer' }, body: { ids: [999_999] } });
    expect(await ended(anna, job_id)).toMatchObject({ status: 'failed', error: { code: 'export.nothing_to_export' } });
    expect(await anna.refused(api.exports.version, { params: { id: version, x: 'docx' as never }, body: {} })).toMatchObject({
      status: 400,
    });
  });

  test('is not there for another space', async () => {
    expect(await boris.refused(api.exports.version, { params: { id: version, x: 'xer' }, body: {} })).toMatchObject({
      status: 404,
      code: 'version.not_found',
    });
  });
});

describe('a prepared file', () => {
  test('is its owner’s alone, in its space, for a day', async () => {
    const { key } = await exported('csv');
    const carla = await world.person('carla');
    await world.join(carla, anna, 'planner');
    expect((await fetchKey(carla, key)).status).toBe(404);
    expect((await fetchKey(boris, key)).status).toBe(404);
    expect((await fetchKey(anna, key.replace(/^./, 'z'))).status).toBe(400);
    expect((await fetchKey(anna, '00000000-0000-4000-8000-000000000000')).status).toBe(404);
    await world.sql("update prepared_file set expires_at = now() - interval '1 minute' where key = $1", [key]);
    expect((await fetchKey(anna, key)).status).toBe(404);
    const before = world.files().length;
    await exported('csv');
    expect(world.files()).toHaveLength(before);
    expect(await world.sql('select 1 from prepared_file where key = $1', [key])).toEqual([]);
  });

  test('goes with its space', async () => {
    const dora = await world.person('dora');
    await dora.space();
    const { body } = await dora.importXer(await dora.schedule(), Buffer.from(xerText(chain(2))));
    const { job_id } = await dora.ok(api.exports.version, { params: { id: body.version_id, x: 'csv' }, body: {} });
    await ended(dora, job_id);
    const [{ stored_key }] = await world.sql('select stored_key from prepared_file where space_id = $1', [dora.spaceId]);
    expect(world.files()).toContain(stored_key);
    await dora.ok(api.spaces.remove, { params: { id: dora.spaceId } });
    await expect.poll(() => world.files(), { timeout: 10_000 }).not.toContain(stored_key);
  });
});
