import type { Findings } from '../findings.ts';
import type { ElementView } from '../xml/element-view.ts';
import { type CostPart, decimalOf, type EstimateRowKind, minorUnitsOf, roundedQuotient, splitTotal, usualPart } from '@gantry/domain';

const DIGITS = 2;

/** An amount of a child element in kopecks; null where it is absent or empty. A broken one leaves a finding. */
export function amountAt(view: ElementView | undefined, ...path: string[]): bigint | null {
  let at = view;
  for (const name of path.slice(0, -1)) at = at?.child(name);
  const field = path[path.length - 1];
  const text = at?.text(field) ?? '';
  if (text === '') return null;
  const decimal = decimalOf(text);
  if (!decimal) at?.report('warning', 'value.bad_number', field);
  return decimal && minorUnitsOf(decimal, DIGITS);
}

const KINDS = new Map([
  ['Строительные', 'Building'],
  ['Монтажные', 'Mounting'],
  ['Оборудование', 'Equipment'],
  ['Прочее', 'Other'],
]);
const CELLS: Record<string, readonly string[]> = {
  machines: ['Machines'],
  materials: ['Materials', 'Price'],
  equipment: ['Price'],
  all: [],
};

type Share = { item: number; part: CostPart; base: bigint };
export type AmountsByPart = Partial<Record<CostPart, bigint>>;
export type GgeItem = { view: ElementView; kind: EstimateRowKind };

const addTo = (amounts: AmountsByPart, part: CostPart, amount: bigint | null | undefined): void => {
  if (amount) amounts[part] = (amounts[part] ?? 0n) + amount;
};

/**
 * Current amounts of the items of an estimate by the method of bases and indices, by their parts: wages, overheads, profit and transport
 * stand in the file; machines, materials and equipment are the base times the index of the kind of work. The file's amount of such a cell
 * rules within rounding, and what the items miss goes to them by the largest remainder.
 */
export function currentByIndices(items: readonly GgeItem[], price: ElementView | undefined, findings: Findings): AmountsByPart[] {
  const amounts = items.map((): AmountsByPart => ({}));
  const cells = new Map<string, Share[]>();
  for (const [item, { view, kind: rowKind }] of items.entries()) {
    const kind = KINDS.get(view.text('WorkType')) ?? 'Other';
    const put = (cell: string, part: CostPart, base: bigint | null): void => {
      if (base === null || base === 0n) return;
      const key = `${kind}.${cell}`;
      const shares = cells.get(key);
      if (shares) shares.push({ item, part, base });
      else cells.set(key, [{ item, part, base }]);
    };
    if (kind === 'Other') put('all', usualPart(rowKind), amountAt(view, 'Totals', 'Base'));
    else addStated(view, amounts[item], (part, base) => put(part, part, base));
  }
  for (const [key, shares] of cells) {
    const [kind, part] = key.split('.');
    let cell = price?.child(kind);
    for (const name of CELLS[part]) cell = cell?.child(name);
    for (const [at, amount] of currentOfCell(shares, cell, key, findings).entries())
      addTo(amounts[shares[at].item], shares[at].part, amount);
  }
  return amounts;
}

/** Adds what an item states in current prices; its parts that take an index are handed to `put`. */
function addStated(view: ElementView, amounts: AmountsByPart, put: (part: CostPart, base: bigint | null) => void): void {
  const cost = view.child('Cost');
  put('machines', amountAt(cost, 'Totals', 'Base', 'Machines'));
  put('materials', amountAt(cost, 'Totals', 'Base', 'Materials'));
  addTo(amounts, 'labour', amountAt(cost, 'Totals', 'Current', 'WorkersSalary'));
  addTo(amounts, 'overhead', amountAt(view, 'Overheads', 'PriceCur'));
  addTo(amounts, 'profit', amountAt(view, 'Profits', 'PriceCur'));
  for (const { resource, name, part } of resourcesOf(view)) {
    // An allowance to the wages of machinists stands as a machine.
    const wages = name === 'Machine' ? amountAt(resource, 'MachinistSalary') : null;
    if (wages === null) put(part, amountAt(resource, 'PriceTotalBase'));
    else addTo(amounts, 'machinist', wages);
    for (const transport of resource.children('Transport')) addTo(amounts, 'transport', amountAt(transport, 'PriceTotalCur'));
  }
  for (const transport of transportOf(view)) addTo(amounts, 'transport', amountAt(transport, 'PriceTotalCur'));
}

const RESOURCES = [
  ['Material', 'materials'],
  ['Equipment', 'equipment'],
  ['Machine', 'machines'],
] as const;
/** Transport that stands by itself, not with what is carried. */
const transportOf = (view: ElementView): ElementView[] =>
  [view, ...view.children('Resources')].flatMap((holder) => holder.children('Transport'));
const resourcesOf = (view: ElementView) =>
  [view, ...view.children('Resources')].flatMap((holder) =>
    RESOURCES.flatMap(([name, part]) => holder.children(name).map((resource) => ({ resource, name, part }))),
  );

/**
 * What an item states at one level of prices, by its parts. Machines have the wages of machinists `beside` them (by resources), or `within`
 * them, from which `apart` takes them out.
 */
export function statedByPart(view: ElementView, level: 'Base' | 'Current', machinists: 'beside' | 'within' | 'apart'): AmountsByPart {
  const amounts: AmountsByPart = {};
  const cost = view.child('Cost');
  const price = level === 'Base' ? 'PriceBase' : 'PriceCur';
  addTo(amounts, 'labour', amountAt(cost, 'Totals', level, 'WorkersSalary'));
  addTo(amounts, 'machines', amountAt(cost, 'Totals', level, 'Machines'));
  const wagesWithin = machinists === 'within' ? null : amountAt(cost, 'Totals', level, 'MachinistSalary');
  addTo(amounts, 'machinist', wagesWithin);
  if (machinists === 'apart') addTo(amounts, 'machines', -(wagesWithin ?? 0n));
  addTo(amounts, 'materials', amountAt(cost, 'Totals', level, 'Materials'));
  addTo(amounts, 'overhead', amountAt(view, 'Overheads', price));
  addTo(amounts, 'profit', amountAt(view, 'Profits', price));
  const total = level === 'Base' ? 'PriceTotalBase' : 'PriceTotalCur';
  for (const { resource, name, part } of resourcesOf(view)) {
    const wages = name === 'Machine' && machinists !== 'beside' ? amountAt(resource, 'MachinistSalary') : null;
    if (wages !== null) addTo(amounts, 'machinist', level === 'Base' ? amountAt(resource, total) : wages);
    else addTo(amounts, part, amountAt(resource, total));
    for (const transport of resource.children('Transport')) addTo(amounts, 'transport', amountAt(transport, total));
  }
  for (const transport of transportOf(view)) addTo(amounts, 'transport', amountAt(transport, total));
  return amounts;
}

function currentOfCell(shares: readonly Share[], cell: ElementView | undefined, key: string, findings: Findings): bigint[] {
  const stated = amountAt(cell, 'PriceCurrent');
  const base = amountAt(cell, 'PriceBase');
  const index = decimalOf(cell?.child('PriceIndex')?.text('Final') ?? '');
  if (!index && (stated === null || base === null || base <= 0n)) {
    findings.add({ severity: 'warning', code: 'estimate.no_index', field: key });
    return shares.map(() => 0n);
  }
  const over = index ? index.units : (stated ?? 0n);
  const under = index ? 10n ** BigInt(index.decimals) : (base ?? 1n);
  const exact = shares.map((share) => share.base * over);
  const own = exact.map((amount) => roundedQuotient(amount, under));
  const missing = (stated ?? 0n) - own.reduce((sum, amount) => sum + amount, 0n);
  if (stated === null || missing === 0n) return own;
  if ((missing < 0n ? -missing : missing) * 2n > BigInt(shares.length) + 1n) {
    findings.add({ severity: 'warning', code: 'estimate.cell_differs', field: key });
    return own;
  }
  return splitTotal(stated, exact, under);
}
