import type { ProposedVolume, QUANTITY_OBSTACLES } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import { type Database, perDatabase } from '../../../platform/postgres/database.ts';

/** What some works come to together, in a unit. */
export type QuantityAsked = { itemIds: readonly number[]; unit: string };
export type QuantityFound =
  | Pick<ProposedVolume, 'after' | 'quantity' | 'from_file' | 'from_geometry' | 'without'>
  | { why: Exclude<(typeof QUANTITY_OBSTACLES)[number], 'partly'> };
type Place = { id: number; linkId: number };
/** A model and its version that is shown. */
export type MeasuredModel = { id: number; name: string; versionId: number };
export type QuantitySource = {
  /** Measures works of a version by a set of links, an answer to each question in their order. */
  measure(context: Context, place: Place, asked: readonly QuantityAsked[]): Promise<QuantityFound[]>;
  /** Models whose elements a set of links can name. */
  models(context: Context, place: Place): Promise<MeasuredModel[]>;
};

const sourceOf = perDatabase((): { source: QuantitySource | null } => ({ source: null }));

/** From now on works are measured by a source. */
export const takeQuantitiesFrom = (services: { database: Database }, source: QuantitySource): void => {
  sourceOf(services).source = source;
};

/** The registered source; without one no work has elements. */
export const quantitySource = (services: { database: Database }): QuantitySource =>
  sourceOf(services).source ?? {
    measure: async (_context, _place, asked) => asked.map(() => ({ why: 'no_elements' })),
    models: async () => [],
  };
