import { api, type ExportFormat, importRule } from '@gantry/contract';
import { type AttributeDefinition, blankProject, readAny, writeZip } from '@gantry/interchange';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';
import { chain, xerText } from '../../../testing/samples/xer-sample.ts';
import { rowsOfProject } from '../import/import.rows.service.ts';
import { attributesOver } from './export.overlay.attributes.rules.ts';
import { projectOver } from './export.overlay.rules.ts';
import { projectOf } from './export.project.rules.ts';

/** What no version has rows for, beside an activity code and a user field. */
const MORE = `%T\tOBS
%F\tobs_id\tobs_name
%R\t5\tFirm
%T\tACTVTYPE
%F\tactv_code_type_id\tactv_code_type\tactv_code_type_scope\tproj_id
%R\t60\tPhase\tAS_Project\t1
%T\tACTVCODE
%F\tactv_code_id\tactv_code_type_id\tactv_code_name\tshort_name\tseq_num
%R\t71\t60\tShell\tS\t100
%R\t72\t60\tEarth\tE\t200
%T\tTASKACTV
%F\ttask_id\tactv_code_type_id\tactv_code_id\tproj_id
%R\t1000\t60\t72\t1
%R\t1001\t60\t71\t1
%T\tUDFTYPE
%F\tudf_type_id\ttable_name\tudf_type_name\tudf_type_label\tlogical_data_type
%R\t31\tTASK\tuser_field_31\tCrew\tFT_TEXT
%T\tUDFVALUE
%F\tudf_type_id\tfk_id\tproj_id\tudf_text
%R\t31\t1000\t1\tNorth
%R\t31\t1002\t1\tSouth
%T\tMEMOTYPE
%F\tmemo_type_id\tmemo_type
%R\t7\tRemarks
%T\tTASKMEMO
%F\tmemo_id\ttask_id\tmemo_type_id\tproj_id\ttask_memo
%R\t81\t1001\t7\t1\tWet ground
%T\tNEWTABLE
%F\tnew_id\twhat
%R\t1\tkept as it is
%E`;
const FILE = xerText(chain(4)).replace('%E', MORE.replaceAll('\n', '\r\n'));
/** Rows without the empty cells of columns that have joined. */
const rows = (bytes: Uint8Array | string) =>
  Buffer.from(bytes as string)
    .toString('utf8')
    .split('\r\n')
    .map((row) => row.trimEnd());

/** Rows that one text has and the other lacks, both ways. */
function changes(bytes: Uint8Array): { gone: string[]; come: string[] } {
  const [before, after] = [rows(FILE), rows(bytes)];
  const isRow = (row: string) => !row.startsWith('%F');
  return {
    gone: before.filter(isRow).filter((row) => !after.includes(row)),
    come: after.filter(isRow).filter((row) => !before.includes(row)),
  };
}

describe('a version over its file', () => {
  let world: World;
  let anna: Person;
  let version: number;
  let ids: Map<string, number>;

  beforeAll(async () => {
    world = await createWorld();
    anna = await world.person('anna');
    await anna.space();
  });
  afterAll(() => world.close());

  async function fresh(): Promise<void> {
    const { body } = await anna.importXer(await anna.schedule(), Buffer.from(FILE));
    version = body.version_id;
    const { items } = await anna.ok(api.wbs.list, { params: { id: version } });
    ids = new Map((items as { code: string; id: number }[]).map(({ code, id }) => [code, id]));
  }

  async function exported(id = version, x: ExportFormat = 'xer', only?: number[]): Promise<Buffer> {
    const { job_id } = await anna.ok(api.exports.version, { params: { id, x }, body: only ? { ids: only } : {} });
    const ended = async () => {
      const job = await anna.ok(api.jobs.get, { params: { id: job_id } });
      return job.status === 'waiting' || job.status === 'running' ? null : job;
    };
    const job = await expect.poll(ended, { timeout: 20_000 }).not.toBeNull().then(ended);
    const cookie = [...anna.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${world.base}/api/v1/download?key=${job?.result?.['download_key'] as string}`, {
      headers: { cookie, 'x-space-id': String(anna.spaceId) },
    });
    return Buffer.from(await answer.arrayBuffer());
  }

  test('carries edits, new and deleted rows, and nothing else', async () => {
    await fresh();
    const of = (code: string) => ({ id: version, wbsId: ids.get(code) as number });
    await anna.ok(api.wbs.update, { params: of('A1000'), body: { name: 'Excavation' } });
    await anna.ok(api.wbs.remove, { params: of('A1001') });
    const added = await anna.item(version, { name: 'Roof', code: 'A9', duration_minutes: 960 }, ids.get('Pier'));
    await anna.relation(version, ids.get('A1003') as number, added);
    const { gone, come } = changes(await exported());
    // The deleted activity takes its relations, its code and its memo along.
    expect(gone.map((row) => row.split('\t').slice(1, 5).join(' '))).toEqual([
      '1000 1 10 1',
      '1001 1 10 1',
      '5000 1001 1000 1',
      '5001 1002 1001 1',
      '1001 60 71 1',
      '81 1001 7 1',
    ]);
    const [renamed, task, relation, ...others] = come;
    expect(others).toEqual([]);
    expect(renamed).toBe(
      rows(FILE)
        .find((row) => row.includes('\tA1000\t'))
        ?.replace('Task 1', 'Excavation'),
    );
    expect(task.split('\t')).toEqual(expect.arrayContaining(['A9', 'Roof', 'TT_Task', 'TK_NotStart', '16']));
    expect(relation.split('\t').slice(2)).toEqual(['1004', '1003', '1', '1', 'PR_FS', '0']);
  });

  test('of which only some rows are wanted loses the others', async () => {
    await fresh();
    const { gone, come } = changes(await exported(version, 'xer', [ids.get('A1000') as number]));
    expect(come).toEqual([]);
    expect(gone.filter((row) => /\tA100[123]\t/.test(row))).toHaveLength(3);
    expect(gone.some((row) => row.includes('\tA1000\t'))).toBe(false);
  });

  test('takes its notes along into other formats', async () => {
    await fresh();
    const { project } = await readAny(await exported(version, 'xml-primavera'));
    expect(project?.projects[0].notes.map(({ text }) => text)).toEqual(['Wet ground']);
  });

  test('is copied with its file, and deleted with it', async () => {
    await fresh();
    const schedule = await anna.schedule();
    const { id } = await anna.ok(api.versions.copyTo, { params: { id: version, scheduleId: schedule }, body: {} });
    await anna.ok(api.versions.remove, { params: { id: version } });
    expect(await world.sql('select part from version_source where version_id = $1', [version])).toEqual([]);
    expect(changes(await exported(id as number))).toEqual({ gone: [], come: [] });
    await anna.ok(api.versions.remove, { params: { id: id as number } });
    expect(await world.sql('select part from version_source where version_id = $1', [id])).toEqual([]);
  });

  test('under a rule that moves columns and calendars goes back as it came', async () => {
    const schedule = await anna.schedule();
    const rule = {
      columns: [
        { from: 'Crew', to: { kind: 'attribute' as const, name: 'Team' } },
        { from: 'Phase', to: { kind: 'skip' as const } },
      ],
      calendars: [{ from: 'Five days', to: 'Week' }],
    };
    await anna.ok(api.importSettings.create, { body: { schedule_id: schedule, name: 'Ours', rule: importRule.parse(rule) } });
    const { body } = await anna.importXer(schedule, Buffer.from(FILE), { rule_name: 'Ours' });
    const { attributes } = await anna.ok(api.versions.attributes, { params: { id: body.version_id } });
    expect(attributes.map(({ name }) => name)).toEqual(['Team']);
    expect((await exported(body.version_id)).toString()).toBe(FILE);
  });

  test('of an archive goes back into its own file, and as the product’s own file takes the file along', async () => {
    const other = xerText(chain(3), { project: 'Quay' });
    const schedule = await anna.schedule();
    const zip = await writeZip([FILE, other].map((text, at) => ({ name: `${at}.xer`, bytes: Buffer.from(text) })));
    await anna.importXer(schedule, zip);
    const ids = (await world.sql('select id from version where schedule_id = $1 order by id', [schedule])).map(({ id }) => Number(id));
    expect((await Promise.all(ids.map((id) => exported(id)))).map(String)).toEqual([FILE, other]);
    const { body } = await anna.importXer(await anna.schedule(), await exported(ids[0], 'gantry'));
    expect((await exported(body.version_id)).toString()).toBe(FILE);
  });

  test('goes alone where the file is no longer read as it was', async () => {
    await fresh();
    await world.sql(`update version set source = jsonb_set(source, '{kept,print}', '"other"') where id = $1`, [version]);
    const text = rows(await exported());
    expect(text.some((row) => row.includes('NEWTABLE'))).toBe(false);
    expect(text.some((row) => row.includes('\tA1000\t'))).toBe(true);
  });
});

test('values of codes and fields go where their definitions stand; a new value grows its list', async () => {
  const { project: file } = await readAny(Buffer.from(FILE));
  const [project] = file?.projects ?? [];
  const { content: before } = rowsOfProject(project, { columns: [], calendars: [] });
  const after = structuredClone(before);
  const idOf = (code: string) => after.wbs.find((row) => row.code === code)?.id as number;
  const [phase, crew] = ['Phase', 'Crew'].map((name) => after.attribute.find((row) => row.name === name)?.id as number);
  const value = (itemId: number, attributeId: number) =>
    after.attributeValue.find((row) => row.itemId === itemId && row.attributeId === attributeId);
  Object.assign(value(idOf('A1000'), phase) as object, { value: 'S Shell' });
  Object.assign(value(idOf('A1001'), phase) as object, { value: 'Roof' });
  after.attributeValue = after.attributeValue.filter((row) => row !== value(idOf('A1002'), crew));
  after.attributeValue.push({ id: 900, itemId: idOf('Pier'), attributeId: crew, value: 'All' });
  after.attribute.push({
    id: 901,
    name: 'Zone',
    type: 'string',
    source: 'user_value',
    origin: 'user_field',
    sourceId: null,
    options: null,
  });
  after.attributeValue.push({ id: 902, itemId: idOf('A1003'), attributeId: 901, value: 'West' });

  const plain = projectOf(after, { name: 'Pier', dataDate: project.plan.options.dataDate });
  const over = projectOver({ project, before, after, plain });
  const shown = over.values.map(({ attributeId, ownerId, value: kept }) => {
    const definition = over.attributes.find(({ id }) => id === attributeId);
    const item = over.plan.items.find(({ id }) => id === ownerId);
    return [definition?.name, definition?.owner, item?.code, definition?.values.find(({ id }) => id === kept)?.name ?? kept];
  });
  expect(shown.sort()).toEqual([
    ['Crew', 'sum', 'Pier', 'All'],
    ['Crew', 'task', 'A1000', 'North'],
    ['Phase', 'task', 'A1000', 'Shell'],
    ['Phase', 'task', 'A1001', 'Roof'],
    ['Zone', 'task', 'A1003', 'West'],
  ]);
  expect(over.attributes.find(({ name }) => name === 'Phase')?.values.map(({ code }) => code)).toEqual(['S', 'E', 'Roof']);
});

type Listed = AttributeDefinition['values'][number];

/** Values of a list put over a file in which no work has one. */
function listOver(values: Listed[], texts: readonly unknown[]) {
  const blank = blankProject('P', 'P', 0);
  const content = rowsOfProject(blank, { columns: [], calendars: [] }).content;
  const list = { id: 7, sourceId: '', name: 'Zone', type: 'list', owner: 'task', origin: 'code', scope: 'project', values } as const;
  const after = { ...content, attributeValue: texts.map((value, at) => ({ id: at + 1, itemId: at + 1, attributeId: 7, value })) };
  return attributesOver({ ...blank, attributes: [list] }, content, after as never, new Set(texts.map((_, at) => at + 1)));
}
const listed = (id: number, code: string, name: string): Listed => ({ id, sourceId: null, parentId: null, code, name, color: null });

test('values of a list are found by code, name or both, the first of several, as a walk over the list finds them', () => {
  let seed = 1;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const word = () => ['', 'A', 'B', 'C', 'A B', 'B C'][random(6)];
  for (let round = 0; round < 200; round += 1) {
    const values = Array.from({ length: random(6) }, () => listed(1 + random(20), word(), word()));
    const texts = Array.from({ length: 8 }, () => (random(9) ? `${word()} ${word()}`.trim() : random(5)));
    const slow = [...values];
    const found = texts.map((value) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      const known = slow.find(({ code, name }) => text === (name ? `${code} ${name}`.trim() : code) || text === code || text === name);
      if (known) return known.id;
      slow.push(listed(Math.max(0, ...slow.map(({ id }) => id)) + 1, text, text));
      return slow[slow.length - 1].id;
    });
    const over = listOver(values, texts);
    expect(over.values.map(({ value }) => value)).toEqual(found);
    expect(over.attributes[0].values).toEqual(slow);
  }
});

test('a list is walked over once for all changed values, and grows however long it is', () => {
  let reads = 0;
  const values = Array.from({ length: 500 }, (_, at) => ({
    ...listed(at + 1, '', `name ${at}`),
    get code() {
      reads += 1;
      return `code ${at}`;
    },
  }));
  const over = listOver(values, [...values.map((_, at) => `name ${at}`), ...values.map((_, at) => `new ${at}`)]);
  expect(over.values.map(({ value }) => value)).toEqual(Array.from({ length: 1000 }, (_, at) => at + 1));
  expect(reads).toBeLessThanOrEqual(values.length * 2);
  const many = Array.from({ length: 200_000 }, (_, at) => listed(at + 1, `c${at}`, ''));
  expect(listOver(many, ['new']).values).toMatchObject([{ value: 200_001 }]);
});
