import type { Call, api, DistributionCurve, DistributionsAnswer } from '@gantry/contract';
import { type DistributionMode, RESOURCE_MEASURES, type ResourceMeasure, sameValue } from '@gantry/domain';
import { readCurve, textOfCurve } from '../../../ui/text/curve-text.ts';

export type WantedDistribution = NonNullable<Call<typeof api.distributions.save>['body']>['values'][number];

/** What a dialog says of a measure: a mode of the place itself, or null: as above it. The text of a curve is kept as it is typed. */
export type Draft = Record<ResourceMeasure, { mode: DistributionMode | null; text: string }>;

const POINTS = 21;
/** Slow at both ends: what a curve begins with. */
const USUAL_CURVE = Array.from({ length: POINTS }, (_, at) => Math.round((3 * (at / 20) ** 2 - 2 * (at / 20) ** 3) * 1000) / 10);

/** What a dialog begins with. */
export function draftOf({ own, effective }: DistributionsAnswer): Draft {
  return Object.fromEntries(
    RESOURCE_MEASURES.map((measure) => [
      measure,
      { mode: own[measure] ?? null, text: textOfCurve((own[measure] && effective[measure].curve) ?? USUAL_CURVE) },
    ]),
  ) as Draft;
}

/** What of a draft differs from what is kept; null: a curve cannot be read. */
export function changesOf(draft: Draft, kept: DistributionsAnswer): WantedDistribution[] | null {
  const changes: WantedDistribution[] = [];
  for (const measure of RESOURCE_MEASURES) {
    const { mode, text } = draft[measure];
    const curve = mode === 'curve' ? readCurve(text) : null;
    if (mode === 'curve' && !curve) return null;
    const was = kept.own[measure] ?? null;
    if (mode === was && (mode !== 'curve' || sameValue(curve, kept.effective[measure].curve))) continue;
    changes.push(curve ? { measure, mode, curve } : { measure, mode });
  }
  return changes;
}

/** What is reached by the end of each month, from 0 to 1, before and after; and the month where they differ most, -1: nowhere. */
export function cumulative({ before, after }: DistributionCurve): { before: number[]; after: number[]; most: number } {
  const of = (values: readonly number[]): number[] => {
    const whole = values.reduce((sum, value) => sum + value, 0);
    let sum = 0;
    return values.map((value) => (whole ? (sum += value) / whole : 0));
  };
  const [was, is] = [of(before), of(after)];
  const differences = was.map((value, at) => Math.abs(value - is[at]));
  const largest = Math.max(0, ...differences);
  return { before: was, after: is, most: largest > 0.0005 ? differences.indexOf(largest) : -1 };
}
