import { amountText, COST_PARTS, type CostPart, decimalOf, productIn } from '@gantry/domain';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EstimateFile, EstimateRow } from './estimate-file.ts';
import { readGge } from './read-gge.ts';
import { unpackResources } from './row-details.ts';
import { ggeOf } from './write/write-gge.ts';

const folder = join(process.env['GANTRY_TEST_DATA'] ?? '', 'estimates/gge');
const has = process.env['GANTRY_TEST_DATA'] !== undefined && existsSync(folder);
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
const opened = async (text: string): Promise<EstimateFile> => {
  const { estimate, findings } = await readGge(Buffer.from(text));
  expect(findings).toEqual([]);
  if (!estimate) throw new Error('the sample cannot be read');
  return estimate;
};
const money = (amount: bigint | null | undefined): string => (amount === null || amount === undefined ? '' : amountText(amount, 2));
const sum = (amounts: (bigint | null | undefined)[]): bigint => amounts.reduce<bigint>((all, one) => all + (one ?? 0n), 0n);
const product = (left: string, right: string): string => {
  const [a, b] = [decimalOf(left), decimalOf(right)];
  if (!a || !b) throw new Error('no decimals');
  return money(productIn(a, b, 2));
};

describe.skipIf(!has)('the estimate of the ministry by bases and indices (needs GANTRY_TEST_DATA)', () => {
  let file: EstimateFile;
  let items: (EstimateRow & { of: string })[];
  beforeAll(async () => {
    const text = textOf('LSR_BIM_3.01_primer1.gge');
    file = await opened(text);
    const kinds = [...text.matchAll(/<Item>[\s\S]*?<WorkType>(.*?)</g)].map(([, kind]) => kind);
    const rows = file.rows.filter(({ kind }) => kind !== 'section' && kind !== 'text');
    if (rows.length !== 15 || kinds.length !== 15) throw new Error(`${rows.length} rows and ${kinds.length} kinds instead of 15`);
    items = rows.map((row, at) => ({ ...row, of: kinds[at] }));
  });
  const item = (number: string) => items.find((row) => row.number === number);
  const part = (row: EstimateRow | undefined, name: CostPart, level: 'parts' | 'baseParts' = 'parts'): string =>
    money(row?.[level]?.[COST_PARTS.indexOf(name)]);

  it('comes to its totals by kinds of works and by sections, at both levels of prices', () => {
    const by = (level: 'base' | 'current') =>
      ['Строительные', 'Монтажные', 'Оборудование', 'Прочее'].map((of) => money(sum(items.filter((row) => row.of === of).map((row) => row[level]))));
    expect([money(file.counted.base), by('base')]).toEqual(['1806575.55', ['1677269.04', '2159.86', '122552.35', '4594.30']]);
    expect([money(file.counted.current), by('current')]).toEqual(['36150662.20', ['35205702.79', '94437.31', '794058.15', '56463.95']]);
    const sections = file.rows.flatMap((row, at) => (row.kind === 'section' ? [sum(file.rows.filter(({ parent }) => parent === at).map(({ base }) => base))] : []));
    expect([sections.length, money(sum(sections))]).toEqual([7, '1806575.55']);
  }); // prettier-ignore

  it('keeps the labour of an item and the resources within its rate and beside it', () => {
    const { hours, formula, resources } = item('7')?.details ?? { hours: '', formula: '', resources: '' };
    expect([hours, formula]).toEqual(['6869.60082', '589.64']);
    const read = unpackResources(Buffer.from(resources, 'base64'));
    expect(read.map(({ part, code, quantity, amount, baseAmount }) => [part, code, quantity, amount, baseAmount])).toEqual([
      ['labour', '1-0049', '6869.60082', '8239705.45', '157818.53'],
      ['machines', '91.06.06-048', '15.92028', '', '501.49'],
      ['machines', '91.14.02-001', '7.96014', '', '525.37'],
      ['materials', '04.3.01.09-0016', '14.741', '', '8844.60'],
      ['materials', '13.1.02.01', '589.64', '', ''],
      ['materials', '13.1.02.01-1015', '589.64', '', '341619.73'],
      ['machines', '421/пр_2020_п.60.1', '589.64', '17858.95', '342.06'],
      ['machinist', '421/пр_2020_п.60.1 ,421/пр_2020_прил.10_т.2_п.3.3_гр.3', '589.64', '17858.95', '342.06'],
    ]);
  });

  it('is written with both levels of prices and read as it was', async () => {
    const written = await opened(ggeOf(file));
    // What rows are made of is not written.
    const bare = ({ rows }: EstimateFile) => rows.map((row) => ({ ...row, details: null }));
    expect([bare(written), written.counted, written.stated]).toEqual([bare(file), file.counted, file.stated]);
    const byResources = await opened(textOf('LSR_RIM_09-01-01.gge'));
    expect(bare(await opened(ggeOf(byResources)))).toEqual(bare(byResources));
  });

  it('has overheads and profit of wages, each rounded once', () => {
    expect(product('158610.21', '1.12')).toBe('177643.44');
    expect(product('158610.21', '0.65')).toBe('103096.64');
    const seventh = item('7');
    expect([part(seventh, 'overhead', 'baseParts'), part(seventh, 'profit', 'baseParts')]).toEqual(['177643.44', '103096.64']);
    expect([product('8281039.06', '1.12'), part(seventh, 'overhead')]).toEqual(['9274763.75', '9274763.75']);
  });

  it('has in each cell of kind and part the base times its index', () => {
    const cell = (of: string, name: CostPart): string =>
      money(sum(items.filter((row) => row.of === of).map((row) => (row.parts ? row.parts[COST_PARTS.indexOf(name)] : name === own(row) ? row.current : 0n))));
    const own = ({ kind }: EstimateRow): CostPart => (kind === 'equipment' ? 'equipment' : 'materials');
    expect([product('19214.04', '16.64'), cell('Строительные', 'machines')]).toEqual(['319721.63', '319721.63']);
    expect([product('1181169.01', '8.49'), cell('Строительные', 'materials')]).toEqual(['10028124.89', '10028124.89']);
    expect([product('120537.82', '6.31'), cell('Оборудование', 'equipment')]).toEqual(['760593.64', '760593.64']);
    expect([product('4594.30', '12.29'), money(item('1')?.current)]).toEqual(['56463.95', '56463.95']);
    expect([product('383.87', '52.21'), cell('Строительные', 'machinist')]).toEqual(['20041.85', '20041.85']);
  }); // prettier-ignore

  it('gives what its items miss of a cell to those with the largest remainders', () => {
    // 2,385.32 × 16.64 = 39,691.7248 and 10.46 × 16.64 = 174.0544: .02 miss in this cell alone.
    expect([product('2385.32', '16.64'), part(item('4'), 'machines')]).toEqual(['39691.72', '39691.73']);
    expect([product('10.46', '16.64'), part(item('2'), 'machines')]).toEqual(['174.05', '174.06']);
    const rounded = items.map((row) => product(money(row.baseParts?.[COST_PARTS.indexOf('machines')] ?? 0n), '16.64'));
    const building = items.flatMap((row, at) => (row.of === 'Строительные' ? [BigInt(rounded[at].replace('.', ''))] : []));
    expect(money(sum(building))).toBe('319721.61');
  });
});

describe.skipIf(!has)('other estimates of the ministry (needs GANTRY_TEST_DATA)', () => {
  it('by resources multiply a consumption of six decimals', async () => {
    expect(product('8.825508', '675')).toBe('5957.22');
    expect(money((await opened(textOf('LSR_RIM_09-01-01.gge'))).counted.current)).toBe('5957.22');
  });

  it('in thousands add up to contingency and tax of two regions, each rounded by itself', async () => {
    const { rows, counted } = await opened(textOf('SSR.gge'));
    const of = (chapters: (at: number) => boolean): bigint =>
      sum(rows.filter(({ parent }) => parent !== null && chapters(Number(rows[parent].number))).map(({ current }) => current));
    const thousands = (amount: bigint): string => money(amount / 1000n);
    expect(thousands(of((at) => at <= 12))).toBe('35239113.39');
    expect([product('35239113.39', '0.03'), thousands(of((at) => at === 13))]).toEqual(['1057173.40', '1057173.40']);
    expect(thousands(of((at) => at <= 13))).toBe('36296286.79');
    const taxes = rows.filter(({ parent }) => parent !== null && rows[parent].number === '14').map(({ current }) => thousands(current ?? 0n));
    expect([taxes, thousands(of((at) => at === 14))]).toEqual([['3837391.83', '3329521.10'], '7166912.93']);
    expect(thousands(counted.current ?? 0n)).toBe('43463199.72');
    const building = [...textOf('SSR.gge').split('<Chapter14>')[1].matchAll(/<Building>([\d.]+)</g)].map(([, amount]) => amount);
    const [near, far, both] = building.map((amount) => BigInt(amount.replace('.', '')));
    expect([money(near + far), money(both)]).toEqual(['3866974.22', '3866974.22']);
  }); // prettier-ignore
});
