import type { CostReport, CostSettings } from '@gantry/contract';
import { dimensionOf, distribute, unitRatio } from '@gantry/engine';
import { type Draft, readerOf } from '../../../planning/edits/edits.service.ts';
import type { LinkableRow } from '../../estimates/estimates.doors.service.ts';
import { byRow, type CostLink, takingsOfRow, type WeightOf } from '../cost-links.rules.ts';
import { labourOf, volumesOf } from '../cost-links.weights.service.ts';

type Taken = { row: LinkableRow; quantity: number; factor: number | null };
/** What works take of the quantities of rows, by measure. */
export type Quantities = Map<number, { volume: Taken[]; labour: Taken[] }>;
type Measure = CostReport['quantities'][number]['measure'];

const MOST_AMOUNT = 1e12;
/** How finely a quantity is divided. */
const WHOLE = 10n ** 12n;

/**
 * Adds what works take of the quantities of rows of one estimate: of rows of works as volume, of rows of labour in units of time as hours. A
 * row that several works divide by the measure itself gives none: what they take would depend on what they had.
 */
export function addQuantities(
  quantities: Quantities,
  links: readonly CostLink[],
  rows: ReadonlyMap<number, LinkableRow>,
  { volumes, labour, by }: CostSettings,
  weight: WeightOf,
): void {
  if (volumes === 'none' && labour === 'none') return;
  for (const [rowId, own] of byRow(links)) {
    const row = rows.get(rowId);
    const measure: Measure | null =
      row?.kind === 'work' ? 'volume' : row?.kind === 'labour' && dimensionOf(row.unit) === 'time' ? 'labour' : null;
    const whole = Number(row?.quantity.replace(',', '.'));
    if (!row || !measure || !whole) continue;
    const weighed = own.filter(({ itemId, share }) => itemId !== null && share === '');
    if (weighed.length > 1 && weighed.some((link) => (link.by ?? by) === measure)) continue;
    const { amounts } = distribute(WHOLE, takingsOfRow(own, row, by, weight));
    for (const [at, { itemId, unitFactor }] of own.entries()) {
      if (itemId === null || amounts[at] === 0n) continue;
      const work = quantities.get(itemId) ?? { volume: [], labour: [] };
      work[measure].push({ row, quantity: whole * (Number(amounts[at]) / Number(WHOLE)), factor: unitFactor });
      quantities.set(itemId, work);
    }
  }
}

/** The quantities of a work together: by the factors of its links, else by units that convert; null where none does. */
function sumOf(taken: readonly Taken[], unit: string): number | null {
  const converted = taken.flatMap(({ row, quantity, factor }) => {
    if (factor !== null) return [quantity * factor];
    const ratio = unitRatio(row.unit, unit);
    return ratio ? [quantity * (Number(ratio.over) / Number(ratio.under))] : [];
  });
  return converted.length ? Number(converted.reduce((sum, one) => sum + one, 0).toPrecision(12)) : null;
}

/** The plain unit of the row with the most money, for a work that has none: `м2` of `100 м2`. */
function unitOf(taken: readonly Taken[]): string {
  const [first] = taken.filter(({ factor }) => factor === null).sort((a, b) => Math.abs(b.row.amount ?? 0) - Math.abs(a.row.amount ?? 0));
  return first ? first.row.unit.replace(/^[\d\s.,\u00a0]+/, '').trim() : '';
}

/**
 * Writes quantities into works, where the settings want that: volume in the work's unit, hours of labour. What resources or norms of a work
 * have stays, and only what differs is touched.
 */
export async function putQuantities(
  draft: Draft,
  settings: Pick<CostSettings, 'volumes' | 'labour'>,
  quantities: Quantities,
  wanted: ReadonlySet<number> | null,
): Promise<CostReport['quantities']> {
  const ids = [...quantities.keys()].filter((id) => !wanted || wanted.has(id));
  if (!ids.length) return [];
  const reader = readerOf(draft).whole();
  const present = { volume: await volumesOf(reader, ids), labour: await labourOf(reader, ids) };
  const changes: CostReport['quantities'] = [];
  for (const work of await draft.rows('wbs', ids)) {
    const taken = quantities.get(work.id) ?? { volume: [], labour: [] };
    const { id: item_id, code, name } = work;
    for (const measure of ['volume', 'labour'] as const) {
      const isVolume = measure === 'volume';
      const mode = isVolume ? settings.volumes : settings.labour;
      const before = isVolume ? work.volume : work.labourHours;
      if (mode === 'none' || (before === null && present[measure].get(work.id))) continue;
      if (mode === 'missing' && before) continue;
      const unit = isVolume ? work.volumeUnit || unitOf(taken.volume) : 'h';
      const after = sumOf(taken[measure], unit);
      if (after === null || after < 0 || after > MOST_AMOUNT || (after === before && (!isVolume || unit === work.volumeUnit))) continue;
      draft.update('wbs', work.id, isVolume ? { volume: after, volumeUnit: unit } : { labourHours: after });
      changes.push({ item_id, code, name, measure, unit, before, after });
    }
  }
  return changes;
}
