import { parseMinute } from '@gantry/domain';
import { describe, expect, it } from 'vitest';
import type { ImportedProject, ProjectFile } from '../../project-file.ts';
import { expectSame } from '../../testing/comparable.ts';
import { hasTestData, realBytes, realFiles } from '../../testing/data.ts';
import { sampleTables, xerText } from '../../testing/xer-sample.ts';
import { readXer } from '../xer/read.ts';
import { writeXer } from '../xer/write/write.ts';
import { readPmxml } from './read.ts';
import { PMXML_CANNOT_HOLD, writePmxml } from './write.ts';

/** Takes from a project what the list of losses names, so that the rest can be compared. */
function withoutLosses(project: ImportedProject): ImportedProject {
  const copy = structuredClone(project);
  copy.stored.relations = copy.stored.relations.map(() => ({
    impliedEarlyStart: null,
    impliedLateFinish: null,
    floatPath: null,
    driving: null,
  }));
  if (copy.plan.items[0]?.type === 'sum') {
    copy.plan.items[0].code = copy.code;
    copy.details[0].guid = null;
  }
  return copy;
}

async function through(file: ProjectFile): Promise<ProjectFile> {
  const { project, findings } = await readPmxml(writePmxml(file).bytes);
  expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  const back = await readXer(writeXer(project!).bytes);
  return back.project!;
}

describe('XER → Primavera XML → XER', () => {
  it('is the same in all that both can hold', async () => {
    const { project } = await readXer(Buffer.from(xerText(sampleTables())));
    const again = await through(project!);
    project!.projects.forEach((before, i) => expectSame(withoutLosses(before), withoutLosses(again.projects[i])));
    expect(PMXML_CANNOT_HOLD).toContain('TASKPRED.aref');
    expect(writePmxml(project!).findings).toEqual([{ severity: 'info', code: 'export.stored_relations_lost', parameters: { count: 1 } }]);
  });

  it.skipIf(!hasTestData).each(hasTestData ? realFiles('.xer') : ['needs GANTRY_TEST_DATA'])('is the same for %s', async (name) => {
    const { project } = await readXer(realBytes(name));
    const again = await through(project!);
    project!.projects.forEach((before, i) => expectSame(withoutLosses(before), withoutLosses(again.projects[i])));
    expect(again.crossRelations).toHaveLength(project!.crossRelations.length);
  });
});

describe.skipIf(!hasTestData)('real Primavera XML (needs GANTRY_TEST_DATA)', () => {
  it.each(hasTestData ? realFiles('.xml').filter((name) => name.startsWith('pmxml')) : [])(
    '%s comes back from its own form',
    async (name) => {
      const { project } = await readPmxml(realBytes(name));
      const { project: again } = await readPmxml(writePmxml({ ...project!, source: null }).bytes);
      expect(project!.projects.length).toBeGreaterThan(0);
      project!.projects.forEach((before, i) =>
        expectSame(withoutLosses(before), withoutLosses(again!.projects[i]), [
          'items',
          'calendars',
          'options',
          'assignments',
          'attributes',
          'stored',
          'steps',
          'expenses',
          'notes',
        ]),
      );
    },
  );

  it('tells a project from a stub of one', async () => {
    const { project } = await readPmxml(realBytes('pmxml/p6-20.12-external-3.xml'));
    expect(project!.projects.map(({ code }) => code)).toEqual(['TestProject2']);
    expect(project!.crossRelations).toMatchObject([
      { type: 'fs', predecessor: { projectSourceId: '5442', itemId: null }, successor: { projectSourceId: '5494' } },
    ]);
  });
});

const MINIMAL = `<?xml version="1.0"?>
<p:APIBusinessObjects xmlns:p="http://example.org/V99/API">
  <p:Calendar><p:Name>One shift</p:Name><p:ObjectId>4</p:ObjectId><p:HoursPerDay>8</p:HoursPerDay>
    <p:StandardWorkWeek><p:StandardWorkHours><p:DayOfWeek>Monday</p:DayOfWeek>
      <p:WorkTime><p:Start>08:00:00</p:Start><p:Finish>11:59:00</p:Finish></p:WorkTime>
      <p:WorkTime><p:Start>12:30:00</p:Start><p:Finish>16:30:00</p:Finish></p:WorkTime>
      <p:WorkTime><p:Start>22:00:00</p:Start><p:Finish>23:59:00</p:Finish></p:WorkTime>
    </p:StandardWorkHours></p:StandardWorkWeek></p:Calendar>
  <p:Project><p:Id>P</p:Id><p:Name>Plan</p:Name><p:ObjectId>1</p:ObjectId><p:DataDate>2024-03-04T08:00:00</p:DataDate>
    <p:Activity><p:Id>A</p:Id><p:Name>Dig</p:Name><p:ObjectId>7</p:ObjectId><p:Type>Task Dependent</p:Type><p:Status>Not Started</p:Status>
      <p:CalendarObjectId>4</p:CalendarObjectId><p:PlannedDuration>8,5</p:PlannedDuration>
      <p:RemainingEarlyStartDate>2024-03-04T08:00:00</p:RemainingEarlyStartDate>
      <p:PrimaryConstraintType>Start On or After</p:PrimaryConstraintType><p:PrimaryConstraintDate>2024-03-05T08:00:00</p:PrimaryConstraintDate>
      <p:SecondaryConstraintType>Finish On or Before</p:SecondaryConstraintType><p:SecondaryConstraintDate>2024-03-09T17:00:00</p:SecondaryConstraintDate>
    </p:Activity></p:Project>
  <p:BaselineProject><p:Id>P - B1</p:Id><p:Name>Plan</p:Name><p:ObjectId>2</p:ObjectId><p:OriginalProjectObjectId>1</p:OriginalProjectObjectId><p:DataDate>2024-03-01T08:00:00</p:DataDate></p:BaselineProject>
</p:APIBusinessObjects>`;

describe('the currency of a file', () => {
  const own = '<p:Currency><p:Id>USD</p:Id><p:Name>US Dollar</p:Name><p:ObjectId>1</p:ObjectId></p:Currency>';
  const shown = `<p:DisplayCurrency>${own}</p:DisplayCurrency>`;
  const reread = async (currencies: string, currency: string | null) => {
    const { project } = await readPmxml(Buffer.from(MINIMAL.replace('<p:Calendar>', `${currencies}<p:Calendar>`)));
    const { bytes } = writePmxml({ ...project!, currency });
    return { before: project!.currency, text: Buffer.from(bytes).toString(), after: (await readPmxml(bytes)).project!.currency };
  };

  it.each([
    ['named as what money is shown in', shown],
    ['in the list of currencies', own],
  ])('%s is replaced by another, and stays to the letter where it is the same', async (_name, currencies) => {
    expect(await reread(currencies, 'EUR')).toMatchObject({ before: 'USD', after: 'EUR' });
    const { text, after } = await reread(currencies, 'USD');
    expect(after).toBe('USD');
    expect(text).toContain('<p:Name>US Dollar</p:Name>');
  });

  it('is written where it was named, not beside it', async () => {
    expect((await reread(shown, 'EUR')).text).toMatch(/<p:DisplayCurrency>\s*<p:Currency>\s*<p:Id>EUR<\/p:Id>/);
    expect((await reread(own, 'EUR')).text).not.toContain('DisplayCurrency');
  });
});

describe('reading Primavera XML', () => {
  it('does not care for the namespace, mends finishes a minute early and decimal commas', async () => {
    const { project, findings } = await readPmxml(Buffer.from(MINIMAL));
    expect(findings).toEqual([]);
    const [live, baseline] = project!.projects;
    expect(baseline).toMatchObject({ code: 'P - B1', baselineOf: '1' });
    expect(live.baselineOf).toBeNull();
    expect(live.plan.calendars[0].week[0]).toEqual([
      { start: 480, finish: 720 },
      { start: 750, finish: 990 },
      { start: 1320, finish: 1440 },
    ]);
    expect(live.plan.items[1]).toMatchObject({
      code: 'A',
      durationMinutes: 510,
      startLimitType: 'not_earlier',
      finishLimitType: 'not_later',
      start: parseMinute('2024-03-04 08:00'),
    });
  });

  it('refuses a document type, whatever it defines', async () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "${'c'.repeat(100)}">]><APIBusinessObjects><Project>&b;</Project></APIBusinessObjects>`;
    const { project, findings } = await readPmxml(Buffer.from(bomb));
    expect(project).toBeNull();
    expect(findings).toMatchObject([{ severity: 'error', code: 'xml.doctype', line: 1 }]);
  });

  it.each<[string, string, string]>([
    ['a hostile depth', `<APIBusinessObjects>${'<a>'.repeat(100_000)}`, 'xml.too_deep'],
    ['a broken tag', MINIMAL.replace('</p:Name><p:ObjectId>7', '<p:ObjectId>7'), 'xml.malformed'],
    ['a cut', MINIMAL.slice(0, MINIMAL.indexOf('Dig')), 'xml.breaks_off'],
    ['an unknown entity', MINIMAL.replace('Dig', '&lol;'), 'xml.malformed'],
  ])('keeps what stands before %s', async (_name, text, code) => {
    const { project, findings } = await readPmxml(Buffer.from(text));
    expect(project).not.toBeNull();
    expect(findings.map((finding) => finding.code)).toContain(code);
  });

  it('says where a file is cut and in which element, in no words of the parser', async () => {
    const { findings } = await readPmxml(Buffer.from(MINIMAL.slice(0, MINIMAL.indexOf('Dig'))));
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([
      { severity: 'error', code: 'xml.breaks_off', value: 'p:Name', line: expect.any(Number), column: expect.any(Number) },
    ]);
    const unknown = await readPmxml(Buffer.from(MINIMAL.replace('Dig', '&lol;')));
    expect(unknown.findings.find(({ code }) => code === 'xml.malformed')).not.toHaveProperty('value');
  });

  it('comes to an end where values of codes lack their keys or hold themselves', async () => {
    const value = (fields: string) =>
      `<ActivityCode><CodeTypeObjectId>1</CodeTypeObjectId>${fields}<CodeValue>V</CodeValue></ActivityCode>`;
    const codes = [
      value(''),
      value('<ObjectId/>'),
      value('<ObjectId>5</ObjectId>'),
      value('<ObjectId>5</ObjectId><ParentObjectId>5</ParentObjectId>'),
      value('<ObjectId>6</ObjectId><ParentObjectId>7</ParentObjectId>'),
      value('<ObjectId>7</ObjectId><ParentObjectId>6</ParentObjectId>'),
    ].join('');
    const type = '<ActivityCodeType><Name>Phase</Name><ObjectId>1</ObjectId></ActivityCodeType>';
    const { project } = await readPmxml(Buffer.from(MINIMAL.replace('<p:Project>', `${type}${codes}<p:Project>`)));
    expect(project?.projects[0].attributes[0].values).toHaveLength(4);
  });

  it('refuses other XML and other files', async () => {
    expect((await readPmxml(Buffer.from('<Project/>'))).findings).toMatchObject([{ code: 'file.not_pmxml', value: 'Project' }]);
    expect((await readPmxml(Buffer.from('PK\x03\x04'))).findings).toMatchObject([{ code: 'file.is_zip' }]);
    expect((await readPmxml(Buffer.from('ERMHDR'))).findings).toMatchObject([{ code: 'file.not_xml' }]);
  });
});
