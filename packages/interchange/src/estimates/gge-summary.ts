import type { EstimateRowKind } from '@gantry/domain';
import type { ElementView } from '../xml/element-view.ts';
import { blankRow, type EstimateAmounts, type EstimateFile, type EstimateRow, MOST_ROWS, sumOf } from './estimate-file.ts';
import { amountAt } from './gge-current.ts';
import { detailsOf } from './row-details.ts';

/** Object and summary estimates state thousands of roubles with two decimals. */
const SCALE = 1000n;
const CHAPTERS = 14;
/** What stands in a chapter: estimates of objects and works, calculations of other costs, and percentages on top of what is above. */
const ENTRIES: readonly (readonly [string, EstimateRowKind])[] = [
  ['ObjectEstimate', 'work'],
  ['LocalEstimate', 'work'],
  ['Calculation', 'work'],
  ['Addition', 'percent'],
];
const RESOURCES = new Map<string, EstimateRowKind>([
  ['материал', 'material'],
  ['оборудование', 'equipment'],
  ['машина', 'machine'],
  ['машины и механизмы', 'machine'],
  ['перевозка', 'transport'],
]);

/** The estimate of a whole construction by its chapters: what follows the rows, tax too, are rows of it. */
export function summaryEstimateOf(root: ElementView): EstimateFile {
  const rows: EstimateRow[] = [];
  const level = levelOf(root);
  for (let place = 1; place <= CHAPTERS && rows.length < MOST_ROWS; place += 1) {
    const chapter = root.child(`Chapter${place}`);
    if (!chapter) continue;
    const at = rows.push({ ...blankRow(null, 'section'), number: String(place), name: nameOfChapter(chapter) }) - 1;
    const before = rows.length;
    addEntries(chapter, at, level, rows);
    if (rows.length === before) rows.pop();
  }
  return fileOf(root, root, rows, level);
}

/** The estimate of one object: the local estimates that it adds up. */
export function objectEstimateOf(root: ElementView): EstimateFile {
  const object = root.child('Object');
  const rows: EstimateRow[] = [];
  const level = levelOf(object);
  if (object) addEntries(object, null, level, rows);
  return fileOf(object ?? root, root, rows, level);
}

/** A bill of quantities: works and what they need, without prices. */
export function quantitiesOf(root: ElementView): EstimateFile {
  const rows: EstimateRow[] = [];
  for (const section of root.child('Sections')?.children('Section') ?? []) {
    const parent = rows.push({ ...blankRow(null, 'section'), number: section.text('Num'), name: section.text('Name') }) - 1;
    for (const work of section.child('Works')?.children('Work') ?? []) {
      if (rows.length >= MOST_ROWS) break;
      const row = quantityRow(work, parent, 'work');
      const at = rows.push({ ...row, volumeCode: row.number }) - 1;
      for (const resource of work.child('Resources')?.children('Resource') ?? []) {
        const kind = RESOURCES.get(resource.text('Type').trim().toLowerCase()) ?? 'material';
        rows.push({ ...quantityRow(resource, at, kind), number: `${row.number}.${resource.text('Num')}` });
      }
    }
  }
  const none = { base: null, current: null };
  const name = root.text('ObjectName') || root.text('ConstructionSite');
  return {
    format: 'gge',
    profile: 'ru_rim',
    number: root.text('Num'),
    name,
    currency: 'RUB',
    digits: 2,
    rows,
    stated: none,
    counted: none,
  };
}

const quantityRow = (view: ElementView, parent: number, kind: EstimateRowKind): EstimateRow => ({
  ...blankRow(parent, kind),
  number: view.text('Num'),
  name: view.text('Name'),
  unit: view.text('Unit'),
  quantity: view.text('Quantity'),
  details: detailsOf({ formula: view.text('QuantityFormula') }),
});

const levelOf = (holder: ElementView | undefined): keyof EstimateAmounts =>
  ['1', 'true'].includes(holder?.child('PriceLevel')?.text('BasicPrice').trim().toLowerCase() ?? '') ? 'base' : 'current';

function nameOfChapter(chapter: ElementView): string {
  const name = chapter.child('ChapterName');
  return name?.text('ConstantNameChapter') || name?.text('VariableNameChapter') || name?.value.trim() || '';
}

function addEntries(holder: ElementView, parent: number | null, level: keyof EstimateAmounts, rows: EstimateRow[]): void {
  const entries = ENTRIES.flatMap(([name, kind]) => holder.children(name).map((view) => ({ view, kind })));
  for (const { view, kind } of entries.sort((a, b) => a.view.node - b.view.node)) {
    if (rows.length >= MOST_ROWS) return;
    const amount = thousandsAt(view);
    // Programs write an empty line where a chapter has nothing.
    if ((amount === null || amount === 0n) && view.text('Name') === '') continue;
    rows.push({
      ...blankRow(parent, kind),
      number: view.text('Num'),
      code: view.text('Reason').replaceAll(/\s+/g, ' ').trim(),
      name: view.text('Name'),
      [level]: amount,
    });
  }
}

function thousandsAt(view: ElementView | undefined, ...path: string[]): bigint | null {
  const amount = amountAt(view, ...path, 'Total');
  return amount === null ? null : amount * SCALE;
}

function fileOf(holder: ElementView, root: ElementView, rows: EstimateRow[], level: keyof EstimateAmounts): EstimateFile {
  const amounts = (amount: bigint | null): EstimateAmounts => ({ base: null, current: null, [level]: amount });
  return {
    format: 'gge',
    profile: level === 'base' ? 'ru_bim' : 'ru_rim',
    number: holder.text('Num') || root.text('Num'),
    name: holder.text('Name') || root.text('Name'),
    currency: 'RUB',
    digits: 2,
    rows,
    stated: amounts(thousandsAt(holder, 'Summary')),
    counted: amounts(sumOf(rows, level)),
  };
}
