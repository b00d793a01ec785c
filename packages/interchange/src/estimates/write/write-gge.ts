import { amountText, COST_PARTS, type CostPart, type EstimateRowKind } from '@gantry/domain';
import { escapeXml } from '../../xml/write-elements.ts';
import type { EstimateRow } from '../estimate-file.ts';
import { amountOf, type EstimateToWrite, exactPrice, partsOfRow } from './written-rows.ts';

const ELEMENTS: Partial<Record<EstimateRowKind, string>> = {
  material: 'Material',
  machine: 'Machine',
  equipment: 'Equipment',
  transport: 'Transport',
};
/** Where a work states its parts; what stands nowhere is in the total alone. */
const STATED: readonly (readonly [CostPart, string])[] = [
  ['machines', 'Machines'],
  ['labour', 'WorkersSalary'],
  ['machinist', 'MachinistSalary'],
  ['materials', 'Materials'],
];
const DIRECT: ReadonlySet<CostPart> = new Set(['labour', 'machines', 'machinist', 'materials', 'equipment', 'transport', 'other']);
const text = (tag: string, value: string): string => `<${tag}>${escapeXml(value)}</${tag}>`;
const isNumber = (number: string): boolean => /^[1-9]\d{0,8}$/.test(number);

/**
 * A local estimate in current prices (GGE XML, by resources) with what an estimate knows; what the ministry's schema asks beyond that, such
 * as legal documents and prices of 2022, is left to the program that completes it.
 */
export function ggeOf({ number, name, digits, rows }: EstimateToWrite): string {
  const below = Map.groupBy(rows.keys(), (at) => (rows[at].kind === 'section' ? rows[at].parent : sectionOf(rows, at)));
  const money = (amount: bigint): string => amountText(amount, digits);
  let items = 0;
  const section = (at: number | null, place: number): { xml: string; sum: bigint } => {
    const own = below.get(at) ?? [];
    const row = at === null ? null : rows[at];
    let sum = 0n;
    const list = own
      .filter((child) => rows[child].kind !== 'section')
      .map((child) => {
        const one = rows[child];
        if (one.kind === 'text') return text('FreeString', one.name);
        sum += amountOf(one) ?? 0n;
        items += 1;
        return itemOf(one, isNumber(one.number) ? one.number : String(items), digits);
      });
    const inner = own.filter((child) => rows[child].kind === 'section').map((child, index) => section(child, index + 1));
    for (const part of inner) sum += part.sum;
    const code = row && isNumber(row.number) ? row.number : String(place);
    const head = `${text('Code', code)}${text('Name', row?.name ?? name)}<Items>${list.join('')}</Items>`;
    const price = `<SectionPrice><Summary>${text('Total', money(sum))}${text('Price', money(sum))}</Summary>${text('Total', money(sum))}</SectionPrice>`;
    return { xml: `<Section>${head}${price}${inner.map(({ xml }) => xml).join('')}</Section>`, sum };
  };
  const top = below.get(null) ?? [];
  const loose = top.some((at) => rows[at].kind !== 'section');
  const sections = loose ? [section(null, 1)] : top.map((at, index) => section(at, index + 1));
  const total = sections.reduce((sum, one) => sum + one.sum, 0n);
  const price = `<EstimatePrice><Summary>${text('Total', money(total))}${text('Price', money(total))}</Summary>${text('Total', money(total))}</EstimatePrice>`;
  const head = `${text('Num', number)}${text('Name', name)}`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Construction xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="LocalEstimateResourceIndexMethod-3_01.xsd"><Meta><Soft>${text('Name', 'Gantry')}${text('Version', '1')}</Soft><File>${text('Type', 'ЛС')}${text('Version', '3.01')}</File></Meta>${head}<Object>${head}<Estimate>${head}${price}<Sections>${sections.map(({ xml }) => xml).join('')}</Sections></Estimate></Object></Construction>`;
}

/** The nearest heading above a row. */
function sectionOf(rows: readonly EstimateRow[], at: number): number | null {
  let parent = rows[at].parent;
  while (parent !== null && rows[parent].kind !== 'section') parent = rows[parent].parent;
  return parent;
}

function itemOf(row: EstimateRow, number: string, digits: number): string {
  const money = (amount: bigint): string => amountText(amount, digits);
  const amount = amountOf(row);
  const element = ELEMENTS[row.kind] ?? 'Cost';
  const parts = new Map(COST_PARTS.map((part, at) => [part, partsOfRow(row)[at]]));
  const taken = (part: CostPart): bigint => parts.get(part) ?? 0n;
  const on = (tag: string, part: CostPart): string =>
    taken(part) === 0n ? '' : `<${tag}>${text('Reason', '')}${text('PriceCur', money(taken(part)))}</${tag}>`;
  const isWork = element === 'Cost';
  const head = `${text('Num', number)}${isWork ? text('Prefix', '') : ''}${text('Code', row.code)}${text('Name', row.name)}`;
  const quantity = row.quantity.replace(',', '.');
  const price = amount === null ? null : exactPrice(quantity, amount, digits);
  const unitPrice = price ? amountText(price.units, price.decimals) : '';
  const priced = amount === null ? '' : `${unitPrice && text('PricePerUnitCur', unitPrice)}${text('PriceTotalCur', money(amount))}`;
  const count = quantity && text('Quantity', quantity) + text('QuantityTotal', quantity);
  const direct = [...parts].reduce((sum, [part, own]) => sum + (DIRECT.has(part) ? own : 0n), 0n);
  const stated = STATED.filter(([part]) => taken(part) !== 0n).map(([part, tag]) => text(tag, money(taken(part))));
  const divided = isWork && amount !== null ? `<Totals><Current>${text('Direct', money(direct))}${stated.join('')}</Current></Totals>` : '';
  const external = (['equipment', 'transport'] as const)
    .filter((part) => isWork && taken(part) !== 0n)
    .map((part) => {
      const tag = part === 'equipment' ? 'Equipment' : 'Transport';
      return `<${tag}>${text('Code', '')}${text('Name', row.name)}${text('Unit', row.unit)}${text('PriceTotalCur', money(taken(part)))}</${tag}>`;
    });
  const resources = external.length ? `<Resources>${external.join('')}</Resources>` : '';
  const body = `<${element}>${head}${count}${text('Unit', row.unit)}${isWork ? divided : priced}</${element}>`;
  const totals = amount === null ? '' : `<Totals>${text('Current', money(amount))}</Totals>`;
  const perUnit = unitPrice && `<TotalsUnit>${text('Current', unitPrice)}</TotalsUnit>`;
  const volume = isNumber(row.volumeCode) ? `<QTF>${text('FileNameQTF', '')}${text('NumQTF', row.volumeCode)}</QTF>` : '';
  return `<Item>${text('SummaryType', 'Прочее')}${text('WorkType', 'Прочее')}${on('Overheads', 'overhead')}${on('Profits', 'profit')}${body}${resources}${totals}${perUnit}${volume}</Item>`;
}
