import { describe, expect, it } from 'vitest';
import { FORMATS } from './formats/index.ts';
import { FILE_FORMATS } from './project-file.ts';
import type { ProjectFile } from './project-file.ts';
import { formatOf, readAny, readArchive, writeArchive } from './read-any.ts';
import { expectSame } from './testing/comparable.ts';
import { hasTestData, realBytes, realFiles } from './testing/data.ts';
import { sampleTables, xerText } from './testing/xer-sample.ts';
import { writeZip } from './zip/write-zip.ts';

async function sample(): Promise<ProjectFile> {
  return (await readAny(Buffer.from(xerText(sampleTables())))).project!;
}

/** The two large files go through the same code in seconds each. */
const isSmall = (name: string): boolean => !/cfpp|hotel/.test(name);

async function* drops(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 13) yield bytes.subarray(at, at + 13);
}

describe('reading what it is', () => {
  it.each(FILE_FORMATS)('%s is told by its bytes, whole or in drops', async (format) => {
    const file = await sample();
    const { bytes } = await FORMATS[format].write(format === 'gantry' ? file : { ...file, source: null });
    expect(await formatOf(bytes)).toBe(format);
    const whole = await readAny(bytes);
    expect(whole.format).toBe(format);
    expect(whole.project!.projects[0].plan.items).toHaveLength(8);
    expect(await readAny(drops(bytes))).toEqual(whole);
  });

  it.each([
    ['nothing', Buffer.alloc(0), 'file.is_empty'],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'file.unknown_format'],
    ['a document', Buffer.from('%PDF-1.7 x,y;z'), 'file.unknown_format'],
    ['a page', Buffer.from('<!DOCTYPE html><html><body>a,b</body></html>'), 'file.unknown_format'],
  ])('refuses %s', async (_name, bytes, code) => {
    expect(await readAny(bytes)).toEqual({ format: null, project: null, findings: [{ severity: 'error', code }] });
  });

  it('leaves a zip of files to readArchive', async () => {
    const { findings } = await readAny(await writeZip([{ name: 'a.xer', bytes: Buffer.from('x') }]));
    expect(findings).toEqual([{ severity: 'error', code: 'file.is_zip' }]);
  });

  it('does not hold a stream that it can read as it comes', async () => {
    let pulled = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        pulled += 1 << 16;
        yield Buffer.alloc(1 << 16, 'no schedule at all, however long\n');
      }
    }
    const { project, findings } = await readAny(endless(), {});
    expect(project).toBeNull();
    expect(findings[0].severity).toBe('error');
    expect(pulled).toBeLessThan(512 << 20);
  });
});

describe('own formats', () => {
  it.each(['json', 'gantry'] as const)('%s keeps everything', async (format) => {
    const file = await sample();
    const { project } = await readAny((await FORMATS[format].write(file)).bytes);
    expect(project).toEqual({ ...file, ...(format === 'json' ? { source: null, codePage: null } : {}) });
  });

  it.skipIf(!hasTestData).each(hasTestData ? realFiles('.xml').concat(realFiles('.xer')).filter(isSmall) : ['needs GANTRY_TEST_DATA'])(
    'the native file keeps %s with its source',
    async (name) => {
      const { project, format } = await readAny(realBytes(name));
      const { project: again } = await readAny((await FORMATS.gantry.write(project!)).bytes);
      expect(again!.projects).toEqual(project!.projects);
      const written = await FORMATS[format!].write(again!);
      expect(Buffer.from(written.bytes).equals(Buffer.from((await FORMATS[format!].write(project!)).bytes))).toBe(true);
    },
  );

  it.each<[string, (content: any) => void, string]>([
    ['another version', (content) => (content.version = 2), 'json.unknown_version'],
    ['another format', (content) => (content.format = 'x'), 'file.not_gantry'],
    ['a word for a number', (content) => (content.projects[0].plan.items[0].durationMinutes = 'long'), 'json.bad_value'],
    ['a progress above all', (content) => (content.projects[0].plan.items[1].progress = 2), 'json.bad_value'],
    ['a date beyond 32 bits', (content) => (content.projects[0].plan.items[1].start = 2 ** 40), 'json.bad_value'],
    ['an unknown enumeration', (content) => (content.projects[0].plan.relations[0].type = 'xx'), 'json.bad_value'],
    ['a missing list', (content) => delete content.projects[0].notes, 'json.bad_value'],
    ['a child before its parent', (content) => (content.projects[0].plan.items[1].parentId = 5), 'json.parent_after_child'],
    ['lists that do not run parallel', (content) => content.projects[0].details.pop(), 'json.lists_not_parallel'],
    ['a relation to nothing', (content) => (content.projects[0].plan.relations[0].successorId = 999), 'reference.dangling'],
    ['shifts that overlap', (content) => (content.projects[0].plan.calendars[0].week[0][1].start = 500), 'json.bad_value'],
  ])('JSON with %s is refused', async (_name, spoil, code) => {
    const content = JSON.parse(Buffer.from(FORMATS.json.write(await sample()).bytes).toString('utf8'));
    spoil(content);
    const { project, findings } = await readAny(Buffer.from(JSON.stringify(content)));
    expect(project).toBeNull();
    expect(findings.map((finding) => finding.code)).toContain(code);
  });
});

describe('a zip of several', () => {
  it('brings every schedule back in its own format, under safe names', async () => {
    const file = await sample();
    const { bytes } = await writeArchive(
      (['xer', 'pmxml', 'mspdi', 'xlsx', 'csv', 'json', 'gantry'] as const).map((format) => ({ name: '../a/b', file, format })),
    );
    const { members, findings } = await readArchive(bytes);
    expect(findings).toEqual([]);
    expect(members.map(({ name, format }) => [name, format])).toEqual([
      ['_a_b.xer', 'xer'],
      ['_a_b.xml', 'pmxml'],
      ['_a_b (2).xml', 'mspdi'],
      ['_a_b.xlsx', 'xlsx'],
      ['_a_b.csv', 'csv'],
      ['_a_b.json', 'json'],
      ['_a_b.gantry', 'gantry'],
    ]);
    expectSame(file.projects[0], members[0].project!.projects[0]);
  });

  it('reports what is no schedule and reads the rest', async () => {
    const { members } = await readArchive(
      await writeZip([
        { name: 'readme.txt', bytes: Buffer.from('hello') },
        { name: 'plan.xer', bytes: Buffer.from(xerText(sampleTables())) },
      ]),
    );
    expect(members.map(({ name, format, findings }) => [name, format, findings[0].code])).toEqual([
      ['readme.txt', null, 'file.unknown_format'],
      ['plan.xer', 'xer', 'code_page.detected'],
    ]);
  });
});
