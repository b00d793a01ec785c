import type { CostLink } from '../cost-links/cost-links.service.ts';
import { exceedsWhole, fractionOf } from '@gantry/engine';

const DECIMALS = 1e6;

/** A quantity of elements times a factor, as an estimate writes it. */
export const quantityText = (value: number, factor: string): string => String(Math.round(value * Number(factor) * DECIMALS) / DECIMALS);

/**
 * Whether the works of a row carry out all of it: one of them takes what the others leave, or their shares make the whole; and nothing of the
 * row is left out on purpose, or taken by its parts of costs.
 */
export function isWhole(links: readonly Pick<CostLink, 'share' | 'itemId' | 'parts'>[]): boolean {
  if (links.some(({ itemId, parts }) => itemId === null || parts)) return false;
  if (links.some(({ share }) => share === '')) return true;
  const least = { over: 1n, under: 10n ** 9n };
  const shares = links.flatMap(({ share }) => fractionOf(share) ?? []);
  return exceedsWhole([...shares, least].map((share) => ({ share, weight: 0n })));
}
