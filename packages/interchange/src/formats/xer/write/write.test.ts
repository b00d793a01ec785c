import { describe, expect, it } from 'vitest';
import type { ImportedProject, ProjectFile } from '../../../project-file.ts';
import { expectSame } from '../../../testing/comparable.ts';
import { sampleTables, xerText } from '../../../testing/xer-sample.ts';
import { readXer } from '../read.ts';
import { writeXer } from './write.ts';
import type { XerWriteOptions } from './write.ts';

const text = xerText(sampleTables());

async function sample(): Promise<{ file: ProjectFile; project: ImportedProject }> {
  const { project } = await readXer(Buffer.from(text));
  return { file: project!, project: project!.projects[0] };
}

/** Lines of the written file that the original does not have, and the other way round. */
function linesChanged(file: ProjectFile, options?: XerWriteOptions): { added: string[]; gone: string[] } {
  const after = Buffer.from(writeXer(file, options).bytes).toString('latin1').split('\r\n');
  const before = text.split('\r\n');
  return { added: after.filter((line) => !before.includes(line)), gone: before.filter((line) => !after.includes(line)) };
}

function item(project: ImportedProject, code: string): ImportedProject['plan']['items'][number] {
  return project.plan.items.find((candidate) => candidate.code === code)!;
}

describe('writing XER', () => {
  it('gives an untouched file back, unknown tables included', async () => {
    const { file } = await sample();
    expect(Buffer.from(writeXer(file).bytes).toString('latin1')).toBe(text);
  });

  it('touches one cell for one change', async () => {
    const { file, project } = await sample();
    item(project, 'A20').durationMinutes = 50 * 60;
    const { added, gone } = linesChanged(file);
    expect(gone).toHaveLength(1);
    expect(added).toEqual([gone[0].replace('\t40\t16\t', '\t50\t16\t')]);
  });

  it('writes both constraints when one of them changes', async () => {
    const { file, project } = await sample();
    item(project, 'A30').finishLimitDate! += 1440;
    const { added } = linesChanged(file);
    expect(added[0]).toContain('\tCS_MSOA\t2024-03-06 08:00\tCS_MEOB\t2024-04-02 17:00\t');
  });

  it('counts overtime only once when units change, and brings the activity up to date', async () => {
    const { file, project } = await sample();
    project.plan.assignments[0].actualUnits = 48;
    const { added } = linesChanged(file);
    expect(added.find((line) => line.startsWith('%R\t91\t'))).toContain('\t48\t0\t5100\t');
    expect(added.find((line) => line.startsWith('%F\ttask_id\tproj_id\twbs_id'))).toContain('act_work_qty');
  });

  it('takes everything that hung on a deleted activity along', async () => {
    const { file, project } = await sample();
    const gone = item(project, 'A30').id;
    const at = project.plan.items.findIndex(({ id }) => id === gone);
    project.plan.items.splice(at, 1);
    project.details.splice(at, 1);
    project.stored.items.splice(at, 1);
    project.plan.relations = project.plan.relations.filter((row) => row.predecessorId !== gone && row.successorId !== gone);
    project.plan.assignments = [];
    project.assignmentDetails = [];
    project.values = project.values.filter(({ ownerId }) => ownerId !== gone);
    const written = Buffer.from(writeXer(file).bytes).toString('latin1');
    expect(written).not.toContain('\t1003\t');
    const { project: again, findings } = await readXer(Buffer.from(written));
    expect(again!.projects[0].plan.items.map(({ code }) => code)).toEqual(['HOUSE', '1', 'A10', 'A20', '2', 'A40', 'A50']);
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  it('adds an activity with all that P6 demands, under a key of its own', async () => {
    const { file, project } = await sample();
    const model = item(project, 'A20');
    project.plan.items.push({
      ...model,
      id: 900,
      code: 'A60',
      name: 'Paint "white"\tcoat',
      status: 'not_started',
      actualStart: null,
      parentId: item(project, '2').id,
    });
    project.details.push({ ...project.details[0], sourceId: '', sourceTable: '', guid: null });
    project.stored.items.push({ ...project.stored.items[0] });
    project.plan.relations.push({ id: 901, predecessorId: model.id, successorId: 900, type: 'fs', lagMinutes: 90, lagCalendar: null });
    project.stored.relations.push({ impliedEarlyStart: null, impliedLateFinish: null, floatPath: null, driving: null });
    const { added, gone } = linesChanged(file);
    const row = added.find((line) => line.includes('A60'))!;
    expect(row).toMatch(/^%R\t1006\t10\t101\t1\tCP_Drtn\tTT_Task\tDT_FixedDUR2\tTK_NotStart\tA60\t/);
    expect(row).toContain('"Paint ""white""\tcoat"');
    expect(added.find((line) => line.includes('\tPR_FS\t'))).toMatch(/^%R\t\d+\t1006\t1002\t10\t10\tPR_FS\t1\.5\t\t$/);
    expect(gone.filter((line) => line.startsWith('%R') && !/^%R\t100\d\t/.test(line))).toEqual([]);
    const { project: again } = await readXer(writeXer(file).bytes);
    expect(item(again!.projects[0], 'A60').name).toBe('Paint "white"\tcoat');
  });

  it('changes the order of nodes by their sequence numbers', async () => {
    const { file, project } = await sample();
    const [, ground, , , walls] = project.plan.items;
    expect([ground.code, walls.code]).toEqual(['1', '2']);
    const order = [0, 4, 5, 6, 7, 1, 2, 3];
    project.plan.items = order.map((i) => project.plan.items[i]);
    project.details = order.map((i) => project.details[i]);
    project.stored.items = order.map((i) => project.stored.items[i]);
    const { project: again } = await readXer(writeXer(file).bytes);
    expect(again!.projects[0].plan.items.filter(({ type }) => type === 'sum').map(({ code }) => code)).toEqual(['HOUSE', '2', '1']);
  });

  it('makes a whole file from nothing', async () => {
    const { file, project } = await sample();
    const written = writeXer({ ...file, source: null, codePage: null });
    const out = Buffer.from(written.bytes).toString('latin1');
    expect(out).toMatch(/^ERMHDR\t18\.8\t2024-03-01\tProject\t/);
    expect([...out.matchAll(/^%T\t(\w+)/gm)].map(([, name]) => name).slice(0, 8)).toEqual([
      'CURRTYPE',
      'MEMOTYPE',
      'OBS',
      'UDFTYPE',
      'PROJECT',
      'CALENDAR',
      'SCHEDOPTIONS',
      'PROJWBS',
    ]);
    expect(out).toContain('\trcal_Successor\t');
    const { project: again } = await readXer(written.bytes);
    expectSame(project, again!.projects[0]);
  });

  it('puts activities without a node under a node of the project, and leaves drafts out', async () => {
    const { file, project } = await sample();
    for (const row of project.plan.items) row.parentId = null;
    item(project, 'A50').type = 'draft';
    const keep = project.plan.items.map((row, i) => (row.type === 'sum' ? -1 : i)).filter((i) => i >= 0);
    project.details = keep.map((i) => project.details[i]);
    project.stored.items = keep.map((i) => project.stored.items[i]);
    project.plan.items = keep.map((i) => project.plan.items[i]);
    const { bytes, findings } = writeXer({ ...file, source: null });
    expect(findings).toContainEqual({ severity: 'info', code: 'export.drafts_left_out', parameters: { count: 1, project: 'HOUSE' } });
    const { project: again } = await readXer(bytes);
    expect(again!.projects[0].plan.items.map(({ code }) => code)).toEqual(['HOUSE', 'A10', 'A20', 'A30', 'A40']);
  });

  it('chooses a code page that holds the text, and says what a given one loses', async () => {
    const { file, project } = await sample();
    item(project, 'A20').name = 'Котлован';
    const written = writeXer({ ...file, source: null, codePage: null });
    const { project: again } = await readXer(written.bytes);
    expect(again!.codePage).toBe('windows-1251');
    expect(item(again!.projects[0], 'A20').name).toBe('Котлован');
    const { findings } = writeXer(file, { codePage: 'windows-1252' });
    expect(findings).toContainEqual({
      severity: 'warning',
      code: 'code_page.lost_characters',
      value: 'Котлван',
      parameters: { count: 8, codePage: 'windows-1252' },
    });
  });

  it('cuts texts to the lengths of Primavera where asked', async () => {
    const { file, project } = await sample();
    item(project, 'A20').name = 'x'.repeat(200);
    const written = writeXer(file, { forPrimavera: true });
    expect(written.findings.map(({ code, field }) => [code, field])).toEqual([['export.text_cut', 'task_name']]);
    expect(Buffer.from(written.bytes).toString()).toMatch(/\tx{120}\t/);
  });
});
