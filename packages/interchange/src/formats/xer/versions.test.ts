import { describe, expect, it } from 'vitest';
import { sampleTables, xerText } from '../../testing/xer-sample.ts';
import { readXer } from './read.ts';
import { writeXer } from './write/write.ts';

/** Versions of P6 that write XER; the earliest ones have shorter headers and keep notes in TASKNOTE. */
const VERSIONS =
  '5.0 6.0 6.2 7.0 8.0 8.1.2 8.2 8.3 8.4 12.1 14.2 15.1 15.2 16.1 16.2 17.7 17.12 18.8 19.12 20.12 21.12 22.12 23.12 24.12'.split(' ');

describe('versions of XER', () => {
  it.each(VERSIONS)('%s is read and goes back row for row', async (version) => {
    const tables = sampleTables();
    const isOld = Number(version.split('.')[0]) < 7;
    if (isOld) {
      tables.TASKNOTE = { columns: 'task_id proj_id task_notes', rows: ['1002 | 10 | Wet ground'] };
      delete tables.TASKMEMO;
      delete tables.MEMOTYPE;
      delete tables.SCHEDOPTIONS;
      tables.TASKPRED.columns = tables.TASKPRED.columns.replace(' aref arls', '');
      tables.TASKPRED.rows = tables.TASKPRED.rows.map((row) => row.split(' | ').slice(0, 7).join(' | '));
    }
    let text = xerText(tables, version);
    if (isOld) text = text.replace(/^ERMHDR[^\r]*/, `ERMHDR\t${version}\t2006-3-1\tProject\tada\tAda`);
    const { project, findings } = await readXer(Buffer.from(text));
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(project!.producer).toMatchObject({ program: 'Primavera P6', version });
    expect(project!.producer.exportedOn).not.toBeNull();
    expect(project!.projects[0].plan.items).toHaveLength(8);
    expect(project!.projects[0].plan.relations).toHaveLength(5);
    expect(project!.projects[0].notes[0].text).toContain('ground');
    const { bytes, findings: losses } = writeXer(project!);
    expect(Buffer.from(bytes).toString('latin1')).toBe(text);
    expect(losses).toEqual([]);
  });
});
