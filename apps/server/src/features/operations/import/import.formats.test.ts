import { api } from '@gantry/contract';
import { type FileFormat, FORMATS, type ProjectFile, readXer, writeZip } from '@gantry/interchange';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { chain, windows1251, xerText } from '../../../testing/samples/xer-sample.ts';

let world: World;
let anna: Person;
let schedule: number;
let sample: ProjectFile;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
  sample = (await readXer(Buffer.from(xerText(chain(6))))).project as ProjectFile;
});
afterAll(() => world.close());
beforeEach(async () => {
  schedule = await anna.schedule();
});

const written = async (format: FileFormat) => Buffer.from((await FORMATS[format].write(sample)).bytes);

/** Uploads bytes under a name and answers what came. */
async function upload(bytes: Uint8Array, name: string, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  const { status, body } = await anna.call(api.imports.uploadNow, { params: { id: schedule } }, { raw: form });
  return { status, body: { ...body, version_id: body.version_id as number } };
}

const rowsOf = async (id: number) => (await anna.ok(api.wbs.list, { params: { id } })).items as Record<string, any>[];
const versionsOf = async () => (await anna.ok(api.versions.list, { params: { id: schedule } })).versions;
const findingsOf = async (job: number) => (await anna.ok(api.jobs.get, { params: { id: job } })).findings;

describe('each format, told by its content under whatever name', () => {
  test.each(['xer', 'pmxml', 'mspdi', 'xlsx', 'csv', 'json', 'gantry', 'ifc'] as const)(
    '%s becomes the same rows and relations',
    async (format) => {
      const { status, body } = await upload(await written(format), 'plan.bin');
      expect(status).toBe(200);
      const rows = await rowsOf(body.version_id);
      const tasks = rows.filter(({ type }) => type !== 'sum');
      expect(tasks.map(({ code, name, duration_minutes }) => [code, name, duration_minutes])).toEqual(
        [1, 2, 3, 4, 5, 1].map((days, index) => [`A${1000 + index}`, `Task ${index + 1}`, days * 480]),
      );
      expect((await anna.ok(api.relations.list, { params: { id: body.version_id } })).relations).toHaveLength(5);
      const { state } = await anna.ok(api.timetable.calculateNow, { params: { id: body.version_id } });
      expect(state.status).toBe(1);
      await expect.poll(() => world.files()).toEqual([]);
    },
  );

  test('a zip of several becomes a version of each; what is no schedule is told', async () => {
    const entries = [
      { name: 'a.xer', bytes: await written('xer') },
      { name: 'folder/b.csv', bytes: await written('csv') },
      { name: 'readme.txt', bytes: Buffer.from('hello') },
    ];
    const { status, body } = await upload(await writeZip(entries), 'both.zip');
    expect(status).toBe(200);
    expect((await versionsOf()).map(({ item_count }) => item_count)).toEqual([7, 7]);
    const findings = await findingsOf(body.job_id);
    expect(findings).toContainEqual(
      expect.objectContaining({ severity: 'error', code: 'finding.file.unknown_format', parameters: { file: 'readme.txt' } }),
    );
  });

  test('a zip without any schedule is refused and leaves nothing', async () => {
    const zip = await writeZip([{ name: 'readme.txt', bytes: Buffer.from('hello') }]);
    const { status, body } = await upload(zip, 'nothing.zip');
    expect([status, body.errors[0].code]).toEqual([422, 'import.not_a_schedule']);
    expect(await versionsOf()).toEqual([]);
    await expect.poll(() => world.files()).toEqual([]);
  });
});

describe('a table', () => {
  test('has lines above its headers skipped, and cells that do not fit told one by one', async () => {
    const csv = 'Issued;for;review\r\nCode;Name;Duration;Start;Zone\r\nA;Dig;5d;02.03.2026;North\r\nB;Pour;soon;31.31.2026;South\r\n';
    const { status, body } = await upload(Buffer.from(csv), 'plan.csv', { rows_to_skip: '1' });
    expect(status).toBe(200);
    expect((await rowsOf(body.version_id)).map(({ code, duration_minutes }) => [code, duration_minutes])).toEqual([
      ['A', 2400],
      ['B', 0],
    ]);
    expect((await findingsOf(body.job_id)).filter(({ severity }) => severity === 'warning')).toEqual([
      expect.objectContaining({ code: 'finding.cell.bad_duration', line: 4, parameters: { column: 3, field: 'duration', value: 'soon' } }),
      expect.objectContaining({ code: 'finding.cell.bad_date', line: 4, parameters: { column: 4, field: 'start', value: '31.31.2026' } }),
    ]);
  });

  test('without a date begins today, not in another century', async () => {
    const { body } = await upload(Buffer.from('Code,Name,Duration\r\nA,Dig,5d\r\n'), 'plan.csv');
    const [version] = await versionsOf();
    expect(version.id).toBe(body.version_id);
    expect(version.data_date?.slice(0, 4)).toBe(String(new Date().getUTCFullYear()));
  });

  test('in another code page is read by its letters, and by the one given', async () => {
    const bytes = windows1251('Code;Name;Duration\r\nA;Разработка котлована под фундамент;5d\r\n');
    const named = async (fields: Record<string, string>) =>
      (await rowsOf((await upload(bytes, 'p.csv', fields)).body.version_id))[0]['name'];
    expect(await named({})).toBe('Разработка котлована под фундамент');
    expect(await named({ code_page: 'windows-1252' })).toContain('Ðàçðàáîòêà');
  });

  test('without headers is refused', async () => {
    const { status, body } = await upload(Buffer.from('a,b\r\n1,2\r\n'), 'plan.csv');
    expect([status, body.errors[0].code, body.errors[0].parameters.reason]).toEqual([422, 'import.not_a_schedule', 'table.no_headers']);
    await expect.poll(() => world.files()).toEqual([]);
  });
});
