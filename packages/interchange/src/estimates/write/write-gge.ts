import { amountText, COST_PARTS, type CostPart, decimalOf, type EstimateRowKind, roundedQuotient } from '@gantry/domain';
import { escapeXml } from '../../xml/write-elements.ts';
import type { EstimateRow } from '../estimate-file.ts';
import { type EstimateToWrite, exactPrice, partsAt } from './written-rows.ts';
import { GGE_TAIL, ggeHead } from './gge-head.ts';

const ELEMENTS: Partial<Record<EstimateRowKind, string>> = {
  material: 'Material',
  machine: 'Machine',
  equipment: 'Equipment',
  transport: 'Transport',
};
/** Prefixes of norms that the schema knows. */
const NORM = /^(?:ФЕР(?:мр|м|р|п)?|ТЕР(?:мр|м|р|п|кр)?|ГЭСН(?:мр|м|р|п)?|КСР|ФССЦ(?:пг)?|ТССЦ(?:пг)?|ФСЭМ|ТСЭМ|ОССЦЖ|ОССПЖ|ОСЭМЖ|ОСОЦЖо)/;
const DIRECT: readonly CostPart[] = ['labour', 'machines', 'machinist', 'materials', 'equipment', 'transport', 'other'];
const text = (tag: string, value: string): string => `<${tag}>${escapeXml(value)}</${tag}>`;
const isNumber = (number: string): boolean => /^[1-9]\d{0,8}$/.test(number);

type Level = 'base' | 'current';
type Amounts = Partial<Record<Level, bigint | null>>;
type Form = { byIndices: boolean; digits: number };
/** What a row comes to at a level, by parts; null where it has no amount there. */
type Taken = ((part: CostPart) => bigint) | null;

const takenAt = (row: EstimateRow, level: Level): Taken => {
  const parts = partsAt(row, level);
  return parts && ((part) => parts[COST_PARTS.indexOf(part)]);
};
const isWork = (row: EstimateRow): boolean => !Object.hasOwn(ELEMENTS, row.kind);
const isDivided = (row: EstimateRow): boolean => {
  const taken = takenAt(row, 'current');
  return taken !== null && COST_PARTS.some((part) => part !== 'other' && taken(part) !== 0n);
};

/**
 * A local estimate as GGE XML with the elements that the schema of the ministry asks for; those that an estimate does not know are empty or
 * the usual one. By resources; by indices, with amounts that each position states, where the estimate has a base level of prices or divides
 * works that are of no norm. A row without a quantity is one whole. The schema has one level of sections: those below others are written inside them.
 */
export function ggeOf({ number, name, digits, rows }: EstimateToWrite, at = new Date()): string {
  const byIndices = rows.some((row) => row.base !== null || (isWork(row) && isDivided(row) && !NORM.test(row.code)));
  const form: Form = { byIndices, digits };
  const below = Map.groupBy(rows.keys(), (place) => sectionOf(rows, place));
  const has = (level: Level): boolean => rows.some((row) => row[level] !== null);
  const levels: Amounts = { ...(byIndices && has('base') && { base: 0n }), ...((!byIndices || has('current')) && { current: 0n }) };
  const add = (to: Amounts, own: Amounts): Amounts => ({
    ...('base' in to && { base: (to.base ?? 0n) + (own.base ?? 0n) }),
    ...('current' in to && { current: (to.current ?? 0n) + (own.current ?? 0n) }),
  });
  let items = 0;
  const section = (heading: EstimateRow | null, own: readonly number[], place: number): { xml: string; sum: Amounts } => {
    let sum = levels;
    let list = '';
    for (const child of own) {
      const row = rows[child];
      if (row.kind === 'section') continue;
      items += row.kind === 'text' ? 0 : 1;
      list += row.kind === 'text' ? text('FreeString', row.name) : itemOf(row, isNumber(row.number) ? row.number : String(items), form);
      if (row.kind !== 'text') sum = add(sum, row);
    }
    const inner = own.filter((child) => rows[child].kind === 'section').map((child, index) => section(rows[child], below.get(child) ?? [], index + 1));
    for (const one of inner) sum = add(sum, one.sum);
    const code = heading && isNumber(heading.number) ? heading.number : String(place);
    const head = `${text('Code', code)}${text('Name', heading?.name ?? name)}<Items>${list}</Items>`;
    return { xml: `<Section>${head}${priceOf('SectionPrice', sum, form)}${inner.map(({ xml }) => xml).join('')}</Section>`, sum };
  };
  const sections = topOf(rows, below.get(null) ?? []).map((own, index) =>
    typeof own === 'number' ? section(rows[own], below.get(own) ?? [], index + 1) : section(null, own, index + 1),
  );
  const total = sections.reduce((sum, one) => add(sum, one.sum), levels);
  const head = ggeHead({ number, name, byIndices, at }, priceOf('EstimatePrice', total, form));
  return `${head}<Sections>${sections.map(({ xml }) => xml).join('')}</Sections>${GGE_TAIL(at)}`;
} // prettier-ignore

/** Sections of the first level; rows outside of any stand together, where they are, in one without a heading. */
function topOf(rows: readonly EstimateRow[], top: readonly number[]): (number | number[])[] {
  const groups: (number | number[])[] = [];
  for (const at of top) {
    const last = groups.at(-1);
    if (rows[at].kind === 'section') groups.push(at);
    else if (Array.isArray(last)) last.push(at);
    else groups.push([at]);
  }
  return groups.length ? groups : [[]];
}

/** The nearest heading above a row. */
function sectionOf(rows: readonly EstimateRow[], at: number): number | null {
  let parent = rows[at].parent;
  while (parent !== null && rows[parent].kind !== 'section') parent = rows[parent].parent;
  return parent;
}

function priceOf(tag: string, { base, current }: Amounts, { byIndices, digits }: Form): string {
  const money = (name: string, amount: bigint | null | undefined): string =>
    amount === null || amount === undefined ? '' : text(name, amountText(amount, digits));
  const price = byIndices ? money('PriceBase', base) + money('PriceCurrent', current) : amountText(current ?? 0n, digits);
  return `<${tag}><Summary><Total>${price}</Total><Price>${price}</Price></Summary><Total>${price}</Total></${tag}>`;
}

function itemOf(row: EstimateRow, number: string, form: Form): string {
  const { byIndices, digits } = form;
  const money = (amount: bigint): string => amountText(amount, digits);
  const [base, current] = [takenAt(row, 'base'), takenAt(row, 'current')];
  const atLevels = (of: (taken: NonNullable<Taken>) => string): string =>
    `${base && byIndices ? `<Base>${of(base)}</Base>` : ''}${current ? `<Current>${of(current)}</Current>` : ''}`;
  const norm = NORM.exec(row.code)?.[0] ?? '';
  const isCost = isWork(row) && (byIndices || norm !== '');
  const counted = decimalOf(row.quantity);
  const quantity = counted ? amountText(counted.units, counted.decimals) : '1';
  const external: string[] = [];
  const resource = (tag: string, head: string, count: string, of: (taken: NonNullable<Taken>) => bigint, more = ''): string => {
    const total = (taken: Taken): bigint | null => taken && of(taken);
    const priced = (level: string, amount: bigint | null): string => {
      if (amount === null) return level === 'Cur' && !byIndices ? text('PriceTotalCur', money(0n)) : '';
      const price = exactPrice(count, amount, digits);
      return `${price ? text(`PricePerUnit${level}`, amountText(price.units, price.decimals)) : ''}${text(`PriceTotal${level}`, money(amount))}`;
    };
    const quantities = text('Quantity', count) + text('QuantityTotal', count) + text('Unit', row.unit);
    return `<${tag}>${head}${quantities}${priced('Cur', total(current))}${byIndices ? priced('Base', total(base)) : ''}${more}</${tag}>`;
  };
  const carried = (part: 'equipment' | 'transport'): string => {
    if (!base?.(part) && !current?.(part)) return '';
    const head = text('Code', '') + text('Name', row.name);
    return resource(part === 'equipment' ? 'Equipment' : 'Transport', head, '1', (taken) => taken(part));
  };
  let body: string;
  if (isCost) {
    const of = (taken: NonNullable<Taken>): string => {
      const stated = (tag: string, ...parts: CostPart[]): string => {
        const amount = parts.reduce((sum, part) => sum + taken(part), 0n);
        return amount === 0n ? '' : text(tag, money(amount));
      };
      const direct = DIRECT.reduce((sum, part) => sum + taken(part), 0n);
      // By indices machines have the wages of machinists in them.
      const machines = byIndices ? stated('Machines', 'machines', 'machinist') : stated('Machines', 'machines');
      return `${text('Direct', money(direct))}${machines}${stated('WorkersSalary', 'labour')}${stated('MachinistSalary', 'machinist')}${stated('Materials', 'materials')}`;
    };
    external.push(carried('equipment'), carried('transport'));
    const head = text('Num', number) + text('Prefix', norm) + text('Code', row.code.slice(norm.length)) + text('Name', row.name);
    body = `<Cost>${head}${text('Quantity', quantity)}${text('QuantityTotal', quantity)}${text('Unit', row.unit)}<PerUnit></PerUnit><Totals>${atLevels(of)}</Totals></Cost>`;
  } else {
    const element = ELEMENTS[row.kind] ?? 'Other';
    const own = (taken: NonNullable<Taken>): bigint =>
      DIRECT.reduce((sum, part) => sum + (part === 'transport' && element !== 'Transport' ? 0n : taken(part)), 0n);
    const head = text('Num', number) + text('Code', row.code) + text('Name', row.name);
    body = resource(element, head, quantity, own, element === 'Transport' ? '' : carried('transport'));
  }
  const resources = external.join('') && `<Resources>${external.join('')}</Resources>`;
  const perUnit = current && row.current !== null ? exactPrice(quantity, row.current, digits) : null;
  const unit = byIndices ? '' : `<TotalsUnit>${perUnit ? text('Current', amountText(perUnit.units, perUnit.decimals)) : ''}</TotalsUnit>`;
  const totals = `<Totals>${byIndices && row.base !== null ? text('Base', money(row.base)) : ''}${row.current === null ? '' : text('Current', money(row.current))}</Totals>`;
  const volume = isNumber(row.volumeCode) ? `<QTF>${text('FileNameQTF', '')}${text('NumQTF', row.volumeCode)}</QTF>` : '';
  const added = percentOnWages('Overheads', 'overhead', base, current, form) + percentOnWages('Profits', 'profit', base, current, form);
  return `<Item>${text('SummaryType', 'Прочее')}${text('WorkType', 'Прочее')}${added}${body}${resources}${totals}${unit}${volume}</Item>`;
} // prettier-ignore

/** Overheads or profit of a row, with their rate on its wages. */
function percentOnWages(tag: string, part: CostPart, base: Taken, current: Taken, { byIndices, digits }: Form): string {
  const taken = current?.(part) ? current : base;
  if (!taken?.(part)) return '';
  const wages = taken('labour') + taken('machinist');
  const rate = amountText(wages > 0n ? roundedQuotient(taken(part) * 10_000n, wages) : 0n, 2);
  const head = text('Reason', '') + text('Target', 'ФОТ') + text('Value', rate) + text('ValueTotal', rate);
  const money = (of: Taken): string => amountText(of?.(part) ?? 0n, digits);
  return `<${tag}>${head}${byIndices ? text('PriceBase', money(base)) : ''}${current ? text('PriceCur', money(current)) : ''}</${tag}>`;
}
