import { parseMinute } from '@gantry/domain';
import { describe, expect, it } from 'vitest';
import { collectFindings } from '../findings.ts';
import type { ProjectFile } from '../project-file.ts';
import { sampleTables, xerText } from '../testing/xer-sample.ts';
import { readZip } from '../zip/read-zip.ts';
import { readCsv } from './csv/read.ts';
import { formatCsv, writeCsv } from './csv/write.ts';
import { readXer } from './xer/read.ts';
import { readXlsx } from './xlsx/read.ts';
import { writeXlsx } from './xlsx/write.ts';

const TABLES = {
  csv: { read: readCsv, write: async (file: ProjectFile) => writeCsv(file).bytes },
  xlsx: { read: readXlsx, write: async (file: ProjectFile) => (await writeXlsx(file)).bytes },
};
const FORMATS = ['csv', 'xlsx'] as const;
const HOSTILE = ['=1+1', '+1', '-2+3', '@SUM(A1)', '＝1', "'=1", "''=1", '\t=1', '=cmd|"/c calc"!A0', 'plain', "don't", '-'];

async function sample(): Promise<ProjectFile> {
  const { project } = await readXer(Buffer.from(xerText(sampleTables())));
  return { ...project!, source: null };
}

async function readText(text: string, options = {}) {
  const { project, findings } = await readCsv(Buffer.from(text), options);
  return { plan: project?.projects[0].plan, project: project?.projects[0], findings };
}

describe.each(FORMATS)('a schedule as a table: %s', (format) => {
  it('comes back with all that its columns hold', async () => {
    const file = await sample();
    const { project, findings } = await TABLES[format].read(await TABLES[format].write(file));
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    const [before, after] = [file.projects[0], project!.projects[0]];
    const fields = ({ plan }: typeof before) =>
      plan.items.map(({ name, type, schedulingKind, status, durationMinutes, remainingMinutes, actualStart, actualFinish, start, finish, startLimitType, startLimitDate, finishLimitType, finishLimitDate, parentId }) => ({ name, type, schedulingKind, parent: plan.items.find(({ id }) => id === parentId)?.name ?? null, startLimitType, startLimitDate, finishLimitType, finishLimitDate, start, finish, actualStart, actualFinish, ...(type === 'sum' ? {} : { status, durationMinutes, remainingMinutes }) })); // prettier-ignore
    expect(fields(after)).toEqual(fields(before));
    const links = ({ plan }: typeof before) => plan.relations.map(({ type, lagMinutes }) => [type, lagMinutes]).sort();
    expect(links(after)).toEqual(links(before));
    expect(after.plan.assignments.map(({ plannedUnits }) => plannedUnits)).toEqual([200]);
    const values = new Map(after.attributes.map(({ id, name }) => [id, name]));
    expect(after.values.map(({ attributeId, value }) => [values.get(attributeId), value])).toEqual([
      ['Phase', 'Earth'],
      ['Phase', 'Shell'],
      ['Crew', 'North'],
      ['Area', 12.5],
      ['Due', parseMinute('2024-05-01 17:00')],
    ]);
  });

  it('carries texts that look like formulas letter for letter', async () => {
    const file = await sample();
    const { items } = file.projects[0].plan;
    for (const text of HOSTILE) {
      items[3].name = text;
      const { project } = await TABLES[format].read(await TABLES[format].write(file));
      expect(project!.projects[0].plan.items[3].name).toBe(text.trim());
    }
  });
});

describe('tables that spreadsheets open', () => {
  it('have no formula in a workbook', async () => {
    const file = await sample();
    HOSTILE.forEach((text, i) => (file.projects[0].plan.items[i % 7].name = text));
    const entries = await readZip((await writeXlsx(file)).bytes, collectFindings());
    const sheets = entries!.filter(({ name }) => name.startsWith('xl/worksheets/')).map(({ bytes }) => bytes.toString('utf8'));
    expect(sheets).toHaveLength(1);
    expect(sheets[0]).toContain('inlineStr');
    expect(sheets[0]).not.toMatch(/<f[ >]/);
  });

  it('keep headers and names in sight, fold as the tree does, and say in words what the product has short names for', async () => {
    const file = await sample();
    const entries = await readZip((await writeXlsx(file)).bytes, collectFindings());
    const text = (part: string) => entries!.find(({ name }) => name.includes(part))!.bytes.toString('utf8');
    const sheet = text('xl/worksheets/');
    expect(sheet).toMatch(/<pane [^>]*xSplit="3"[^>]*ySplit="1"[^>]*state="frozen"/);
    expect(sheet).toMatch(/<outlinePr [^>]*summaryBelow="0"/);
    expect(sheet).toMatch(/<row [^>]*outlineLevel="1"/);
    expect(sheet).toMatch(/<c r="A1" [^>]*s="[1-9]/);
    expect(text('xl/styles.xml')).toContain('<b/>');
    expect(sheet).toContain('>Summary<');
    expect(sheet).toContain('>Not started<');
    expect(sheet).not.toMatch(/>(sum|not_started|milestone_finish)</);
  });

  it('quote in CSV whatever separates cells in one spreadsheet or another', () => {
    for (const separator of [',', ';'] as const)
      expect(
        formatCsv(
          {
            headers: ['a', 'b'],
            rows: [
              ['x;=1', 'y,=1'],
              ['t\t=1', 'plain'],
            ],
          },
          separator,
        ),
      ).toBe(`a${separator}b\r\n"x;=1"${separator}"y,=1"\r\n"t\t=1"${separator}plain\r\n`);
  });

  it('disarm every text in CSV and leave numbers alone', async () => {
    const file = await sample();
    file.projects[0].plan.items[2].name = '=HYPERLINK("http://x")';
    const text = Buffer.from(writeCsv(file).bytes).toString('utf8');
    expect(text).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(text).not.toMatch(/(^|,)"?[=@]/m);
    expect(text.startsWith('\ufeff')).toBe(true);
  });

  it('name a sheet for each project, without what Excel forbids', async () => {
    const file = await sample();
    const [project] = file.projects;
    const twice = {
      ...file,
      projects: [
        { ...project, code: 'A/B:C*[x]' },
        { ...project, code: 'a/b:c*[X]' },
      ],
    };
    const { project: again } = await readXlsx((await writeXlsx(twice)).bytes);
    expect(again!.projects.map(({ name }) => name)).toEqual(['A B C  x', 'a b c  X 2']);
  });
});

describe('tables that people made', () => {
  it.each([
    ['semicolons and Russian', 'Шифр;Наименование;Длительность;Предшественники\n1;Котлован;5 дн;\n1.1;Бетон;2,5д;1ОН+1д\n'],
    ['tabs and French', 'Code\tNom\tDurée\tPrédécesseurs\n1\tFouille\t5j\t\n1.1\tBéton\t2,5j\t1FD+1j\n'],
    [
      'English with quotes',
      '"Activity ID","Activity Name","Original Duration","Predecessors"\r\n1,"Dig",5d,\r\n1.1,"Pour",2.5d,"1FS+1d"\r\n',
    ],
  ])('%s', async (_name, text) => {
    const { plan, findings } = await readText(text);
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(plan!.items.map(({ code, durationMinutes, parentId }) => [code, durationMinutes, parentId])).toEqual([
      ['1', 2400, null],
      ['1.1', 1200, 1],
    ]);
    expect(plan!.relations).toMatchObject([{ type: 'fs', lagMinutes: 480 }]);
  });

  it('in Cyrillic of another page', async () => {
    const bytes = Buffer.from('Code;Name\n1;\xca\xee\xf2\xeb\xee\xe2\xe0\xed \xe8 \xe1\xe5\xf2\xee\xed\n', 'latin1');
    const { project } = await readCsv(bytes);
    expect(project!.codePage).toBe('windows-1251');
    expect(project!.projects[0].plan.items[0].name).toBe('Котлован и бетон');
    expect((await readCsv(bytes, { codePage: 'ibm866' })).project!.codePage).toBe('ibm866');
  });

  it('start below titles, where the rows to skip say so', async () => {
    const text = 'Code,Name\nnot,this\n\nCode,Name\n1,Dig\n';
    expect((await readText(text)).plan!.items).toHaveLength(3);
    expect((await readText(text, { rowsToSkip: 1 })).plan!.items.map(({ name }) => name)).toEqual(['Dig']);
  });

  it('tell row and column of what is wrong', async () => {
    const { findings, plan } = await readText(
      'Code,Name,Duration,Start,Predecessors\n1,"two\nlines",5d,2024-03-04,\n2,Dig,soon,2024-02-30,7\n3,Pour,1d,31.12.2024 08:00,2SS-1d\n',
    );
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([
      { severity: 'warning', code: 'value.bad_duration', line: 4, column: 3, field: 'duration', value: 'soon' },
      { severity: 'warning', code: 'value.bad_date', line: 4, column: 4, field: 'start', value: '2024-02-30' },
      { severity: 'warning', code: 'reference.dangling', line: 4, column: 5, field: 'predecessors', value: '7' },
    ]);
    expect(plan!.items[2].start).toBe(parseMinute('2024-12-31 08:00'));
    expect(plan!.relations).toMatchObject([{ type: 'ss', lagMinutes: -480 }]);
  });

  it.each([
    ['nothing', '', 'file.is_empty'],
    ['no headers', 'a,b\n1,2\n', 'table.no_headers'],
    ['zeros', 'Code,Name\n1,a\0b\n', 'file.not_text'],
  ])('refuse %s', async (_name, text, code) => {
    const { project, findings } = await readText(text);
    expect(project).toBeUndefined();
    expect(findings.map((finding) => finding.code)).toContain(code);
  });

  it('keep the rows before a quote that never ends', async () => {
    const { plan, findings } = await readText('Code,Name\n1,Dig\n2,"Pour\n3,x\n');
    expect(plan!.items.map(({ code }) => code)).toEqual(['1']);
    expect(findings).toContainEqual({ severity: 'error', code: 'csv.malformed', line: 3 });
  });
});
