import { api, type ExportFormat } from '@gantry/contract';
import { readAny } from '@gantry/interchange';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type Person, type World } from '../../../testing/world.ts';

const folder = join(process.env['GANTRY_TEST_DATA'] ?? '', 'schedules');
const LARGEST = 5_000_000;
const files = process.env['GANTRY_TEST_DATA']
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(xer|xml)$/.test(name) && statSync(join(folder, name)).size <= LARGEST)
      .sort()
  : [];

let world: World;
let anna: Person;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.person('anna');
  await anna.space();
});
afterAll(() => world.close());

/** The format of the specification in which a file goes back as it came. */
const formatOf = (name: string): ExportFormat => (name.endsWith('.xer') ? 'xer' : name.endsWith('.mspdi.xml') ? 'xml' : 'xml-primavera');

async function imported(bytes: Buffer): Promise<number[]> {
  const schedule = await anna.schedule();
  const answer = await anna.importXer(schedule, bytes);
  expect([answer.status, answer.body.errors?.[0]?.code]).toEqual([200, undefined]);
  const rows = await world.sql('select id from version where schedule_id = $1 order by id', [schedule]);
  return rows.map(({ id }) => Number(id));
}

async function exported(id: number, x: ExportFormat): Promise<{ bytes: Buffer; findings: string[] }> {
  const { job_id } = await anna.ok(api.exports.version, { params: { id, x }, body: {} });
  for (;;) {
    const job = await anna.ok(api.jobs.get, { params: { id: job_id } });
    if (job.status === 'waiting' || job.status === 'running') {
      await new Promise((resolve) => setTimeout(resolve, 20));
      continue;
    }
    expect([job.status, job.error]).toEqual(['done', null]);
    const cookie = [...anna.keys.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const address = `${world.base}/api/v1/download?key=${job.result?.['download_key'] as string}`;
    const answer = await fetch(address, { headers: { cookie, 'x-space-id': String(anna.spaceId) } });
    return { bytes: Buffer.from(await answer.arrayBuffer()), findings: job.findings.map(({ code }) => code) };
  }
}

/** A file as comparable lines: rows of XER as they are, elements of XML with their depth, attributes and texts. */
async function linesOf(bytes: Buffer): Promise<string[]> {
  if (bytes.subarray(0, 6).toString('latin1') === 'ERMHDR') return bytes.toString('latin1').split(/\r?\n/);
  const { project } = await readAny(bytes);
  if (project?.source?.kind !== 'elements') throw new Error('no XML');
  const { depths, fullNames, nameCodes, texts } = project.source;
  return Array.from(depths, (depth, at) => `${' '.repeat(depth)}${fullNames[nameCodes[at]]} ${texts.values[texts.codes[at]]}`);
}

describe.skipIf(!files.length)('real files, where GANTRY_TEST_DATA names their folder', () => {
  test.each(files)('%s goes through the product as it came', { timeout: 60_000 }, async (name) => {
    const bytes = readFileSync(join(folder, name));
    const versions = await imported(bytes);
    expect(versions.length).toBeGreaterThan(0);
    const expected = await linesOf(bytes);
    for (const id of versions) {
      const { bytes: back } = await exported(id, formatOf(name));
      const lines = await linesOf(back);
      expect(lines.filter((line, at) => line !== expected[at]).slice(0, 5)).toEqual([]);
      expect(lines.length).toBe(expected.length);
    }
  });
});
