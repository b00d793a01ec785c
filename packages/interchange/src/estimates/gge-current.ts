import type { Findings } from '../findings.ts';
import type { ElementView } from '../xml/element-view.ts';
import { decimalOf, minorUnitsOf, roundedQuotient, splitTotal } from '@gantry/domain';

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

type Share = { item: number; base: bigint };

/**
 * Current amounts of the items of an estimate by the method of bases and indices: wages, overheads, profit and transport stand in the
 * file; machines, materials and equipment are the base times the index of the kind of work. The file's amount of such a cell rules
 * within rounding, and what the items miss goes to them by the largest remainder.
 */
export function currentByIndices(items: readonly ElementView[], price: ElementView | undefined, findings: Findings): bigint[] {
  const amounts = items.map(() => 0n);
  const cells = new Map<string, Share[]>();
  for (const [item, view] of items.entries()) {
    const kind = KINDS.get(view.text('WorkType')) ?? 'Other';
    const put = (part: string, base: bigint | null): void => {
      if (base === null || base === 0n) return;
      const key = `${kind}.${part}`;
      const cell = cells.get(key);
      if (cell) cell.push({ item, base });
      else cells.set(key, [{ item, base }]);
    };
    if (kind === 'Other') put('all', amountAt(view, 'Totals', 'Base'));
    else amounts[item] += partsOf(view, put);
  }
  for (const [key, shares] of cells) {
    const [kind, part] = key.split('.');
    let cell = price?.child(kind);
    for (const name of CELLS[part]) cell = cell?.child(name);
    for (const [at, amount] of currentOfCell(shares, cell, key, findings).entries()) amounts[shares[at].item] += amount;
  }
  return amounts;
}

/** What an item states in current prices; its parts that take an index are handed to `put`. */
function partsOf(view: ElementView, put: (part: string, base: bigint | null) => void): bigint {
  const cost = view.child('Cost');
  put('machines', amountAt(cost, 'Totals', 'Base', 'Machines'));
  put('materials', amountAt(cost, 'Totals', 'Base', 'Materials'));
  let stated = amountAt(cost, 'Totals', 'Current', 'WorkersSalary') ?? 0n;
  stated += (amountAt(view, 'Overheads', 'PriceCur') ?? 0n) + (amountAt(view, 'Profits', 'PriceCur') ?? 0n);
  for (const holder of [view, ...view.children('Resources')]) {
    for (const [name, part] of [
      ['Material', 'materials'],
      ['Equipment', 'equipment'],
      ['Machine', 'machines'],
    ] as const) {
      for (const resource of holder.children(name)) {
        // An allowance to the wages of machinists stands as a machine.
        const wages = name === 'Machine' ? amountAt(resource, 'MachinistSalary') : null;
        if (wages === null) put(part, amountAt(resource, 'PriceTotalBase'));
        stated += wages ?? 0n;
        for (const transport of resource.children('Transport')) stated += amountAt(transport, 'PriceTotalCur') ?? 0n;
      }
    }
  }
  return stated;
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
