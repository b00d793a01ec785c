import type { ProposedVolume, QUANTITY_OBSTACLES } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { type Database, perDatabase } from '../../../platform/postgres/database.ts';

/** What some works come to together, in a unit. */
export type QuantityAsked = { itemIds: readonly number[]; unit: string };
export type QuantityFound =
  | Pick<ProposedVolume, 'after' | 'quantity' | 'from_file' | 'from_geometry' | 'without'>
  | { why: Exclude<(typeof QUANTITY_OBSTACLES)[number], 'partly'> };
/** Measures works of a version by a set of links, an answer to each question in their order. */
export type QuantitySource = (
  context: Context,
  place: { id: number; linkId: number },
  asked: readonly QuantityAsked[],
) => Promise<QuantityFound[]>;

const sourceOf = perDatabase((): { measure: QuantitySource | null } => ({ measure: null }));

/** From now on works are measured by a source. */
export const takeQuantitiesFrom = (services: { database: Database }, source: QuantitySource): void => {
  sourceOf(services).measure = source;
};

/** Measures works as the registered source does; without one no work has elements. */
export const quantitiesOfWorks: QuantitySource = async (context, place, asked) =>
  (await sourceOf(context).measure?.(context, place, asked)) ?? asked.map(() => ({ why: 'no_elements' }));
