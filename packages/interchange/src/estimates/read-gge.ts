import { collectFindings, type Findings } from '../findings.ts';
import type { ByteSource, ReadOptions } from '../project-file.ts';
import { type ElementView, openElements } from '../xml/element-view.ts';
import { readElements, type XmlLimits } from '../xml/read-elements.ts';
import { amountText, type EstimateRowKind } from '@gantry/domain';
import {
  blankRow,
  dividedInto,
  type EstimateAmounts,
  type EstimateFile,
  type EstimateRead,
  type EstimateRow,
  MOST_ROWS,
  sumOf,
} from './estimate-file.ts';
import { amountAt, currentByIndices, type GgeItem, statedByPart } from './gge-current.ts';
import { collectResources } from './gge-resources.ts';
import { objectEstimateOf, quantitiesOf, summaryEstimateOf } from './gge-summary.ts';
import { detailsOf } from './row-details.ts';

/** What amounts of rows take of a resource; the rest of it is by far the most of a file and is no element of what is read. */
const OF_RESOURCE = new Set(['PriceTotalBase', 'PriceTotalCur', 'MachinistSalary', 'Transport']);
const RESOURCES = new Set(['Material', 'Equipment', 'Machine', 'Transport', 'Worker', 'Machinist']);
const LIMITS: XmlLimits = {
  depth: 64,
  nodes: 30_000_000,
  textLength: 1 << 20,
  skip: (name, around) =>
    name === 'ResourcesInternal' ||
    (around[around.length - 2] === 'Resources' && RESOURCES.has(around[around.length - 1]) && !OF_RESOURCE.has(name)),
};
const KINDS: readonly (readonly [string, EstimateRowKind])[] = [
  ['Cost', 'work'],
  ['Material', 'material'],
  ['Equipment', 'equipment'],
  ['Machine', 'machine'],
  ['Worker', 'labour'],
  ['Transport', 'transport'],
  ['Other', 'work'],
];

/** Kinds of files beside local estimates, by the word that the file says. */
const OTHER_KINDS: Record<string, (root: ElementView) => EstimateFile> = {
  ССР: summaryEstimateOf,
  ОСР: objectEstimateOf,
  'Ведомость объемов работ': quantitiesOf,
};

/**
 * Reads a file of the Russian ministry of construction (GGE XML): a local estimate by indices or by resources, an object or a summary
 * estimate, a bill of quantities. Never throws over a file.
 */
export async function readGge(source: ByteSource, options: ReadOptions = {}): Promise<EstimateRead> {
  const findings = collectFindings();
  const { watch, packed, report } = collectResources();
  const read = await readElements(source, options, findings, { ...LIMITS, watch });
  const root = read ? openElements(read.elements, findings) : undefined;
  const estimate = root ? estimateOf(root, packed, findings) : null;
  if (estimate) report(findings);
  return { estimate, findings: findings.list() };
}

function estimateOf(root: ElementView, packed: ReadonlyMap<number, string>, findings: Findings): EstimateFile | null {
  const type = root.child('Meta')?.child('File')?.text('Type') ?? '';
  const other = Object.hasOwn(OTHER_KINDS, type) ? OTHER_KINDS[type](root) : null;
  if (other) {
    checkTotals(other.stated, other.counted, findings);
    return other;
  }
  if (root.name !== 'Construction' || type !== 'ЛС') {
    findings.add({ severity: 'error', code: type === '' ? 'estimate.unknown_format' : 'estimate.kind_not_read', value: type || root.name });
    return null;
  }
  const view = root.child('Object')?.child('Estimate');
  const price = view?.child('EstimatePrice');
  const byIndices = /BaseIndex/.test(root.text('@xsi:noNamespaceSchemaLocation')) || (price?.child('Total')?.has('PriceBase') ?? false);
  const rows: EstimateRow[] = [];
  const items: Item[] = [];
  addSections(view?.child('Sections'), null, { rows, items, packed });
  if (rows.length >= MOST_ROWS) findings.add({ severity: 'error', code: 'estimate.too_many_rows', parameters: { most: MOST_ROWS } });
  // Where no index is of the whole estimate, its positions state what they come to.
  const isStated = view?.text('IndexType') === 'Отсутствует' || items.every(({ view: item }) => item.child('Totals')?.has('Current'));
  const currents = byIndices && !isStated ? currentByIndices(items, price, findings) : null;
  const machinists = byIndices && isStated ? 'apart' : 'within';
  for (const [at, { row, view: item, kind }] of items.entries()) {
    const base = amountAt(item, 'Totals', 'Base');
    const parts = currents ? currents[at] : statedByPart(item, 'Current', byIndices ? machinists : 'beside');
    const counted = Object.values(parts).reduce((sum, part) => sum + part, 0n);
    const current = currents ? counted : amountAt(item, 'Totals', 'Current');
    const baseParts = dividedInto(base, kind, statedByPart(item, 'Base', machinists));
    Object.assign(rows[row], { base, current, parts: dividedInto(current, kind, parts), baseParts });
  }
  const stated = byIndices
    ? { base: amountAt(price, 'Total', 'PriceBase'), current: amountAt(price, 'Total', 'PriceCurrent') }
    : { base: null, current: amountAt(price, 'Total') };
  const counted = { base: byIndices ? sumOf(rows, 'base') : null, current: sumOf(rows, 'current') };
  checkTotals(stated, counted, findings);
  return {
    format: 'gge',
    profile: byIndices ? 'ru_bim' : 'ru_rim',
    number: view?.text('Num') || root.text('Num'),
    name: view?.text('Name') || root.text('Name'),
    currency: 'RUB',
    digits: 2,
    rows,
    stated,
    counted,
  };
}

/** An item of the file and the place of its row. */
type Item = GgeItem & { row: number };

type Reading = { rows: EstimateRow[]; items: Item[]; packed: ReadonlyMap<number, string> };

function addSections(holder: ElementView | undefined, parent: number | null, read: Reading): void {
  const { rows, items, packed } = read;
  for (const section of holder?.children('Section') ?? []) {
    if (rows.length >= MOST_ROWS) return;
    const at = rows.push(plainRow(parent, 'section', section.text('Code'), section.text('Name'))) - 1;
    const list = section.child('Items');
    const entries = [...(list?.children('Item') ?? []), ...(list?.children('FreeString') ?? [])].sort((a, b) => a.node - b.node);
    for (const entry of entries) {
      if (rows.length >= MOST_ROWS) return;
      if (entry.name === 'FreeString') rows.push(plainRow(at, 'text', '', entry.value.trim()));
      else {
        const row = itemRow(entry, at, packed.get(entry.node) ?? '');
        items.push({ row: rows.push(row) - 1, view: entry, kind: row.kind });
      }
    }
    addSections(section.child('Sections') ?? section, at, read);
  }
}

function itemRow(item: ElementView, parent: number, resources: string): EstimateRow {
  for (const [name, kind] of KINDS) {
    const cost = item.child(name);
    if (!cost) continue;
    return {
      ...plainRow(parent, kind, cost.text('Num'), cost.text('Name')),
      code: `${cost.text('Prefix')}${cost.text('Code')}`,
      unit: cost.text('Unit'),
      quantity: cost.text('QuantityTotal') || cost.text('ConsumptionTotal') || cost.text('Quantity'),
      volumeCode: item.child('QTF')?.text('NumQTF') ?? '',
      guids: guidsOf(item),
      details: detailsOf({
        hours: cost.child('Totals')?.child('Natural')?.text('LaborCosts') ?? '',
        formula: cost.text('QuantityFormula'),
        resources,
      }),
    };
  }
  return plainRow(parent, 'work', '', '');
}

const IFC_GUID = /^[0-3][0-9A-Za-z_$]{21}$/;
const MOST_GUIDS = 1000;

/** Elements of models that an item names; a text that is no GUID names none. */
function guidsOf(item: ElementView): string[] {
  const named = (item.child('BIMData')?.children('Element') ?? []).map((element) => element.text('IfcGuid').trim());
  return [...new Set(named.filter((guid) => IFC_GUID.test(guid)))].slice(0, MOST_GUIDS);
}

const plainRow = (parent: number | null, kind: EstimateRowKind, number: string, name: string): EstimateRow => ({
  ...blankRow(parent, kind),
  number,
  name,
});

function checkTotals(stated: EstimateAmounts, counted: EstimateAmounts, findings: Findings): void {
  for (const level of ['base', 'current'] as const) {
    const [named, own] = [stated[level], counted[level]];
    if (named === null || own === null || named === own) continue;
    const parameters = { stated: amountText(named, 2), counted: amountText(own, 2) };
    findings.add({ severity: 'warning', code: 'estimate.total_differs', field: level, parameters });
  }
}
