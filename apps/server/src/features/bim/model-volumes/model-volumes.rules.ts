import type { ModelQuantity, ProposedVolume, VOLUME_OBSTACLES } from '@gantry/contract';
import type { UnitDimension } from '@gantry/domain';
import { dimensionOf, unitRatio } from '@gantry/engine';

/** What an element of a model has; null: nobody says. */
export type ElementQuantities = {
  volume: number | null;
  area: number | null;
  length: number | null;
  volume_source: 'file' | 'geometry' | null;
};
export type LinkedElement = { item_id: number; share: number } & ElementQuantities;
export type VolumeWork = { id: number; code: string; name: string; volume: number | null; volumeUnit: string };
type Quantity = ProposedVolume['quantity'];
type Obstacle = (typeof VOLUME_OBSTACLES)[number];

const UNITS: Record<Quantity, string> = { volume: 'm³', area: 'm²', length: 'm', count: 'pcs' };
const DECIMALS = 1e6;

const quantityOfDimension = (dimension: UnitDimension | null): Quantity | null =>
  dimension === 'pieces' ? 'count' : dimension === 'volume' || dimension === 'area' || dimension === 'length' ? dimension : null;

const valueOf = (element: ElementQuantities, quantity: Quantity): number | null => (quantity === 'count' ? 1 : element[quantity]);

/** The volume of a work by its elements, in its unit; or why it gets none. */
export function volumeOfWork(
  { id, code, name, volume, volumeUnit }: VolumeWork,
  elements: readonly LinkedElement[],
  wanted: ModelQuantity,
): { proposed: ProposedVolume } | { why: Obstacle } {
  const quantity = wanted === 'by_unit' ? (volumeUnit.trim() === '' ? 'volume' : quantityOfDimension(dimensionOf(volumeUnit))) : wanted;
  if (!quantity) return { why: 'unit' };
  const unit = volumeUnit.trim() === '' ? UNITS[quantity] : volumeUnit;
  const ratio = unitRatio(UNITS[quantity], unit);
  if (!ratio) return { why: 'unit' };
  let sum = 0;
  const sources = { from_file: 0, from_geometry: 0, without: 0 };
  for (const element of elements) {
    const value = valueOf(element, quantity);
    if (value === null) sources.without++;
    else {
      sum += value * element.share;
      sources[quantity === 'volume' && element.volume_source === 'geometry' ? 'from_geometry' : 'from_file']++;
    }
  }
  if (sources.without === elements.length) return { why: 'no_quantity' };
  const after = Math.round(sum * (Number(ratio.over) / Number(ratio.under)) * DECIMALS) / DECIMALS;
  return { proposed: { item_id: id, code, name, quantity, unit, before: volume, after, ...sources } };
}
