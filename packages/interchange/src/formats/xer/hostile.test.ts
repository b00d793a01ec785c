import { describe, expect, it } from 'vitest';
import type { Finding } from '../../project-file.ts';
import { sampleTables, xerText } from '../../testing/xer-sample.ts';
import type { SampleTables } from '../../testing/xer-sample.ts';
import { readXer } from './read.ts';
import { writeXer } from './write/write.ts';

/** Findings of the sample after somebody spoiled it; the code page aside. */
async function findingsOf(spoil: (tables: SampleTables) => void): Promise<Finding[]> {
  const tables = sampleTables();
  spoil(tables);
  const { project, findings } = await readXer(Buffer.from(xerText(tables)));
  expect(project).not.toBeNull();
  return findings.filter(({ code }) => code !== 'code_page.detected');
}

const text = xerText(sampleTables());
const lineOf = (part: string): number => text.split('\n').findIndex((line) => line.includes(part)) + 1;

describe('bytes that are no schedule', () => {
  it.each<[string, Uint8Array, string]>([
    ['nothing', new Uint8Array(), 'file.is_empty'],
    ['a zip', Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0]), 'file.is_zip'],
    ['an old Office file', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'file.is_ole'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'file.is_pdf'],
    ['XML', Buffer.from('\ufeff<?xml version="1.0"?><Project/>'), 'file.is_xml'],
    ['JSON', Buffer.from('{"a":1}'), 'file.is_json'],
    ['a letter', Buffer.from('Dear Sir,\nplease find attached\n'), 'file.not_xer'],
    ['noise', Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251)), 'file.not_xer'],
    ['ten megabytes on one line', Buffer.alloc(10 << 20, 0x61), 'file.not_xer'],
    ['a header alone', Buffer.from('ERMHDR\t19.12\t2024-01-01\n'), 'file.truncated'],
  ])('refuses %s', async (_name, bytes, code) => {
    const { project, findings } = await readXer(bytes);
    expect(project).toBeNull();
    expect(findings.filter(({ severity }) => severity === 'error').map((finding) => finding.code)).toEqual([code]);
  });
});

describe('damaged files', () => {
  it('reads a truncated file as far as it goes', async () => {
    const cut = text.slice(0, text.indexOf('\tLay'));
    const { project, findings } = await readXer(Buffer.from(cut));
    expect(project!.projects[0].plan.items.map(({ code }) => code)).toEqual(['HOUSE', '1', 'A10', 'A20', '2', 'A30']);
    expect(findings).toContainEqual({ severity: 'error', code: 'file.truncated', line: cut.split('\n').length, table: 'TASK' });
  });

  it('reads the same from any cut into chunks', async () => {
    const bytes = Buffer.from(text);
    async function* drips(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
    }
    const done: number[] = [];
    const whole = await readXer(bytes);
    const dripped = await readXer(drips(), { onProgress: (count) => done.push(count) });
    expect(dripped).toEqual(whole);
    expect(done.at(-1)).toBe(bytes.length);
  });

  it('never throws, wherever the file ends or a byte is struck', async () => {
    const bytes = Buffer.from(text);
    for (let at = 1; at < bytes.length; at += 97) {
      const cut = await readXer(bytes.subarray(0, at));
      expect(cut.project !== null || cut.findings.length > 0).toBe(true);
      const struck = Buffer.from(bytes);
      struck[at] = [0x09, 0x0a, 0x25, 0x22, 0x00, 0xff][at % 6];
      const { project } = await readXer(struck);
      if (project) expect(writeXer(project).bytes.length).toBeGreaterThan(0);
    }
  });

  it('names the cycle of relations by its codes', async () => {
    const findings = await findingsOf((tables) => tables.TASKPRED.rows.push('9 | 1002 | 1003 | 10 | 10 | PR_FS | 0 |  | '));
    expect(findings).toMatchObject([
      { severity: 'error', code: 'relation.ring', table: 'TASKPRED', parameters: { path: ['A20', 'A30', 'A20'] } },
    ]);
  });

  it('breaks a cycle of nodes and keeps the activities', async () => {
    const tables = sampleTables();
    tables.PROJWBS.rows[1] = tables.PROJWBS.rows[1].replace(/100$/, '102');
    tables.PROJWBS.rows[2] = tables.PROJWBS.rows[2].replace(/100$/, '101');
    const { project, findings } = await readXer(Buffer.from(xerText(tables)));
    expect(findings).toContainEqual(expect.objectContaining({ code: 'wbs.ring', table: 'PROJWBS', parameters: { path: ['2', '1', '2'] } }));
    expect(project!.projects[0].plan.items).toHaveLength(8);
  });

  it('takes the first of two rows with one key, and says where both are', async () => {
    const findings = await findingsOf((tables) => tables.TASK.rows.push(tables.TASK.rows[1]));
    expect(findings).toEqual([
      {
        severity: 'error',
        code: 'row.duplicate_key',
        line: lineOf('\tA50\t') + 1,
        table: 'TASK',
        field: 'task_id',
        value: '1002',
        parameters: { firstLine: lineOf('\tA20\t') },
      },
    ]);
  });

  it.each<[string, (tables: SampleTables) => void, string, string, string]>([
    ['a calendar', (t) => (t.TASK.rows[1] = t.TASK.rows[1].replace('| 102 | 1 |', '| 102 | 44 |')), 'TASK', 'clndr_id', '44'],
    ['a node', (t) => (t.TASK.rows[1] = t.TASK.rows[1].replace('| 102 |', '| 999 |')), 'TASK', 'wbs_id', '999'],
    ['a predecessor', (t) => (t.TASKPRED.rows[0] = t.TASKPRED.rows[0].replace('1001', '4711')), 'TASKPRED', 'pred_task_id', '4711'],
    ['a resource', (t) => (t.TASKRSRC.rows[0] = t.TASKRSRC.rows[0].replace('| 50 |', '| 51 |')), 'TASKRSRC', 'rsrc_id', '51'],
    ['a code value', (t) => (t.TASKACTV.rows[0] = t.TASKACTV.rows[0].replace('72', '79')), 'TASKACTV', 'actv_code_id', '79'],
    [
      'a base calendar',
      (t) => (t.CALENDAR.rows[0] = t.CALENDAR.rows[0].replace('Five days |  |', 'Five days | 8 |')),
      'CALENDAR',
      'base_clndr_id',
      '8',
    ],
  ])('tells of a reference to %s that is not there', async (_name, spoil, table, field, value) => {
    const findings = await findingsOf(spoil);
    expect(findings).toMatchObject([{ code: 'reference.dangling', table, field, value }]);
    expect(findings[0].line).toBeGreaterThan(1);
  });

  it.each<[string, string, string, string]>([
    ['A20 | Dig | 0 | 40', 'A20 | Dig | 0 | forty', 'value.bad_number', 'target_drtn_hr_cnt'],
    ['| TK_Active | A20', '| TK_Asleep | A20', 'enumeration.unknown', 'status_code'],
    ['TT_LOE', 'TT_New', 'enumeration.unknown', 'task_type'],
    ['CS_MANDFIN', 'CS_WHIM', 'constraint.unknown', 'cstr_type'],
    ['CS_MEOB | 2024-04-01 17:00', 'CS_MEOB | ', 'constraint.without_date', 'cstr_type'],
    ['0 | 40 | 16 | 2024-03-04 08:00', '0 | 40 | 16 | 2024-02-30 08:00', 'value.bad_date', 'act_start_date'],
    ['0 | 40 | 16 | 2024-03-04 08:00', '0 | 40 | 16 | ', 'task.started_without_date', 'status_code'],
  ])('reads on after %s became %s', async (before, after, code, field) => {
    const findings = await findingsOf((tables) => (tables.TASK.rows = tables.TASK.rows.map((row) => row.replace(before, after))));
    expect(findings.map((finding) => [finding.code, finding.table, finding.field])).toContainEqual([code, 'TASK', field]);
  });

  it('uses a stated number of hours where the text of a calendar is broken', async () => {
    const tables = sampleTables();
    tables.CALENDAR.rows = ['1 | Y | Five days |  | CA_Base | 10 | 50 | 215 | 2500 | (0||Calen'];
    const { project, findings } = await readXer(Buffer.from(xerText(tables)));
    expect(findings.map(({ code }) => code)).toEqual(expect.arrayContaining(['calendar.truncated', 'calendar.unreadable']));
    expect(project!.projects[0].plan.calendars[0].week[0]).toEqual([
      { start: 480, finish: 720 },
      { start: 780, finish: 1140 },
    ]);
  });

  it.each(['PROJECT', 'CALENDAR', 'SCHEDOPTIONS', 'PROJWBS', 'RSRC', 'TASKPRED'])('reads a file without %s', async (name) => {
    const tables = sampleTables();
    delete tables[name];
    const { project } = await readXer(Buffer.from(xerText(tables)));
    expect(project!.projects[0].plan.items.filter(({ type }) => type !== 'sum')).toHaveLength(5);
    expect(project!.projects[0].plan.calendars.length).toBeGreaterThan(0);
  });

  it('joins a cell that a line break or a quoted tab cut apart', async () => {
    const broken = text.replace('\tDig\t', '\tDig\r\ndeep\t').replace('\tLay\t', '\t"Lay\tbrick"\t');
    const { project, findings } = await readXer(Buffer.from(broken));
    const names = project!.projects[0].plan.items.map(({ name }) => name);
    expect(names).toContain('Lay\tbrick');
    expect(names.some((name) => /^Dig\r?\ndeep$/.test(name))).toBe(true);
    expect(findings).toContainEqual({ severity: 'info', code: 'row.broken_line', line: lineOf('\tDig\t') + 1, table: 'TASK' });
  });

  it('sets tables aside that only bloat, tells their size and gives them back', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => `%R\t${i}\t200\t\xc3\x28\xff garbage ${i}\t`);
    const bloated = text.replace(
      '%T\tPROJECT',
      ['%T\tRISKTYPE', '%F\trisk_type_id\tseq_num\trisk_type\tparent_risk_type_id', ...rows, '%T\tPROJECT'].join('\r\n'),
    );
    const bytes = Buffer.from(bloated, 'latin1');
    const { project, findings } = await readXer(bytes);
    expect(findings).toContainEqual(
      expect.objectContaining({
        severity: 'warning',
        code: 'xer.set_aside',
        table: 'RISKTYPE',
        parameters: { rows: 5000, bytes: expect.any(Number) },
      }),
    );
    expect(project!.codePage).toBe('windows-1252');
    expect(Buffer.from(writeXer(project!).bytes).equals(bytes)).toBe(true);
    expect(writeXer(project!, { forPrimavera: true }).bytes.length).toBeLessThan(text.length + 100);
  });

  it('counts a flood of one finding instead of keeping it', async () => {
    const findings = await findingsOf((tables) => {
      for (let i = 0; i < 1000; i++) tables.TASKPRED.rows.push(`${i + 500} | 1002 | ${i + 90000} | 10 | 10 | PR_FS | 0 |  | `);
    });
    expect(findings.filter(({ code }) => code === 'reference.dangling')).toHaveLength(100);
    expect(findings).toContainEqual({ severity: 'info', code: 'finding.more', parameters: { code: 'reference.dangling', count: 900 } });
  });

  it('reads a cell of ten megabytes', async () => {
    const long = text.replace('Wet &amp; soft', 'x'.repeat(10 << 20));
    const { project } = await readXer(Buffer.from(long));
    expect(project!.projects[0].notes[0].text.length).toBeGreaterThan(10 << 20);
  });
});
