import type { StreamHead } from '@gantry/contract';
import { fieldsOf, formatMinute, type IndicatorRule, minuteOf, VERSION_TABLE_NAMES, type VersionTable } from '@gantry/domain';
import { applyDiff, newDocument, type ScheduleDocument } from '@gantry/plan-view';

/** What people type in a row: four attributes. */
const TYPED = { volume: 'number', norm: 'number', price: 'money', zone: 'string' } as const;

/** Twenty calculated attributes of every kind: arithmetic, dates, texts, working days, roll-ups from below, chains before and behind, the row above. */
export const CALCULATED: readonly (readonly [
  name: string,
  type: 'number' | 'money' | 'string' | 'date' | 'flag' | 'percentage',
  formula: string,
])[] = [
  ['labour', 'number', 'ifempty(volume, 0) * ifempty(norm, 0)'],
  ['cost', 'money', 'ifempty(volume, 0) * price'],
  ['labour_total', 'number', 'if(count(children.labour_total) = 0, labour, sum(children.labour_total))'],
  ['cost_total', 'money', 'if(count(children.cost_total) = 0, ifempty(cost, 0), sum(children.cost_total))'],
  ['share', 'percentage', 'if(ifempty(parent.cost_total, 0) = 0, 0, cost_total / parent.cost_total)'],
  ['intensity', 'number', 'if(ifempty(duration, 0) = 0, 0, labour / duration)'],
  ['crew', 'number', 'round(intensity / 8, 0)'],
  ['label', 'string', 'zone & " / " & name'],
  ['is_late', 'flag', 'finish > deadline'],
  ['days_left', 'number', 'days(datadate(), finish)'],
  ['review', 'date', 'finish + 3'],
  ['wait', 'number', 'max(predecessors.duration)'],
  ['next_labour', 'number', 'sum(successors.labour)'],
  ['rank', 'number', 'if(total_float < 1, 3, if(total_float < 5, 2, 1))'],
  ['weight', 'number', 'rank * 10 + if(critical, 5, 0)'],
  ['weight_above', 'number', 'weight + ifempty(parent.weight, 0)'],
  ['earned', 'money', 'ifempty(cost, 0) * progress'],
  ['earned_total', 'money', 'if(count(children.earned_total) = 0, earned, sum(children.earned_total))'],
  ['margin', 'money', 'cost_total - earned_total'],
  ['state', 'string', 'if(is_late, "late", if(rank = 3, "tight", "calm"))'],
];

const rule = (condition: string, state: IndicatorRule['state']): IndicatorRule => ({ condition, state, tint: 1, text: state });

/** Ten indicators of three rules each. */
export const INDICATORS = Array.from({ length: 10 }, (_, at) => ({
  id: at + 1,
  rules: [
    rule(`total_float < ${at} and progress < 1`, 'error'),
    rule(`days(datadate(), finish) < ${at * 10} or critical`, 'warn'),
    rule(`duration > ${at}`, 'ok'),
  ],
}));

const EMPTY: Record<string, unknown> = { text: '', flag: false, int: 0, float: 0 };
function row(table: VersionTable, fields: Record<string, unknown>): { id: number } {
  const all = fieldsOf(table).map(({ name, kind, optional, values }) => [name, optional ? null : (values?.[0] ?? EMPTY[kind] ?? 0)]);
  return { ...Object.fromEntries(all), ...fields } as { id: number };
}

const FIRST = minuteOf(2026, 1, 5, 8);
const DAY = 1440;
const hashed = (index: number, salt: number): number => Math.imul(index + 7, 2_654_435_761 + salt * 40_503) >>> 8;

/** One row as plain values: what the plan is made of, and what the floor computes with. */
export function plainRow(index: number) {
  const block = Math.floor(index / 10) * 10;
  const isSum = index % 10 === 0;
  const up = Math.floor(block / 100) * 100;
  const start = FIRST + (hashed(index, 1) % 1000) * DAY;
  const days = 1 + (hashed(index, 2) % 20);
  return {
    parent: isSum ? (up === index ? -1 : up) : block,
    before: isSum || index < 20 ? -1 : index - 17,
    start,
    finish: start + days * DAY,
    deadline: start + (hashed(index, 3) % 30) * DAY,
    duration: isSum ? 0 : days,
    float: hashed(index, 4) % 12,
    progress: (hashed(index, 5) % 5) / 4,
    volume: isSum ? null : 1 + (hashed(index, 6) % 500),
    norm: isSum ? null : 0.25 * (1 + (hashed(index, 7) % 12)),
    price: isSum ? null : 10 + (hashed(index, 8) % 90),
    zone: `Zone ${hashed(index, 9) % 40}`,
    name: `Row ${index}`,
  };
}

export const DATA_DATE = minuteOf(2026, 6, 1, 8);

/** A version as the page holds it: rows, relations, four attributes with their values, the calculated ones. */
export function formulaPlan(rows: number): ScheduleDocument {
  const document = newDocument({
    format: 1,
    version_id: 1,
    revision: 1,
    rows: Object.fromEntries(VERSION_TABLE_NAMES.map((table) => [table, 0])),
  } as StreamHead);
  const plain = Array.from({ length: rows }, (_, index) => plainRow(index));
  const attributes = [
    ...Object.entries(TYPED).map(([name, type]) => ({ name, type, options: null })),
    ...CALCULATED.map(([name, type, formula]) => ({ name, type, options: { formula } })),
  ].map((attribute, at) => row('attribute', { id: at + 1, ...attribute }));
  const added: Partial<Record<VersionTable, { id: number }[]>> = {
    wbs: plain.map((one, index) =>
      row('wbs', {
        id: index + 1,
        parentId: one.parent < 0 ? null : one.parent + 1,
        position: index,
        name: one.name,
        type: index % 10 === 0 ? 'sum' : 'task',
        start: formatMinute(one.start),
        finish: formatMinute(one.finish),
        deadline: formatMinute(one.deadline),
        durationMinutes: one.duration * 480,
        totalFloatMinutes: one.float * 480,
        critical: one.float === 0,
        progress: one.progress,
      }),
    ),
    relation: plain.flatMap((one, index) =>
      one.before < 0 ? [] : [row('relation', { id: index + 1, predecessorId: one.before + 1, successorId: index + 1, type: 'fs' })],
    ),
    attribute: attributes,
    attributeValue: plain.flatMap((one, index) =>
      Object.keys(TYPED).flatMap((name, at) => {
        const value = one[name as keyof typeof TYPED];
        return value === null ? [] : [row('attributeValue', { id: index * 4 + at + 1, itemId: index + 1, attributeId: at + 1, value })];
      }),
    ),
    settings: [row('settings', { id: 1, options: { dataDate: DATA_DATE } })],
  };
  applyDiff(document, Object.fromEntries(Object.entries(added).map(([table, list]) => [table, { added: list, updated: [], removed: [] }])));
  return document;
}

/** The same twenty columns by hand over plain arrays: what the arithmetic alone costs. */
export function byHand(rows: ReturnType<typeof plainRow>[]) {
  const count = rows.length;
  const numbers = () => new Float64Array(count);
  const children: number[][] = Array.from({ length: count }, () => []);
  const successors: number[][] = Array.from({ length: count }, () => []);
  for (const [index, { parent, before }] of rows.entries()) {
    if (parent >= 0) children[parent].push(index);
    if (before >= 0) successors[before].push(index);
  }
  const [labour, cost, intensity, crew, left, review, wait, rank, weight, earned] = Array.from({ length: 10 }, numbers);
  const [labourTotal, costTotal, earnedTotal, share, above, margin, nextLabour] = Array.from({ length: 7 }, numbers);
  const [label, state]: string[][] = [[], []];
  const late = new Uint8Array(count);
  // A phase ends with the last of its children; they stand behind it.
  const finish = Float64Array.from(rows, (one) => one.finish);
  for (let index = count - 1; index >= 0; index--)
    if (children[index].length > 0) finish[index] = children[index].reduce((last, child) => Math.max(last, finish[child]), 0);
  for (let index = 0; index < count; index++) {
    const one = rows[index];
    labour[index] = (one.volume ?? 0) * (one.norm ?? 0);
    cost[index] = (one.volume ?? 0) * (one.price ?? 0);
    intensity[index] = one.duration === 0 ? 0 : labour[index] / one.duration;
    crew[index] = Math.round(intensity[index] / 8);
    label[index] = `${one.zone} / ${one.name}`;
    late[index] = finish[index] > one.deadline ? 1 : 0;
    left[index] = (finish[index] - DATA_DATE) / DAY;
    review[index] = finish[index] + 3 * DAY;
    wait[index] = one.before < 0 ? 0 : rows[one.before].duration;
    // A phase has no float of its own: nobody calculated this plan.
    rank[index] = children[index].length > 0 ? 1 : one.float < 1 ? 3 : one.float < 5 ? 2 : 1;
    weight[index] = rank[index] * 10 + (one.float === 0 ? 5 : 0);
    earned[index] = cost[index] * one.progress;
    state[index] = late[index] ? 'late' : rank[index] === 3 ? 'tight' : 'calm';
  }
  const sumOf = (column: Float64Array, list: readonly number[]) => list.reduce((sum, one) => sum + column[one], 0);
  for (let index = count - 1; index >= 0; index--) {
    const below = children[index];
    labourTotal[index] = below.length ? sumOf(labourTotal, below) : labour[index];
    costTotal[index] = below.length ? sumOf(costTotal, below) : cost[index];
    earnedTotal[index] = below.length ? sumOf(earnedTotal, below) : earned[index];
  }
  for (let index = 0; index < count; index++) {
    const { parent } = rows[index];
    const total = parent < 0 ? 0 : costTotal[parent];
    share[index] = total === 0 ? 0 : costTotal[index] / total;
    above[index] = weight[index] + (parent < 0 ? 0 : weight[parent]);
    margin[index] = costTotal[index] - earnedTotal[index];
    nextLabour[index] = sumOf(labour, successors[index]);
  }
  return {
    late,
    numbers: new Map(
      Object.entries({ labour_total: labourTotal, cost_total: costTotal, share, margin, next_labour: nextLabour, weight_above: above }),
    ),
  };
}
