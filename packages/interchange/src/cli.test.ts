import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from './cli.ts';
import { readAny } from './read-any.ts';
import { SMALL_IFC } from './testing/small-ifc.ts';
import { sampleTables, xerText } from './testing/xer-sample.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry-cli-'));
const at = (name: string): string => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

async function run(...args: string[]): Promise<{ code: number; out: string; error: string }> {
  let [out, error] = ['', ''];
  const code = await runCli(args, { out: (text) => void (out += text), error: (text) => void (error += text) });
  return { code, out, error };
}

writeFileSync(at('a.xer'), xerText(sampleTables()));

describe('the command line', () => {
  it('is a program that any Node starts', () => {
    const program = join(import.meta.dirname, '../bin/gantry.mjs');
    const { status, stdout } = spawnSync(process.execPath, [program, 'check', at('a.xer')], { encoding: 'utf8' });
    expect([status, stdout.split('\n')[0]]).toEqual([0, 'xer, Primavera P6, 19.12, windows-1252, USD']);
    expect(spawnSync(process.execPath, [program]).status).toBe(2);
  });

  it('checks a schedule', async () => {
    const { code, out, error } = await run('check', at('a.xer'));
    expect(code).toBe(0);
    expect(out).toBe(
      'xer, Primavera P6, 19.12, windows-1252, USD\n  HOUSE  A house: 5 activities, 5 relations, 1 assignments, 1 calendars, 4 attributes\n',
    );
    expect(error).toContain('info  code_page.detected');
  });

  it.each(['b.xlsx', 'b.csv', 'b.json', 'b.gantry', 'b.xml', 'b.mspdi.xml', 'b.xer'])('converts to %s', async (name) => {
    const { code, out } = await run('convert', at('a.xer'), at(name));
    expect(code).toBe(0);
    expect(out).toContain(name);
    expect((await readAny(readFileSync(at(name)))).project!.projects[0].plan.items).toHaveLength(8);
  });

  it('prints what a model holds', async () => {
    writeFileSync(at('a.ifc'), SMALL_IFC);
    const { code, out } = await run('model', at('a.ifc'));
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      { schema: 'IFC4', elementsByType: { IFCWALL: 1, IFCDOOR: 1 }, storeys: [{ elements: 3 }] },
    ]);
    expect((await run('model', at('a.xer'))).out).toContain('This is no IFC file');
    expect(await run('model', at('nowhere.ifc'))).toMatchObject({ code: 1, out: expect.stringContaining('cannot be opened') });
  });

  it('takes the format and the code page where names and bytes do not tell', async () => {
    expect((await run('convert', at('a.xer'), at('plan'), '--format', 'json')).code).toBe(0);
    expect(JSON.parse(readFileSync(at('plan'), 'utf8'))).toMatchObject({ format: 'gantry' });
    expect((await run('check', at('a.xer'), '--code-page', 'windows-1251')).out).toContain('windows-1251');
  });

  it('prints an estimate, or why there is none, as JSON', async () => {
    const { code, out } = await run('estimate', at('a.xer'));
    expect([code, JSON.parse(out)]).toEqual([1, { estimate: null, findings: [{ severity: 'error', code: 'estimate.no_column' }] }]);
    expect(JSON.parse((await run('estimate', at('nowhere.gge'))).out).findings[0].code).toBe('file.unreadable');
  });

  it('tells by its exit code what went wrong', async () => {
    writeFileSync(at('broken.xer'), xerText(sampleTables()).replace(/%E\s*$/, ''));
    expect(await run('check', at('broken.xer'))).toMatchObject({ code: 1, error: expect.stringContaining('error  file.truncated  line') });
    expect(await run('check', at('nowhere.xer'))).toMatchObject({ code: 1, error: expect.stringContaining('file.unreadable') });
    expect(await run('check')).toMatchObject({ code: 2, error: expect.stringContaining('gantry check FILE') });
    expect((await run('convert', at('a.xer'), at('b.unknown'))).code).toBe(2);
    expect((await run('check', at('a.xer'), '--code-page', 'latin')).code).toBe(2);
    expect((await run('--help')).code).toBe(0);
  });
});
