import type { RelationType } from '@gantry/domain';
import type { DemoTexts, Somebody } from '../texts/demo-data.words.rules.ts';

/** A row of the sample schedule: key, name, duration in days, and what it waits for (`key`, `key:ss`, `key+2d`). */
export type DemoRow = {
  key: string;
  name: string;
  level: number;
  days: number | null;
  milestone?: 'milestone_start' | 'milestone_finish';
  after?: string[];
};

export type DemoRelation = { from: string; to: string; type: RelationType; days: number };

export const FLOORS = 8;

/** A residential block of eight floors, made for this product: earthworks to handover, trades following each other floor by floor. */
export function demoRows({ rows: names }: Pick<DemoTexts, 'rows'>): DemoRow[] {
  return bareRows().map((row) => ({ ...row, name: nameOf(names, row.key) }));
}

/** Drawings and panels of the façade, floor by floor, from the drawing office and the factory to the site. */
export function supplyRows({ rows: names }: Pick<DemoTexts, 'rows'>): DemoRow[] {
  const floors = Array.from({ length: FLOORS }, (_, at) => at + 1);
  const before = (kind: string, floor: number) => (floor > 1 ? [`${kind}${floor - 1}`] : []);
  const rows: Omit<DemoRow, 'name'>[] = [
    { key: 'supply', level: 0, days: null },
    { key: 'drawings', level: 1, days: null },
    ...floors.map((floor) => ({ key: `dr${floor}`, level: 2, days: 5, after: before('dr', floor) })),
    { key: 'panels', level: 1, days: null },
    ...floors.map((floor) => ({ key: `pa${floor}`, level: 2, days: 8, after: [...before('pa', floor), `dr${floor}`] })),
  ];
  return rows.map((row) => ({ ...row, name: nameOf(names, row.key) }));
}

/** The name of a row; one of a storey has the words of all its kind. */
function nameOf(names: DemoTexts['rows'], key: string): string {
  const [, kind = '', storey = ''] = /^(f|e|fit|m|v|t|dr|pa)(\d+)$/.exec(key) ?? [];
  return names[key] ?? (names[kind === 'fit' ? 'floor' : kind] ?? key).replace('{n}', storey);
}

function bareRows(): Omit<DemoRow, 'name'>[] {
  const rows: Omit<DemoRow, 'name'>[] = [
    { key: 'block', level: 0, days: null },
    { key: 'start', level: 1, days: 0, milestone: 'milestone_start' },
    { key: 'design', level: 1, days: null },
    { key: 'd1', level: 2, days: 30, after: ['start'] },
    { key: 'd2', level: 2, days: 20, after: ['d1'] },
    { key: 'd3', level: 2, days: 10, after: ['d2'] },
    { key: 'procure', level: 1, days: null },
    { key: 'p1', level: 2, days: 35, after: ['d1:ss+10d'] },
    { key: 'p2', level: 2, days: 60, after: ['d2'] },
    { key: 'p3', level: 2, days: 75, after: ['d2'] },
    { key: 'sub', level: 1, days: null },
    { key: 's1', level: 2, days: 8, after: ['d3'] },
    { key: 's2', level: 2, days: 15, after: ['s1'] },
    { key: 's3', level: 2, days: 18, after: ['s2:ss+5d'] },
    { key: 's4', level: 2, days: 14, after: ['s2', 's3'] },
    { key: 's5', level: 2, days: 16, after: ['s4+3d'] },
    { key: 's6', level: 2, days: 9, after: ['s5'] },
    { key: 'crane', level: 2, days: 3, after: ['s4', 'p1'] },
    { key: 'frame', level: 1, days: null },
  ];
  for (let floor = 1; floor <= FLOORS; floor += 1)
    rows.push({
      key: `f${floor}`,
      level: 2,
      days: 9,
      after: floor === 1 ? ['s5', 'crane'] : [`f${floor - 1}`],
    });
  rows.push({ key: 'top', level: 2, days: 0, milestone: 'milestone_finish', after: [`f${FLOORS}`] });
  rows.push({ key: 'envelope', level: 1, days: null });
  for (let floor = 1; floor <= FLOORS; floor += 1)
    rows.push({
      key: `e${floor}`,
      level: 2,
      days: 6,
      after: [...(floor === 1 ? ['p2'] : [`e${floor - 1}`]), `f${Math.min(FLOORS, floor + 2)}`],
    });
  rows.push({ key: 'roof', level: 2, days: 14, after: ['top'] });
  rows.push({ key: 'fit', level: 1, days: null });
  for (let floor = 1; floor <= FLOORS; floor += 1) {
    const before = (trade: string) => (floor === 1 ? [] : [`${trade}${floor - 1}`]);
    rows.push({ key: `fit${floor}`, level: 2, days: null });
    rows.push({
      key: `m${floor}`,
      level: 3,
      days: 7,
      after: [...before('m'), `f${Math.min(FLOORS, floor + 1)}`],
    });
    rows.push({
      key: `v${floor}`,
      level: 3,
      days: 10,
      after: [...before('v'), `m${floor}:ss+3d`],
    });
    rows.push({
      key: `t${floor}`,
      level: 3,
      days: 12,
      after: [...before('t'), `v${floor}`, `e${floor}`],
    });
  }
  rows.push({ key: 'close', level: 1, days: null });
  rows.push({ key: 'c1', level: 2, days: 25, after: ['roof', 'p3'] });
  rows.push({ key: 'c2', level: 2, days: 15, after: ['c1', `v${FLOORS}`] });
  rows.push({ key: 'c3', level: 2, days: 20, after: ['roof+5d'] });
  rows.push({ key: 'c4', level: 2, days: 10, after: [`t${FLOORS}`, 'c2'] });
  rows.push({ key: 'end', level: 2, days: 0, milestone: 'milestone_finish', after: ['c3', 'c4'] });
  return rows;
}

/** Volume, unit, price of a unit where norms give none, trade and place of its norm or null, crew, and who leads the work. */
export type DemoAmount = { volume: number; unit: string; price: number; trade: number | null; place: number; crew: number; by: Somebody };

const AMOUNTS: Record<string, DemoAmount> = {
  s1: { volume: 2400, unit: 'm2', price: 36, trade: null, place: 7, crew: 6, by: 0 },
  s2: { volume: 8400, unit: 'm3', price: 14, trade: 0, place: 0, crew: 8, by: 0 },
  s3: { volume: 186, unit: 'pcs', price: 1450, trade: 2, place: 0, crew: 8, by: 1 },
  s4: { volume: 1250, unit: 'm3', price: 235, trade: 5, place: 0, crew: 14, by: 1 },
  s5: { volume: 780, unit: 'm3', price: 310, trade: 5, place: 0, crew: 14, by: 1 },
  s6: { volume: 2100, unit: 'm2', price: 38, trade: 9, place: 0, crew: 6, by: 1 },
  f: { volume: 265, unit: 'm3', price: 390, trade: 5, place: 2, crew: 14, by: 1 },
  e: { volume: 540, unit: 'm2', price: 310, trade: 11, place: 2, crew: 9, by: 2 },
  roof: { volume: 980, unit: 'm2', price: 145, trade: 8, place: 4, crew: 8, by: 2 },
  m: { volume: 820, unit: 'm2', price: 62, trade: 13, place: 2, crew: 8, by: 4 },
  v: { volume: 1450, unit: 'm', price: 74, trade: 20, place: 2, crew: 10, by: 3 },
  t: { volume: 1180, unit: 'm2', price: 96, trade: 16, place: 2, crew: 12, by: 4 },
  c1: { volume: 3, unit: 'pcs', price: 98_000, trade: 26, place: 6, crew: 5, by: 3 },
  c3: { volume: 3200, unit: 'm2', price: 68, trade: 27, place: 7, crew: 9, by: 0 },
};
export const PLACES_OF_TRADE = 10;

/** What a row is measured in; storeys above are somewhat smaller than those below. */
export function amountOf(key: string): DemoAmount | null {
  const [, kind, storey] = /^([a-z])(\d+)$/.exec(key) ?? [];
  const own = AMOUNTS[key];
  if (own) return own;
  const one = AMOUNTS[kind];
  return one ? { ...one, volume: Math.round(one.volume * (1 - Number(storey) / 100)) } : null;
}

const REFERENCE = /^(\w+?)(?::(fs|ss|ff|sf))?(?:\+(\d+)d)?$/;

/** The relations that the rows name. */
export function demoRelations(rows: DemoRow[]): DemoRelation[] {
  return rows.flatMap((row) =>
    (row.after ?? []).map((text) => {
      const [, from, type, days] = REFERENCE.exec(text) as RegExpExecArray;
      return { from, to: row.key, type: (type ?? 'fs') as RelationType, days: Number(days ?? 0) };
    }),
  );
}
