import { api } from '@gantry/contract';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { chain, windows1251, xerText } from '../../../testing/samples/xer-sample.ts';

let world: World;
let anna: Person;
let boris: Person;
let schedule: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  boris = await world.person('boris');
  await anna.space();
  await boris.space();
});
afterAll(() => world.close());
beforeEach(async () => {
  schedule = await anna.schedule();
});

const versionsOf = async () => (await anna.ok(api.versions.list, { params: { id: schedule } })).versions;
const rowsOf = async (id: number) => (await anna.ok(api.wbs.list, { params: { id } })).items as Record<string, any>[];
const refusalOf = (answer: { status: number; body: any }) => ({
  status: answer.status,
  code: answer.body.errors?.[0]?.code as string,
  parameters: answer.body.errors?.[0]?.parameters as Record<string, any>,
});
const findingsOf = (refusal: { parameters: Record<string, any> }) =>
  (refusal.parameters['findings'] ?? []) as { code: string; line: number | null; severity: string; parameters: object }[];

/** Nothing of an import is left: no version, no row without one, no file. */
async function expectNothingLeft() {
  expect(await versionsOf()).toEqual([]);
  for (const table of ['wbs_item', 'relation', 'calendar', 'settings', 'version_edit'])
    expect(await world.sql(`select 1 from ${table} t where not exists (select from version v where v.id = t.version_id)`)).toEqual([]);
  await expect.poll(() => world.files()).toEqual([]);
  // The server goes on serving.
  expect((await anna.importXer(schedule, Buffer.from(xerText(chain(3))))).status).toBe(200);
}

describe('a good file', () => {
  test('becomes a version with its rows, relations, dates and findings', async () => {
    const answer = await anna.importXer(schedule, Buffer.from(xerText(chain(8))), { version_name: 'Issue 1' });
    expect(answer.status).toBe(200);
    const [version] = await versionsOf();
    expect(version).toMatchObject({
      id: answer.body.version_id,
      name: 'Issue 1',
      item_count: 9,
      revision: 1,
      calculation_status: 0,
      data_date: '2026-03-02T08:00',
    });
    const rows = await rowsOf(version.id);
    expect(rows.map(({ name, type }) => [name, type]).slice(0, 3)).toEqual([
      ['Pier', 'sum'],
      ['Task 1', 'task'],
      ['Task 2', 'task'],
    ]);
    expect((await anna.ok(api.relations.list, { params: { id: version.id } })).relations).toHaveLength(7);
    const job = await anna.ok(api.jobs.get, { params: { id: answer.body.job_id } });
    expect(job).toMatchObject({
      kind: 'import',
      status: 'done',
      progress: 1,
      title: 'plan.xer → Schedule',
      result: { version_id: version.id, code_page: 'windows-1252', program: 'Primavera P6 19.12' },
      error: null,
    });
    expect(job.findings.map(({ code }) => code)).toContain('finding.code_page.detected');
    await expect.poll(() => world.files()).toEqual([]);
    const { state } = await anna.ok(api.timetable.calculateNow, { params: { id: version.id } });
    // Tasks of 1…5 days in a chain from Monday 2 March: 1+2+3+4+5+1+2+3 = 21 working days.
    expect(state).toMatchObject({ status: 1, finish: '2026-03-30T16:00' });
  });

  test('cannot be taken back: the version is deleted instead', async () => {
    const { body } = await anna.importXer(schedule, Buffer.from(xerText(chain(2))));
    expect(await anna.refused(api.edits.undo, { params: { id: body.version_id } })).toMatchObject({
      status: 409,
      code: 'edit.nothing_to_undo',
    });
  });

  test('tells its progress and its end as it goes, to its owner and to the space', async () => {
    const client = await anna.push();
    const form = new FormData();
    form.set('file', new Blob([xerText(chain(4000))]), 'большой.xer');
    const { job_id } = await anna.ok(api.imports.upload, { params: { id: schedule } }, { raw: form });
    await client.heard('job', ({ job }) => job.id === job_id && job.status === 'done');
    const reported = client.messages
      .filter(({ event, data }) => event === 'job' && (data as any).job.id === job_id)
      .map(({ data }) => (data as any).job);
    const shares = reported.map(({ progress }) => progress);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(reported.at(-1)).toMatchObject({ title: 'большой.xer → Schedule', progress: 1 });
    expect(await client.heard('import', ({ status }) => status === 'completed')).toMatchObject({ schedule_id: schedule, job_id });
    await client.close();
  });

  test('takes fields that stand behind the file', async () => {
    const form = new FormData();
    form.set('file', new Blob([xerText(chain(2))]), 'plan.xer');
    form.set('version_name', 'Named after');
    await anna.ok(api.imports.uploadNow, { params: { id: schedule } }, { raw: form });
    expect((await versionsOf())[0].name).toBe('Named after');
  });

  test('that takes longer than four minutes is answered with its job, which goes on', async () => {
    const { jobs } = world.app.services;
    const finished = jobs.finished.bind(jobs);
    const asked = vi.spyOn(jobs, 'finished').mockImplementation((userId, id) => finished(userId, id, 0));
    const { status, body } = await anna.importXer(schedule, Buffer.from(xerText(chain(3))), { version_name: 'Late' });
    expect(asked.mock.calls).toEqual([[anna.id, body.job_id, 240_000]]);
    asked.mockRestore();
    expect({ status, body }).toEqual({ status: 202, body: { success: true, job_id: body.job_id, version_id: null, proposal_id: null } });
    expect(await jobs.finished(anna.id, body.job_id)).toMatchObject({ status: 'done' });
    expect((await versionsOf()).map(({ name }) => name)).toEqual(['Late']);
  });

  test('imported twice gets a number behind its name', async () => {
    for (let round = 0; round < 3; round += 1) await anna.importXer(schedule, Buffer.from(xerText(chain(1))), { version_name: 'Same' });
    expect((await versionsOf()).map(({ name }) => name)).toEqual(['Same', 'Same (2)', 'Same (3)']);
  });

  test('is refused to who may not, and to a foreign schedule', async () => {
    const viewer = await world.person('viewer');
    await world.join(viewer, anna, 'viewer');
    expect(refusalOf(await viewer.importXer(schedule, Buffer.from(xerText(chain(1)))))).toMatchObject({
      status: 403,
      code: 'auth.forbidden',
    });
    expect(refusalOf(await boris.importXer(schedule, Buffer.from(xerText(chain(1)))))).toMatchObject({
      status: 404,
      code: 'node.not_found',
    });
    await expect.poll(() => world.files()).toEqual([]);
  });
});

describe('code pages', () => {
  const russian = xerText([
    { code: 'A1', name: 'Разработка котлована' },
    { code: 'A2', name: 'Устройство фундаментной плиты', after: ['A1'] },
  ]);

  test('are detected', async () => {
    const { body } = await anna.importXer(schedule, windows1251(russian));
    expect((await rowsOf(body.version_id)).map(({ name }) => name)).toContain('Устройство фундаментной плиты');
  });

  test('given wrong are taken as given, and a finding says what was detected', async () => {
    const { body } = await anna.importXer(schedule, windows1251(russian), { code_page: 'windows-1252' });
    expect((await rowsOf(body.version_id)).map(({ name }) => name)).toContain('Ðàçðàáîòêà êîòëîâàíà');
    const { findings } = await anna.ok(api.jobs.get, { params: { id: body.job_id } });
    expect(findings).toContainEqual(
      expect.objectContaining({ code: 'finding.code_page.overridden', parameters: { codePage: 'windows-1252', detected: 'windows-1251' } }),
    );
  });

  test('broken as UTF-8 are told', async () => {
    const { body } = await anna.importXer(schedule, windows1251(russian), { code_page: 'utf-8' });
    const { findings } = await anna.ok(api.jobs.get, { params: { id: body.job_id } });
    expect(findings).toContainEqual(expect.objectContaining({ severity: 'warning', code: 'finding.code_page.broken_characters' }));
  });

  test('that do not exist are refused', async () => {
    expect(refusalOf(await anna.importXer(schedule, windows1251(russian), { code_page: 'klingon' }))).toMatchObject({
      status: 400,
      code: 'request.invalid',
      parameters: { field: 'code_page' },
    });
    await expectNothingLeft();
  });
});

describe('a bad file', () => {
  const whole = xerText(chain(50));

  test.each([
    ['empty', Buffer.alloc(0), 'import.empty'],
    ['a zip under another name', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(2000, 7)]), 'import.not_a_schedule'],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj'), 'import.not_a_schedule'],
    ['XML', Buffer.from('<?xml version="1.0"?><Invoice/>'), 'import.not_a_schedule'],
    ['MS Project without anything', Buffer.from('<?xml version="1.0"?><Project/>'), 'import.empty'],
    ['words', Buffer.from('Dear colleague, please find the schedule attached.'), 'import.not_a_schedule'],
    ['ten megabytes on one line', Buffer.alloc(10 * 1024 * 1024, 'x'), 'import.not_a_schedule'],
    ['zeros', Buffer.alloc(100_000), 'import.not_a_schedule'],
    ['a header without more', Buffer.from(whole.split('\r\n')[0]), 'import.not_a_schedule'],
    ['without tasks', Buffer.from(xerText([]).replace(/%T\tPROJWBS[\s\S]*?(?=%T\tTASK\r)/, '')), 'import.empty'],
  ])('%s is refused and leaves nothing', async (_what, bytes, code) => {
    const refusal = refusalOf(await anna.importXer(schedule, bytes));
    expect(refusal).toMatchObject({ status: 422, code, parameters: { name: 'plan.xer' } });
    await expectNothingLeft();
  });

  test('says of a zip that it is broken', async () => {
    const refusal = refusalOf(await anna.importXer(schedule, Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(2000, 7)])));
    expect(findingsOf(refusal).map(({ code }) => code)).toEqual(['finding.zip.malformed']);
    expect(refusal.parameters['reason']).toBe('zip.malformed');
  });

  test.each([0.35, 0.5, 0.7, 0.9, 0.999])(
    'cut off at %d of its length is read as far as it goes, with a finding at the line',
    async (share) => {
      const cut = whole.slice(0, Math.floor(whole.length * share));
      const answer = await anna.importXer(schedule, Buffer.from(cut));
      expect(answer.status).toBe(200);
      const { findings } = await anna.ok(api.jobs.get, { params: { id: answer.body.job_id } });
      const truncated = findings.find(({ code }) => code === 'finding.file.truncated');
      expect(truncated?.line).toBe(cut.split('\r\n').filter(Boolean).length);
      expect((await rowsOf(answer.body.version_id)).length).toBeGreaterThan(1);
    },
  );

  test('with a cycle of relations is read; the finding and the calculation name the cycle', async () => {
    const tasks = chain(5);
    tasks[1].after?.push('A1003');
    const answer = await anna.importXer(schedule, Buffer.from(xerText(tasks)));
    expect(answer.status).toBe(200);
    const { findings } = await anna.ok(api.jobs.get, { params: { id: answer.body.job_id } });
    expect(JSON.stringify(findings.find(({ code }) => code === 'finding.relation.ring'))).toContain('A1001');
    const { state } = await anna.ok(api.timetable.calculateNow, { params: { id: answer.body.version_id } });
    const cycle = state.issues.find(({ code }) => /ring|cycle/.test(code));
    expect(cycle?.items.length).toBeGreaterThanOrEqual(3);
  });

  test('with ten megabytes on one line among good ones keeps the good ones', async () => {
    const tasks = chain(3);
    tasks[1].name = 'x'.repeat(10 * 1024 * 1024);
    const answer = await anna.importXer(schedule, Buffer.from(xerText(tasks)));
    expect(answer.status).toBe(200);
    const { findings } = await anna.ok(api.jobs.get, { params: { id: answer.body.job_id } });
    expect(findings).toContainEqual(
      expect.objectContaining({ severity: 'warning', code: 'finding.import.text_cut', parameters: { item: 'A1001', most: 4000 } }),
    );
    expect((await rowsOf(answer.body.version_id)).map(({ name }) => name)).toEqual(expect.arrayContaining(['Task 1', 'Task 3']));
  });

  test('with dates that no calendar has is read without them, and can be opened and calculated', async () => {
    const text = xerText(chain(3)).replaceAll('2026-03-02 08:00\t2026-03-02 08:00\r\n', '9999-12-31 00:00\t0001-01-01 00:00\r\n');
    const answer = await anna.importXer(schedule, Buffer.from(text));
    expect(answer.status).toBe(200);
    const { findings } = await anna.ok(api.jobs.get, { params: { id: answer.body.job_id } });
    expect(findings).toContainEqual(expect.objectContaining({ severity: 'warning', code: 'finding.import.dates_left_out' }));
    await anna.ok(api.timetable.calculateNow, { params: { id: answer.body.version_id } });
    expect(await rowsOf(answer.body.version_id)).toHaveLength(4);
  });
});

describe('an upload', () => {
  test('without a form or without a file is refused', async () => {
    expect(await anna.refused(api.imports.uploadNow, { params: { id: schedule } })).toMatchObject({ status: 400, code: 'import.no_file' });
    const form = new FormData();
    form.set('version_name', 'X');
    expect(await anna.refused(api.imports.upload, { params: { id: schedule } }, { raw: form })).toMatchObject({
      status: 400,
      code: 'import.no_file',
    });
    await expectNothingLeft();
  });

  test('that is no form at all is refused', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await anna.refused(api.imports.upload, { params: { id: schedule } }, { raw: '--x\r\nnonsense', headers })).status).toBe(400);
    await expectNothingLeft();
  });

  test('larger than the limit is refused and its part removed', async () => {
    const form = new FormData();
    const chunk = new Uint8Array(8 * 1024 * 1024).fill(120);
    form.set('file', new Blob(Array.from({ length: 13 }, () => chunk)), 'huge.xer');
    const refusal = await anna.refused(api.imports.upload, { params: { id: schedule } }, { raw: form });
    expect(refusal).toMatchObject({ status: 413 });
    await expectNothingLeft();
  });

  test('that breaks off leaves nothing', async () => {
    const { port } = new URL(world.base);
    const headers = {
      cookie: [...anna.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': anna.keys.cookies.get('XSRF-TOKEN') as string,
      'x-space-id': String(anna.spaceId),
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': 10_000_000,
    };
    const upload = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/api/v1/schedules/${schedule}/versions/upload`,
      headers,
      agent: new Agent(),
    });
    upload.on('error', () => undefined);
    upload.write(`--x\r\nContent-Disposition: form-data; name="file"; filename="a.xer"\r\n\r\n${'x'.repeat(200_000)}`);
    for (let wait = 0; wait < 100 && !world.files().length; wait += 1) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(world.files()).toHaveLength(1);
    upload.destroy();
    for (let wait = 0; wait < 100 && world.files().length; wait += 1) await new Promise((resolve) => setTimeout(resolve, 20));
    await expectNothingLeft();
  });
});
