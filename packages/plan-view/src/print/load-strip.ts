import type { ResourceLoadAnswer } from '@gantry/contract';
import { parseMinute, type Period } from '@gantry/domain';
import type { Histogram } from '@gantry/scene';
import { PERIOD_PIXELS } from '@gantry/scene';

/** Hours of all people and machines together. */
export const ALL_HOURS = 'all';

type Resource = ResourceLoadAnswer['resources'][number];

/** What the strip under a chart shows of a load: one resource, or all that is counted in hours; null: nothing of that name. */
export function stripOf(
  { starts, resources }: Pick<ResourceLoadAnswer, 'starts' | 'resources'>,
  key: string,
  { all, format }: { all: string; format(value: number): string },
): Histogram | null {
  const shown = key === ALL_HOURS ? resources.filter(({ kind }) => kind !== 'material') : resources.filter((one) => one.key === key);
  if (!shown.length || starts.length < 2) return null;
  const count = starts.length - 1;
  const sums = (of: (one: Resource) => readonly number[] | null): Float32Array => {
    const sum = new Float32Array(count);
    for (const one of shown) for (const [at, value] of (of(one) ?? []).entries()) sum[at] += value;
    return sum;
  };
  const [{ code, name, unit }] = shown;
  return {
    title: key === ALL_HOURS ? all : [[code, name].filter(Boolean).join(' '), unit].filter(Boolean).join(', '),
    starts: Int32Array.from(starts, (day) => parseMinute(`${day}T00:00`) ?? 0),
    values: sums(({ values }) => values),
    // A limit of all is none where one of them has no limit.
    limits: shown.every(({ capacity }) => capacity !== null) ? sums(({ capacity }) => capacity) : null,
    format,
  };
}

/** Steps of the strip: as fine as can be seen at a zoom, not more than an answer takes. */
export function stripPeriod(pixelsPerDay: number, days: number | null): Period {
  const fits = (days ?? Number.POSITIVE_INFINITY) <= 1000;
  if (pixelsPerDay >= PERIOD_PIXELS.week && fits) return 'day';
  return pixelsPerDay >= PERIOD_PIXELS.quarter ? 'week' : 'month';
}
