import { api, type ChangePart } from '@gantry/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { copyFrom } from '../../../../testing/samples/version-content.ts';
import { createWorld, type Person, type World } from '../../../../testing/world.ts';
import { forgetProposals } from '../import.timers.service.ts';
import { chain, xerText, type XerTask } from '../../../../testing/samples/xer-sample.ts';

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
});
afterAll(() => world.close());
beforeEach(async () => {
  schedule = await anna.schedule();
  version = (await anna.importXer(schedule, Buffer.from(xerText(chain(6))))).body.version_id;
});

/** The chain of six with one task longer, one renamed, one gone and one new. */
function changed(): XerTask[] {
  const tasks = chain(6);
  tasks[1].days = 9;
  tasks[2].name = 'Another name';
  tasks.splice(4, 1);
  tasks[4].after = ['A1003'];
  tasks.push({ code: 'A2000', name: 'New task', days: 2, after: ['A1005'] });
  return tasks;
}

async function propose(bytes: Buffer, fields: Record<string, string> = {}): Promise<number> {
  const answer = await anna.importXer(schedule, bytes, { download_scenario: 'into_version', version_id: String(version), ...fields });
  expect(answer.status).toBe(200);
  return answer.body.proposal_id;
}

const xer = (tasks: XerTask[]) => Buffer.from(xerText(tasks));
const changesOf = async (id: number, part: ChangePart) => (await anna.ok(api.imports.changes, { params: { id }, query: { part } })).changes;
const namesOf = async () =>
  ((await anna.ok(api.wbs.list, { params: { id: version } })).items as Record<string, any>[]).map(({ code, name }) => [code, name]);

describe('a file for a version that exists', () => {
  test('changes nothing and shows what it would add, change and delete, field by field', async () => {
    const before = await copyFrom(anna, version);
    const id = await propose(xer(changed()));
    expect(await copyFrom(anna, version)).toEqual(before);
    const proposal = await anna.ok(api.imports.proposal, { params: { id } });
    expect(proposal).toMatchObject({ version_id: version, file_name: 'plan.xer', acceptable: true, stale: false });
    expect(Object.fromEntries(proposal.parts.map(({ part, count }) => [part, count]))).toEqual({
      'wbs.add': 1,
      'wbs.update': 2,
      'wbs.delete': 1,
      'relation.add': 2,
      'relation.delete': 2,
    });
    expect(await changesOf(id, 'wbs.update')).toEqual([
      {
        id: expect.any(Number),
        label: 'A1001 Task 2',
        fields: [
          { field: 'durationMinutes', before: 960, after: 4320 },
          { field: 'remainingMinutes', before: 960, after: 4320 },
        ],
      },
      { id: expect.any(Number), label: 'A1002 Task 3', fields: [{ field: 'name', before: 'Task 3', after: 'Another name' }] },
    ]);
    const [added] = await changesOf(id, 'wbs.add');
    expect(added.label).toBe('A2000 New task');
    expect(added.fields).toContainEqual({ field: 'parentId', before: null, after: 'Pier Pier' });
    expect((await changesOf(id, 'wbs.delete')).map(({ label }) => label)).toEqual(['A1004 Task 5']);
    expect((await changesOf(id, 'relation.delete')).map(({ label }) => label).sort()).toEqual([
      'A1003 Task 4 → A1004 Task 5 (FS)',
      'A1004 Task 5 → A1005 Task 6 (FS)',
    ]);
  });

  test('shows a page from the pieces that hold it, and no others', async () => {
    const line = (at: number) => `N${at},New ${at}`;
    const id = await propose(Buffer.from(['Code,Name', ...Array.from({ length: 2300 }, (_, at) => line(at))].join('\r\n')));
    const held = await world.sql(
      `select place, changes from import_proposal_piece where proposal_id = $1 and part = 'wbs.add' order by place`,
      [id],
    );
    expect(held.map(({ place, changes }) => [place, changes])).toEqual([
      [0, 1000],
      [1000, 1000],
      [2000, 300],
    ]);
    await world.sql(`update import_proposal_piece set content = 'broken' where proposal_id = $1 and place = 0 and part = 'wbs.add'`, [id]);
    const page = async (offset: number, limit: number) => {
      const { total, changes } = await anna.ok(api.imports.changes, { params: { id }, query: { part: 'wbs.add', offset, limit } });
      return [total, changes.length, changes[0]?.label, changes.at(-1)?.label];
    };
    expect(await page(1990, 20)).toEqual([2300, 20, 'N1990 New 1990', 'N2009 New 2009']);
    expect(await page(2290, 20)).toEqual([2300, 10, 'N2290 New 2290', 'N2299 New 2299']);
    expect(await page(2300, 20)).toEqual([2300, 0, undefined, undefined]);
  });

  test('is forgotten after 30 days, with its pieces', async () => {
    const id = await propose(xer(changed()));
    await forgetProposals(world.app.services);
    await anna.ok(api.imports.proposal, { params: { id } });
    await world.sql(`update import_proposal set created_at = created_at - interval '31 days' where id = $1`, [id]);
    await forgetProposals(world.app.services);
    expect(await anna.refused(api.imports.proposal, { params: { id } })).toMatchObject({ status: 404 });
    expect(await world.sql('select from import_proposal_piece where proposal_id = $1', [id])).toEqual([]);
  });

  test('taken over whole gives what the file says, as one edit that undo takes back', async () => {
    const before = await copyFrom(anna, version);
    const id = await propose(xer(changed()));
    const { parts } = await anna.ok(api.imports.proposal, { params: { id } });
    const done = await anna.ok(api.imports.accept, { params: { id }, body: { parts: parts.map(({ part }) => part) } });
    expect(done).toMatchObject({ version_id: version, revision: before.revision + 1, applied: 8, left_out: 0 });
    expect(await namesOf()).toEqual([
      ['Pier', 'Pier'],
      ['A1000', 'Task 1'],
      ['A1001', 'Task 2'],
      ['A1002', 'Another name'],
      ['A1003', 'Task 4'],
      ['A1005', 'Task 6'],
      ['A2000', 'New task'],
    ]);
    // The same file has nothing more to say.
    const again = await propose(xer(changed()));
    expect((await anna.ok(api.imports.proposal, { params: { id: again } })).parts).toEqual([]);
    await anna.ok(api.edits.undo, { params: { id: version } });
    expect((await copyFrom(anna, version)).tables).toEqual(before.tables);
  });

  test('taken over by kind leaves the rest; a relation to a row that was not taken is left out', async () => {
    const id = await propose(xer(changed()));
    const done = await anna.ok(api.imports.accept, { params: { id }, body: { parts: ['wbs.update', 'relation.add'] } });
    expect(done).toMatchObject({ applied: 3, left_out: 1 });
    const names = await namesOf();
    expect(names).toContainEqual(['A1002', 'Another name']);
    expect(names).toContainEqual(['A1004', 'Task 5']);
    expect(names).not.toContainEqual(['A2000', 'New task']);
    expect(await anna.refused(api.imports.proposal, { params: { id } })).toMatchObject({ status: 404, code: 'import.proposal_not_found' });
  });

  test('deleting rows takes their relations along, chosen or not, and keeps a summary that holds others', async () => {
    const id = await propose(xer(changed()));
    await anna.ok(api.imports.accept, { params: { id }, body: { parts: ['wbs.delete'] } });
    expect((await anna.ok(api.relations.list, { params: { id: version } })).relations).toHaveLength(3);
    const [top] = (await anna.ok(api.wbs.list, { params: { id: version } })).items as Record<string, any>[];
    await anna.item(version, { name: 'Ours', code: 'OURS' }, top['id']);
    const other = await propose(Buffer.from('Code,Name\r\nX,Only\r\n'));
    const done = await anna.ok(api.imports.accept, { params: { id: other }, body: { parts: ['wbs.delete'] } });
    expect(done.left_out).toBe(0);
    expect(await namesOf()).toEqual([]);
  });

  test('is refused once the version has been edited, and nothing is written', async () => {
    const id = await propose(xer(changed()));
    await anna.item(version, { name: 'Meanwhile' });
    const before = await copyFrom(anna, version);
    expect((await anna.ok(api.imports.proposal, { params: { id } })).stale).toBe(true);
    expect(await anna.refused(api.imports.accept, { params: { id }, body: { parts: ['wbs.update'] } })).toMatchObject({
      status: 409,
      code: 'import.version_changed',
    });
    expect(await copyFrom(anna, version)).toEqual(before);
  });

  test('only to compare is never taken over', async () => {
    const id = await propose(xer(changed()), { download_scenario: 'compare' });
    expect(await anna.refused(api.imports.accept, { params: { id }, body: { parts: ['wbs.update'] } })).toMatchObject({
      status: 409,
      code: 'import.comparison_only',
    });
  });

  test('a table changes only what its columns say', async () => {
    const id = await propose(Buffer.from('Code,Name,Duration,Zone\r\nA1000,Task 1,3d,North\r\nA1001,Task 2,2d,South\r\n'), {
      match_by: 'code',
    });
    const { parts } = await anna.ok(api.imports.proposal, { params: { id } });
    expect(parts.map(({ part, count }) => [part, count])).toEqual([
      ['wbs.update', 1],
      ['wbs.delete', 5],
      ['attribute.add', 1],
      ['attributeValue.add', 2],
    ]);
    expect((await changesOf(id, 'wbs.update'))[0].fields.map(({ field }) => field)).toEqual(['durationMinutes', 'remainingMinutes']);
    await anna.ok(api.imports.accept, { params: { id }, body: { parts: ['wbs.update', 'attribute.add', 'attributeValue.add'] } });
    const rows = (await anna.ok(api.wbs.list, { params: { id: version } })).items as Record<string, any>[];
    const row = rows.find(({ code }) => code === 'A1000') as Record<string, any>;
    expect(row).toMatchObject({ duration_minutes: 1440, parent_id: rows[0]['id'] });
    expect((await anna.ok(api.wbs.get, { params: { id: version, wbsId: row['id'] } })).attributes).toEqual([
      { name: 'Zone', origin: 'user_field', value: 'North' },
    ]);
  });

  test('needs a version of its schedule, one that may be changed', async () => {
    const bytes = xer(chain(2));
    const refusal = async (fields: Record<string, string>) => {
      const { status, body } = await anna.importXer(schedule, bytes, { download_scenario: 'into_version', ...fields });
      return [status, body.errors?.[0]?.code];
    };
    expect(await refusal({})).toEqual([400, 'import.no_target']);
    expect(await refusal({ version_id: String(await anna.version()) })).toEqual([404, 'version.not_found']);
    expect(await refusal({ version_id: '999999' })).toEqual([404, 'version.not_found']);
    expect(await refusal({ version_id: String(version), add: 'perhaps' })).toEqual([400, 'request.invalid']);
    await anna.ok(api.versions.setLocked, { params: { id: version }, body: { locked: true } });
    expect(await refusal({ version_id: String(version) })).toEqual([409, 'version.locked']);
    await expect.poll(() => world.files()).toEqual([]);
  });

  test('is not there for other spaces, nor for who may not import', async () => {
    const id = await propose(xer(changed()));
    const viewer = await world.person('viewer');
    await world.join(viewer, anna, 'viewer');
    const parts: ChangePart[] = ['wbs.update'];
    for (const [person, status] of [
      [boris, 404],
      [viewer, 403],
    ] as const) {
      expect((await person.refused(api.imports.proposal, { params: { id } })).status).toBe(status);
      expect((await person.refused(api.imports.changes, { params: { id }, query: { part: 'wbs.update' } })).status).toBe(status);
      expect((await person.refused(api.imports.accept, { params: { id }, body: { parts } })).status).toBe(status);
      expect((await person.refused(api.imports.discard, { params: { id } })).status).toBe(status);
    }
    await anna.ok(api.imports.discard, { params: { id } });
    expect(await anna.refused(api.imports.discard, { params: { id } })).toMatchObject({ status: 404 });
  });
});
