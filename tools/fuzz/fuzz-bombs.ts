import { deflateRawSync, constants } from 'node:zlib';
import type { FileFormat } from '@gantry/interchange';

/** An input made to exhaust its reader. */
export type Bomb = { name: string; format: FileFormat | 'zip'; build: () => Buffer };

const xml = (root: string, inside: string): string => `<?xml version="1.0"?><${root}>${inside}</${root}>`;
const xer = (table: string, columns: string, ...rows: string[]): Buffer =>
  Buffer.from(
    `ERMHDR\t19.12\n%T\tPROJECT\n%F\tproj_id\n%R\t1\n%T\t${table}\n%F\t${columns.replaceAll(' ', '\t')}\n%R\t${rows.join('\n%R\t')}\n%E\n`,
  );
const TASKS = 'task_id\tproj_id\ttask_name';

/** Inputs that are small and claim to be large, are deep, or stand in one line. */
export const BOMBS: readonly Bomb[] = [
  { name: 'a zip of a gigabyte of zeros', format: 'zip', build: () => zipOf('a.xer', zeros(1024), 1024 << 20) },
  { name: 'a workbook of a gigabyte of zeros', format: 'xlsx', build: () => zipOf('[Content_Types].xml', zeros(1024), 1024 << 20) },
  { name: 'an own file of a gigabyte of zeros', format: 'gantry', build: () => zipOf('gantry.json', zeros(1024), 1024 << 20) },
  { name: 'a zip that hides its size', format: 'zip', build: () => zipOf('a.xer', zeros(64), 10) },
  { name: 'a zip that claims a gigabyte', format: 'zip', build: () => zipOf('a.xer', zeros(1), 1 << 30) },
  { name: 'a zip that claims four gigabytes less one', format: 'xlsx', build: () => zipOf('[Content_Types].xml', zeros(1), 0xffffffff) },
  { name: 'a zip in a zip in a zip', format: 'zip', build: () => zipOf('a.zip', deflateRawSync(zipOf('b.zip', deflateRawSync(zipOf('c.xer', zeros(64), 64 << 20)), 70_000)), 70_000) },
  { name: 'a zip of many names', format: 'zip', build: () => manyNames(60_000) },
  { name: 'entities of entities', format: 'pmxml', build: () => Buffer.from(`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY l0 "lol">${Array.from({ length: 20 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')}]><APIBusinessObjects><Project>&l20;</Project></APIBusinessObjects>`) },
  { name: 'an entity from outside', format: 'mspdi', build: () => Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><Project><Name>&x;</Name></Project>') },
  { name: 'elements a hundred thousand deep', format: 'pmxml', build: () => Buffer.from(xml('APIBusinessObjects', '<a>'.repeat(100_000))) },
  { name: 'a million elements in one', format: 'mspdi', build: () => Buffer.from(xml('Project', `<Tasks>${'<Task/>'.repeat(1_000_000)}</Tasks>`)) },
  { name: 'a million attributes', format: 'mspdi', build: () => Buffer.from(`<Project ${Array.from({ length: 300_000 }, (_, i) => `a${i}=""`).join(' ')}/>`) },
  { name: 'an XML text of 10 MB', format: 'mspdi', build: () => Buffer.from(xml('Project', `<Name>${'x'.repeat(10 << 20)}</Name>`)) },
  { name: 'an XML name of 10 MB', format: 'pmxml', build: () => Buffer.from(`<APIBusinessObjects><${'x'.repeat(10 << 20)}`) },
  { name: 'an XML comment of 10 MB', format: 'mspdi', build: () => Buffer.from(`<Project><!--${'-x'.repeat(5 << 20)}--></Project>`) },
  { name: 'lists a million deep', format: 'json', build: () => Buffer.from(`{"format":"gantry","version":1,"projects":${'['.repeat(1_000_000)}`) },
  { name: 'objects a million deep', format: 'json', build: () => Buffer.from(`${'{"a":'.repeat(1_000_000)}1${'}'.repeat(1_000_000)}`) },
  { name: 'a number of a million digits', format: 'json', build: () => Buffer.from(`{"format":"gantry","version":${'9'.repeat(1_000_000)}}`) },
  { name: 'an XER line of 10 MB', format: 'xer', build: () => xer('TASK', TASKS, `1\t1\t${'x'.repeat(10 << 20)}`) },
  { name: 'an XER line of 100 MB', format: 'xer', build: () => xer('TASK', TASKS, `1\t1\t${'é'.repeat(50 << 20)}`) },
  { name: 'an XER row of a million cells', format: 'xer', build: () => xer('TASK', TASKS, `1\t1${'\t'.repeat(1_000_000)}`) },
  { name: 'an XER row of a million quoted cells', format: 'xer', build: () => xer('TASK', TASKS, `1\t1${'\t"a'.repeat(1_000_000)}`) },
  { name: 'an XER table of a million columns', format: 'xer', build: () => xer('TASK', Array.from({ length: 200_000 }, (_, i) => `c${i}`).join(' '), '1') },
  { name: 'fifty thousand XER tables', format: 'xer', build: () => Buffer.from(`ERMHDR\t19\n${Array.from({ length: 50_000 }, (_, i) => `%T\tT${i}\n%F\ta\n%R\t1\n`).join('')}%E\n`) },
  { name: 'XER rows that go on for a million lines', format: 'xer', build: () => xer('TASK', TASKS, `1\t1\tx${'\ny'.repeat(1_000_000)}`) },
  { name: 'a calendar a hundred thousand deep', format: 'xer', build: () => xer('CALENDAR', 'clndr_id clndr_data', `1\t${'(0||CalendarData()('.repeat(100_000)}`) },
  { name: 'a calendar of a million brackets', format: 'xer', build: () => xer('CALENDAR', 'clndr_id clndr_data', `1\t${'()'.repeat(1_000_000)}`) },
  { name: 'a chain of thirty thousand nodes', format: 'xer', build: () => xer('PROJWBS', 'wbs_id proj_id parent_wbs_id', ...Array.from({ length: 30_000 }, (_, i) => `${i}\t1\t${i - 1}`)) },
  { name: 'a ring of thirty thousand nodes', format: 'xer', build: () => xer('PROJWBS', 'wbs_id proj_id parent_wbs_id', ...Array.from({ length: 30_000 }, (_, i) => `${i}\t1\t${(i + 1) % 30_000}`)) },
  { name: 'a ring of thirty thousand relations', format: 'xer', build: cycleOfRelations },
  { name: 'a memo of open tags', format: 'xer', build: () => xer('PROJMEMO', 'memo_id proj_id proj_memo', `1\t1\t<a>${'<a '.repeat(300_000)}`) },
  { name: 'a memo of scripts without end', format: 'xer', build: () => xer('PROJMEMO', 'memo_id proj_id proj_memo', `1\t1\t${'<script>'.repeat(100_000)}`) },
  { name: 'a CSV cell of 10 MB', format: 'csv', build: () => Buffer.from(`Code,Name\nA,"${'x'.repeat(10 << 20)}"\n`) },
  { name: 'a CSV quote without end', format: 'csv', build: () => Buffer.from(`Code,Name\nA,"${'x\n'.repeat(5 << 20)}`) },
  { name: 'a CSV line of a million cells', format: 'csv', build: () => Buffer.from(`Code,Name\nA${','.repeat(1_000_000)}\n`) },
  { name: 'a CSV of a thousand columns and no end of levels', format: 'csv', build: () => Buffer.from(`Level,Code,Name\n${Array.from({ length: 20_000 }, (_, i) => `${i * 1000},A${i},x`).join('\n')}`) },
  { name: 'predecessors of digits', format: 'csv', build: () => Buffer.from(`Code,Name,Predecessors\nA,x,"${'1'.repeat(500_000)}FS+${' '.repeat(500_000)}d"\n`) },
  { name: 'predecessors of fs', format: 'csv', build: () => Buffer.from(`Code,Name,Predecessors\nA,x,"${'fs'.repeat(100_000)}"\n`) },
  { name: 'resources of brackets', format: 'csv', build: () => Buffer.from(`Code,Name,Resources\nA,x,"${'(1'.repeat(100_000)}"\n`) },
  { name: 'periods of a thousand years', format: 'mspdi', build: () => Buffer.from(xml('Project', `<Calendars><Calendar><UID>1</UID><Exceptions>${'<Exception><TimePeriod><FromDate>0001-01-01T00:00:00</FromDate><ToDate>9999-12-31T00:00:00</ToDate></TimePeriod></Exception>'.repeat(200)}</Exceptions></Calendar></Calendars>`)) },
  { name: 'recurrences without end', format: 'mspdi', build: () => Buffer.from(xml('Project', `<Calendars><Calendar><UID>1</UID><Exceptions>${'<Exception><EnteredByOccurrences>1</EnteredByOccurrences><TimePeriod><FromDate>2000-01-01T00:00:00</FromDate><ToDate>9999-12-31T00:00:00</ToDate></TimePeriod><Occurrences>2000000000</Occurrences><Type>7</Type><Period>1</Period></Exception>'.repeat(100)}</Exceptions></Calendar></Calendars>`)) },
  { name: 'a chain of base calendars', format: 'pmxml', build: () => Buffer.from(xml('APIBusinessObjects', `${Array.from({ length: 3000 }, (_, i) => `<Calendar><ObjectId>${i}</ObjectId><BaseCalendarObjectId>${i + 1}</BaseCalendarObjectId></Calendar>`).join('')}<Project><DataDate>2024-01-01T00:00:00</DataDate></Project>`)) },
  { name: '10 MB of zeros', format: 'xer', build: () => Buffer.alloc(10 << 20) },
  { name: '10 MB of zeros for a table', format: 'csv', build: () => Buffer.alloc(10 << 20) },
  { name: 'nothing', format: 'xer', build: () => Buffer.alloc(0) },
]; // prettier-ignore

function cycleOfRelations(): Buffer {
  const count = 30_000;
  const tasks = Array.from({ length: count }, (_, i) => `%R\t${i}\t1\tA${i}\n`).join('');
  const links = Array.from({ length: count }, (_, i) => `%R\t${i}\t${(i + 1) % count}\t${i}\t1\t1\n`).join('');
  return Buffer.from(
    `ERMHDR\t19\n%T\tPROJECT\n%F\tproj_id\n%R\t1\n%T\tTASK\n%F\ttask_id\tproj_id\ttask_code\n${tasks}%T\tTASKPRED\n%F\ttask_pred_id\ttask_id\tpred_task_id\tproj_id\tpred_proj_id\n${links}%E\n`,
  );
}

/** So many megabytes of zeros, deflated: one megabyte, over and over. */
function zeros(megabytes: number): Buffer {
  const one = deflateRawSync(Buffer.alloc(1 << 20), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...Array.from({ length: megabytes }, () => one), Buffer.from([0x03, 0x00])]);
}

/** A zip of one file whose size is as stated, true or not. */
function zipOf(name: string, deflated: Buffer, statedSize: number): Buffer {
  const local = header(0x04034b50, name, deflated.length, statedSize);
  return Buffer.concat([local, deflated, directory([central(name, deflated.length, statedSize, 0)], local.length + deflated.length)]);
}

function manyNames(count: number): Buffer {
  const entries = Array.from({ length: count }, (_, i) => central(`f${i}.xer`, 2, 0, 0));
  const local = Buffer.concat([header(0x04034b50, 'f0.xer', 2, 0), Buffer.from([0x03, 0x00])]);
  return Buffer.concat([local, directory(entries, local.length)]);
}

function header(signature: number, name: string, packed: number, size: number): Buffer {
  const fields = Buffer.alloc(30);
  fields.writeUInt32LE(signature, 0);
  fields.writeUInt16LE(20, 4);
  fields.writeUInt16LE(8, 8);
  fields.writeUInt32LE(packed, 18);
  fields.writeUInt32LE(size, 22);
  fields.writeUInt16LE(name.length, 26);
  return Buffer.concat([fields, Buffer.from(name)]);
}

function central(name: string, packed: number, size: number, offset: number): Buffer {
  const fields = Buffer.alloc(46);
  fields.writeUInt32LE(0x02014b50, 0);
  fields.writeUInt16LE(20, 4);
  fields.writeUInt16LE(20, 6);
  fields.writeUInt16LE(8, 10);
  fields.writeUInt32LE(packed, 20);
  fields.writeUInt32LE(size, 24);
  fields.writeUInt16LE(name.length, 28);
  fields.writeUInt32LE(offset, 42);
  return Buffer.concat([fields, Buffer.from(name)]);
}

function directory(entries: Buffer[], offset: number): Buffer {
  const all = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 8);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 10);
  end.writeUInt32LE(all.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([all, end]);
}
