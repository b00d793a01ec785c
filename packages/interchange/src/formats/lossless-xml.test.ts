import { describe, expect, it } from 'vitest';
import { NOTHING_STORED, PLAIN_DETAILS, blankItem } from '../blank.ts';
import type { ProjectFile } from '../project-file.ts';
import type { RawElements } from '../raw.ts';
import { expectSame } from '../testing/comparable.ts';
import { hasTestData, realBytes, realFiles } from '../testing/data.ts';
import { differingLines, linesOf } from '../testing/elements.ts';
import { readMspdi } from './mspdi/read.ts';
import { writeMspdi } from './mspdi/write.ts';
import { readPmxml } from './pmxml/read.ts';
import { writePmxml } from './pmxml/write.ts';

const FORMATS = { pmxml: { read: readPmxml, write: writePmxml }, mspdi: { read: readMspdi, write: writeMspdi } };
type XmlFormat = keyof typeof FORMATS;

async function readFile(format: XmlFormat, bytes: Uint8Array): Promise<ProjectFile> {
  return (await FORMATS[format].read(bytes)).project!;
}

function lines(file: ProjectFile): string[] {
  return linesOf(file.source as RawElements);
}

/** What a change does to the elements of a file. */
async function changed(format: XmlFormat, text: string, change: (file: ProjectFile) => void) {
  const file = await readFile(format, Buffer.from(text));
  const before = lines(file);
  change(file);
  const written = FORMATS[format].write(file);
  const again = await readFile(format, written.bytes);
  return { ...differingLines(before, lines(again)), file, again, after: lines(again) };
}

const PMXML = `<?xml version="1.0" encoding="UTF-8"?>
<p:APIBusinessObjects xmlns:p="http://xmlns.oracle.com/Primavera/P6/V21.12/API/BusinessObjects" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xsi:schemaLocation="http://x y.xsd" note="a &amp; b&#10;c">
  <p:Calendar><p:HoursPerDay>8</p:HoursPerDay><p:Name>Days</p:Name><p:ObjectId>640</p:ObjectId><p:StandardWorkWeek><p:StandardWorkHours><p:DayOfWeek>Monday</p:DayOfWeek>
    <p:WorkTime><p:Start>08:00:00</p:Start><p:Finish>15:59:00</p:Finish></p:WorkTime></p:StandardWorkHours></p:StandardWorkWeek></p:Calendar>
  <p:RiskThing kind="7"><p:Deep><p:Deeper xsi:nil="true"/></p:Deep></p:RiskThing>
  <p:Project><p:DataDate>2024-03-04T08:00:00</p:DataDate><p:Id>P</p:Id><p:Name>Plan</p:Name><p:ObjectId>9001</p:ObjectId><p:WBSObjectId>70</p:WBSObjectId>
    <p:Unheard>kept</p:Unheard>
    <p:WBS><p:Code>W</p:Code><p:Name>Works</p:Name><p:ObjectId>71</p:ObjectId><p:ParentObjectId>70</p:ParentObjectId><p:SequenceNumber>500</p:SequenceNumber></p:WBS>
    <p:WBS><p:Code>X</p:Code><p:Name>More</p:Name><p:ObjectId>72</p:ObjectId><p:ParentObjectId>70</p:ParentObjectId><p:SequenceNumber>900</p:SequenceNumber></p:WBS>
    <p:Activity><p:CalendarObjectId>640</p:CalendarObjectId><p:Feedback><![CDATA[<b>said</b>]]></p:Feedback><p:Id>A1</p:Id><p:Name>Dig</p:Name><p:ObjectId>801</p:ObjectId>
      <p:PlannedDuration>16</p:PlannedDuration><p:Status>Not Started</p:Status><p:Type>Task Dependent</p:Type><p:WBSObjectId>71</p:WBSObjectId></p:Activity>
    <p:Activity><p:CalendarObjectId>640</p:CalendarObjectId><p:ExpectedFinishDate>2024-05-01T16:00:00</p:ExpectedFinishDate><p:Id>A2</p:Id><p:Name>Pour</p:Name><p:ObjectId>802</p:ObjectId>
      <p:PlannedDuration>8</p:PlannedDuration><p:Status>Not Started</p:Status><p:Type>Task Dependent</p:Type><p:WBSObjectId>71</p:WBSObjectId></p:Activity>
    <p:Relationship><p:Comments>why</p:Comments><p:Lag>0</p:Lag><p:ObjectId>5000</p:ObjectId><p:PredecessorActivityObjectId>801</p:PredecessorActivityObjectId>
      <p:SuccessorActivityObjectId>802</p:SuccessorActivityObjectId><p:Type>Finish to Start</p:Type></p:Relationship>
  </p:Project>
</p:APIBusinessObjects>`;

const task = (uid: number, name: string, more = '', level = 1): string =>
  `<Task><UID>${uid}</UID><ID>${uid}</ID><Name>${name}</Name><OutlineLevel>${level}</OutlineLevel><Duration>PT8H0M0S</Duration><HyperlinkAddress>http://${uid}</HyperlinkAddress>${more}</Task>`;
const MSPDI = `<Project xmlns="http://schemas.microsoft.com/project"><Name>Plan</Name><StartDate>2024-03-04T08:00:00</StartDate><CalendarUID>3</CalendarUID>
  <OutlineCodes><OutlineCode><FieldID>188744096</FieldID><FieldName>Outline Code1</FieldName><Alias>Zone</Alias><Values>
    <Value><ValueID>41</ValueID><Value>N</Value><Description>North</Description></Value><Value><ValueID>42</ValueID><Value>S</Value><Description>South</Description></Value></Values></OutlineCode></OutlineCodes>
  <ExtendedAttributes><ExtendedAttribute><FieldID>188743786</FieldID><FieldName>Cost1</FieldName><Alias>Fee</Alias></ExtendedAttribute></ExtendedAttributes>
  <Calendars><Calendar><UID>3</UID><Name>Std</Name><BaseCalendarUID>-1</BaseCalendarUID><WeekDays><WeekDay><DayType>2</DayType><DayWorking>1</DayWorking></WeekDay></WeekDays>
    <Exceptions><Exception><TimePeriod><FromDate>2024-05-01T00:00:00</FromDate><ToDate>2024-05-03T23:59:00</ToDate></TimePeriod><Name>May</Name><DayWorking>0</DayWorking></Exception></Exceptions></Calendar></Calendars>
  <Tasks>${task(10, 'Dig', '<ExtendedAttribute><FieldID>188743786</FieldID><Value>12500</Value></ExtendedAttribute><OutlineCode><FieldID>188744096</FieldID><ValueID>41</ValueID></OutlineCode>')}
    ${task(11, 'Pour', '<PredecessorLink><PredecessorUID>10</PredecessorUID><Type>1</Type><LinkLag>0</LinkLag><LagFormat>7</LagFormat></PredecessorLink>')}${task(12, 'Roof')}</Tasks>
  <Resources><Resource><UID>5</UID><Name>Crew</Name><Type>1</Type></Resource></Resources>
  <Assignments><Assignment><UID>77</UID><TaskUID>10</TaskUID><ResourceUID>5</ResourceUID><Work>PT8H0M0S</Work><TimephasedData><Type>1</Type><Value>PT8H0M0S</Value></TimephasedData></Assignment></Assignments>
</Project>`;

function addTask(file: ProjectFile, at: number, parentId: number | null, name: string, code = name): void {
  const [project] = file.projects;
  project.plan.items.splice(at, 0, { ...blankItem(5000 + at, parentId, 'task'), name, code, durationMinutes: 480, remainingMinutes: 480 });
  project.details.splice(at, 0, { ...PLAIN_DETAILS });
  project.stored.items.splice(at, 0, { ...NOTHING_STORED });
}

describe('XML that came from a file', () => {
  it.each<[XmlFormat, string]>([
    ['pmxml', PMXML],
    ['mspdi', MSPDI],
  ])('%s goes back element for element, unknown ones with prefixes, attributes and nil', async (format, text) => {
    const { gone, come, after } = await changed(format, text, () => {});
    expect({ gone, come }).toEqual({ gone: [], come: [] });
    expect(after).toEqual(lines(await readFile(format, Buffer.from(text))));
  });

  it('touches the one field that changed', async () => {
    const { gone, come } = await changed('pmxml', PMXML, (file) => (file.projects[0].plan.items[2].name = 'Dig & fill'));
    expect({ gone, come }).toEqual({ gone: ['p:Name Dig'], come: ['p:Name Dig & fill'] });
  });

  it('says nil where a value is gone', async () => {
    const { gone, come } = await changed('pmxml', PMXML, (file) => (file.projects[0].plan.items[3].expectedFinish = null));
    expect({ gone, come }).toEqual({ gone: ['p:ExpectedFinishDate 2024-05-01T16:00:00'], come: ['p:ExpectedFinishDate \u0000nil'] });
  });

  it('takes an activity out with its relations', async () => {
    const { gone, come, again } = await changed('pmxml', PMXML, (file) => {
      const [{ plan, details, stored }] = file.projects;
      plan.items.splice(3, 1);
      details.splice(3, 1);
      stored.items.splice(3, 1);
      plan.relations.length = 0;
      stored.relations.length = 0;
    });
    expect(come).toEqual([]);
    expect(gone).toContain('p:Comments why');
    expect(again.projects[0].plan.items.map(({ name }) => name)).toEqual(['Plan', 'Works', 'Dig', 'More']);
  });

  it('adds what is new under fresh keys, beside what it belongs to', async () => {
    const { gone, come, file, again, after } = await changed('pmxml', PMXML, (model) => {
      addTask(model, 4, 2, 'Cure', 'A3');
      model.projects[0].plan.relations.push({ id: 99, predecessorId: 4, successorId: 5004, type: 'ss', lagMinutes: 60, lagCalendar: null });
      model.projects[0].stored.relations.push({ impliedEarlyStart: null, impliedLateFinish: null, floatPath: null, driving: null });
    });
    expect(gone).toEqual([]);
    expect(come.filter((line) => line.includes('ActivityObjectId') || line.includes('WBSObjectId'))).toEqual([
      'p:WBSObjectId 71',
      'p:PredecessorActivityObjectId 802',
      'p:SuccessorActivityObjectId 9003',
    ]);
    expectSame(file.projects[0], again.projects[0], ['items', 'relations']);
    const order = after.map((line) => line.trim()).filter((line) => line === 'p:Activity' || line === 'p:Relationship');
    expect(order).toEqual(['p:Activity', 'p:Activity', 'p:Activity', 'p:Relationship', 'p:Relationship']);
  });

  it('numbers all nodes anew when one comes between', async () => {
    const { again } = await changed('pmxml', PMXML, (file) => {
      const [{ plan, details, stored }] = file.projects;
      plan.items.splice(1, 0, { ...blankItem(700, 1, 'sum'), name: 'First', code: 'F' });
      details.splice(1, 0, { ...PLAIN_DETAILS });
      stored.items.splice(1, 0, { ...NOTHING_STORED });
    });
    expect(again.projects[0].plan.items.map(({ name }) => name)).toEqual(['Plan', 'First', 'Works', 'Dig', 'Pour', 'More']);
  });

  it('writes a calendar anew as a whole', async () => {
    const { again, come } = await changed('mspdi', MSPDI, (file) => {
      file.projects[0].plan.calendars[0].exceptions.splice(1, 1);
    });
    expect(again.projects[0].plan.calendars[0].exceptions).toHaveLength(2);
    expect(come).toContain('FromDate 2024-05-03T00:00:00');
  });

  it('keeps the order of tasks, moved ones and new ones', async () => {
    const { again, after, file } = await changed('mspdi', MSPDI, (model) => {
      const [{ plan, details, stored }] = model.projects;
      for (const list of [plan.items, details, stored.items]) list.splice(0, 0, ...(list.splice(2, 1) as never[]));
      addTask(model, 1, null, 'Sign');
    });
    expect(again.projects[0].plan.items.map(({ name }) => name)).toEqual(['Roof', 'Sign', 'Dig', 'Pour']);
    expect(after.filter((line) => line.includes('HyperlinkAddress')).map((line) => line.trim().slice(-2))).toEqual(['12', '10', '11']);
    expectSame(file.projects[0], again.projects[0], ['relations']);
  });

  it('keeps the fields of the source when their values change, and drops the days of changed work', async () => {
    const { gone, come } = await changed('mspdi', MSPDI, (file) => {
      const [{ values, attributes, plan }] = file.projects;
      const zone = attributes.find(({ name }) => name === 'Zone')!;
      values.find(({ attributeId }) => attributeId === zone.id)!.value = zone.values[1].id;
      values.find(({ attributeId }) => attributeId !== zone.id)!.value = 99.5;
      plan.assignments[0].plannedUnits = 12;
    });
    expect(come).toEqual(['Value 9950', 'ValueID 42', 'Work PT12H0M0S']);
    expect(gone).toEqual(['Value 12500', 'ValueID 41', 'Work PT8H0M0S', 'TimephasedData', 'Type 1', 'Value PT8H0M0S']);
  });

  it.skipIf(!hasTestData).each(hasTestData ? realFiles('.xml') : ['needs GANTRY_TEST_DATA'])(
    '%s goes back element for element',
    async (name) => {
      const format = name.startsWith('pmxml') ? 'pmxml' : 'mspdi';
      const file = await readFile(format, realBytes(name));
      expect(lines(await readFile(format, FORMATS[format].write(file).bytes))).toEqual(lines(file));
    },
  );
});
