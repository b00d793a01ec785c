import type { VersionRow } from '@gantry/domain';
import { type FactMeasure, type OwnTotals, totalsOf } from '@gantry/engine';

/** What is asked of a series of days to know what it counts for. */
export type CountedRow = Pick<VersionRow<'daySeries'>, 'resourceId' | 'measure' | 'mode' | 'total'>;
/** What is asked of an assignment to know what its work comes to. */
export type CountedPart = Pick<VersionRow<'assignment'>, 'id' | 'resourceId' | 'plannedUnits' | 'plannedCost' | 'actualUnits' | 'extra'>;

/** A work with what its facts touch; `own` are its amounts, `before` its series before the change. */
export type WorkOfDays<S extends CountedRow, A extends CountedPart = CountedPart> = {
  own: OwnTotals;
  series: readonly S[];
  before: readonly S[];
  assignments: readonly A[];
  resourceOf(id: number): Pick<VersionRow<'resource'>, 'kind' | 'unit'>;
};

const UNIT_MEASURES = ['volume', 'labour'] as const satisfies readonly FactMeasure[];

/** What is known as done of a measure: a sum from before the days, and the series that count. */
type CountedSeries<S> = { opening: number; series: readonly S[] };
/** What facts give to an assignment: series of its own, beside what was known. */
type Given<S> = { id: number; known: number; series: readonly S[] };

const sumOf = (series: readonly CountedRow[]): number => series.reduce((sum, { total }) => sum + total, 0);

/** Totals of a work and what is done of them, by series: of resources that have days of their own, theirs; the carrier of the volume takes the rest. */
export function seriesOfFacts<S extends CountedRow>({ own: ownTotals, series, before, assignments, resourceOf }: WorkOfDays<S>) {
  const [plans, facts] = (['plan', 'fact'] as const).map((mode) => series.filter((row) => row.mode === mode));
  const factsBefore = before === series ? facts : before.filter(({ mode }) => mode === 'fact');
  const parts = assignments.map((one) => ({ ...one, ...one.extra, ...kindOf(resourceOf(one.resourceId)) }));
  const planned = (measure: FactMeasure) => sumOf(plans.filter((row) => row.measure === measure));
  const totals = totalsOf(parts, { volume: planned('volume'), labour: planned('labour'), cost: planned('cost') }, ownTotals);
  const given: Given<S>[] = [];
  const sources: Partial<Record<FactMeasure, CountedSeries<S>>> = {};
  const factsOfBefore: S[][] = [];
  const carrier = parts.find(({ carriesVolume, plannedUnits }) => carriesVolume && plannedUnits > 0);
  for (const measure of UNIT_MEASURES) {
    const counted = parts.filter((one) => {
      if (measure === 'labour') return one.kind !== 'material';
      return carrier ? one === carrier : one.kind === 'material' && !totals.mixedUnits;
    });
    const others = new Set(parts.filter((one) => !counted.includes(one)).map(({ resourceId }) => resourceId));
    const isCounted = (row: S) => row.measure === measure && (row.resourceId === null || !others.has(row.resourceId));
    const [own, ownBefore] = [facts.filter(isCounted), factsBefore.filter(isCounted)];
    if (!own.length && !ownBefore.length) continue;
    const hasDays = (one: CountedPart) => [...own, ...ownBefore].some(({ resourceId }) => resourceId === one.resourceId);
    const isGiven = (one: CountedPart): boolean => given.some(({ id }) => id === one.id);
    for (const one of counted)
      if (one !== carrier && hasDays(one))
        given.push({ id: one.id, known: 0, series: own.filter(({ resourceId }) => resourceId === one.resourceId) });
    const without = counted.filter((one) => !isGiven(one));
    // What it had beyond its days was known before them as a sum.
    const opening = without.reduce((sum, one) => sum + one.actualUnits, 0);
    const taker = without.length === 1 ? without[0] : null;
    const ofTaker = (row: S) => row.resourceId === null || row.resourceId === taker?.resourceId;
    const known = taker ? Math.max(0, opening - sumOf(ownBefore.filter(ofTaker))) : opening;
    if (taker) given.push({ id: taker.id, known, series: own.filter(ofTaker) });
    sources[measure] = { opening: known, series: own };
    factsOfBefore.push(ownBefore);
  }
  const costs = facts.filter(({ measure }) => measure === 'cost');
  if (costs.length || factsBefore.some(({ measure }) => measure === 'cost')) sources.cost = { opening: 0, series: costs };
  return { totals, sources, factsOfBefore, given };
}

const kindOf = ({ kind, unit }: Pick<VersionRow<'resource'>, 'kind' | 'unit'>) => ({ kind, unit });
