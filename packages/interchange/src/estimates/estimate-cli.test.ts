import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from '../cli.ts';
import { writeSheet } from '../table/write-sheet.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry-estimates-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function estimate(path: string) {
  let [out, error] = ['', ''];
  const code = await runCli(['estimate', path], { out: (text) => void (out += text), error: (text) => void (error += text) });
  const read = JSON.parse(out) as { estimate: { rows: number } | null; findings: { severity: string; code: string }[] };
  expect(error).toBe('');
  expect(out).not.toMatch(/\n\s+at .+:\d+:\d+/);
  return { code, read, errors: read.findings.filter(({ severity }) => severity === 'error').map((one) => one.code) };
}

const local = (inner: string, head = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>${head}<Construction><Meta><File><Type>ЛС</Type></File></Meta><Object><Estimate><Num>1</Num><Name>n</Name><Sections>${inner}</Sections></Estimate></Object></Construction>`;
const section = (items: string): string => `<Section><Code>1</Code><Name>s</Name><Items>${items}</Items></Section>`;
const item = (fields: string, total: string): string =>
  `<Item><Cost><Num>1</Num><Code>c</Code><Name>n</Name><Unit>m</Unit>${fields}</Cost><Totals><Current>${total}</Current></Totals></Item>`;
const gaeb = (inner: string): string => `<GAEB xmlns="http://www.gaeb.de/GAEB_DA_XML/DA84/3.3"><Award><DP>84</DP>${inner}</Award></GAEB>`;
const concepts = Array.from({ length: 50 }, (_none, at) => `~C|A${at}|u|x|1|\r\n~D|A${at}|A${(at + 1) % 50}\\1\\1\\|\r\n`).join('');

/** Files that are no estimates, or that try what no program writes; each with whether it must be refused. */
const HOSTILE: Record<string, [content: string | Uint8Array, isRefused: boolean]> = {
  'empty.gge': ['', true],
  'zeros.gge': [new Uint8Array(5000), true],
  'noise.bc3': [Uint8Array.from({ length: 5000 }, (_none, at) => (at * 7919) % 251), true],
  'cut.gge': [local(section(item('<QuantityTotal>1</QuantityTotal>', '5'))).slice(0, 250), true],
  'entities.gge': [local('', '<!DOCTYPE a [<!ENTITY x "&y;&y;"><!ENTITY y "y">]>'), true],
  'elsewhere.gge': [local('', '<!DOCTYPE a SYSTEM "file:///etc/passwd">'), true],
  'deep.gge': [local('<Section>'.repeat(5000)), true],
  'unclosed.gge': [local('<Section><Items></Section>'), true],
  'other-kind.gge': [local('').replace('ЛС', 'Акт'), true],
  'prototype.gge': [local('').replace('ЛС', '__proto__'), true],
  'numbers.gge': [local(section(item('<QuantityTotal>1e999</QuantityTotal>', 'NaN') + item('', '9'.repeat(400)) + item('', '-')), ''), false],
  'no-rows.gge': [local(''), false],
  'bare.x84': ['<GAEB/>', true],
  'invoice.x89': [gaeb('').replaceAll('84', '89'), true],
  'loop.bc3': [`~V|x|FIEBDC-3/2002|\r\n~K|2|\r\n${concepts}`, true],
  'root-only.bc3': ['~V|\r\n', true],
  'records.bc3': [`~V|x|FIEBDC-3/2002|\r\n${'~D||\\\\\\|'.repeat(2000)}`, true],
  'quotes.csv': ['No;Name;Amount\n1;"never closed;5\n', true],
  'formulas.csv': ['No;Name;Amount\n1;=cmd|\' /C calc\'!A0;=1+1\n2;@SUM(1);5\n', false],
  'wide.csv': [`${'a;'.repeat(20_000)}\n1\n`, true],
  'packed.xlsx': [gzipSync(new Uint8Array(20_000_000)), true],
  'false.xlsx': [Uint8Array.from([0x50, 0x4b, 3, 4, ...new Uint8Array(200)]), true],
}; // prettier-ignore

describe('the command that prints an estimate', () => {
  it.each(Object.entries(HOSTILE))('answers %s with findings, without a trace of the program', async (name, [content, isRefused]) => {
    const path = join(folder, name);
    writeFileSync(path, content);
    const { code, read, errors } = await estimate(path);
    expect({ code, isRefused: errors.length > 0 || read.estimate === null }).toEqual({ code: isRefused ? 1 : 0, isRefused });
    if (isRefused) expect(errors).not.toEqual([]);
  });

  it('cuts off an unpacked sheet and refuses a folder and what is not there', async () => {
    const path = join(folder, 'cut.xlsx');
    const sheet = await writeSheet('Estimate', { headers: ['No.', 'Name', 'Amount'], rows: [['1', 'Dig', 5]] });
    writeFileSync(path, sheet.subarray(0, sheet.length - 100));
    for (const one of [path, folder, join(folder, 'nowhere.gge')]) expect((await estimate(one)).code).toBe(1);
  });
});

const samples = join(process.env['GANTRY_TEST_DATA'] ?? '', 'estimates');
const files = process.env['GANTRY_TEST_DATA']
  ? readdirSync(samples, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(samples, name)).isFile())
  : [];
/** Schemas, catalogues, an invoice and tables of other things: no estimates. */
const NONE = /\.xsd$|Coefficients|x89$|minimal\.x83$|construction_schedule/;

it.skipIf(!files.length)('prints every sample, and refuses those that are no estimates (needs GANTRY_TEST_DATA)', async () => {
  const codes = [];
  for (const name of files) codes.push([name, (await estimate(join(samples, name))).code]);
  expect(codes).toEqual(files.map((name) => [name, NONE.test(name) ? 1 : 0]));
});
