import type { CostPart, CostWeight, NormCoefficient, NormPart } from '@gantry/domain';
import type { VersionReader } from '../../planning/edits/edits.service.ts';
import type { CostLink, FactorOf, WeightOf } from './cost-links.rules.ts';

/** Weights of the works that some links name, read once for each kind that is asked for. */
export async function weightsOf(
  reader: Pick<VersionReader, 'rows' | 'rowsBy'>,
  links: readonly CostLink[],
  usual: CostWeight,
): Promise<WeightOf> {
  const asked = new Map<CostWeight, Set<number>>();
  for (const { itemId, by, share } of links) {
    if (share !== '' || itemId === null) continue;
    const items = asked.get(by ?? usual) ?? new Set<number>();
    asked.set(by ?? usual, items.add(itemId));
  }
  const weights = new Map<CostWeight, ReadonlyMap<number, number>>();
  for (const [by, items] of asked) weights.set(by, await READERS[by](reader, [...items]));
  return (itemId, by) => weights.get(by)?.get(itemId) ?? 0;
}

/** The part of a norm whose coefficients a part of a cost follows; others follow those of all parts. */
const NORM_PART: Partial<Record<CostPart, NormPart>> = {
  labour: 'labour',
  machinist: 'equipment',
  machines: 'equipment',
  materials: 'material',
  equipment: 'material',
};

const factorIn = (coefficients: readonly NormCoefficient[], part: CostPart): number => {
  const own = NORM_PART[part];
  return coefficients
    .filter(({ target }) => target === 'cost')
    .reduce((product, coefficient) => product * ((own && coefficient[own]) ?? coefficient.all ?? 1), 1);
};

/**
 * Coefficients on the cost of works that some links name, as the rows of directories on these works have them: norms for all parts, resources
 * for their own. Of several the mean.
 */
export async function factorsOf(reader: Pick<VersionReader, 'rowsBy'>, links: readonly CostLink[]): Promise<FactorOf> {
  const ids = [...new Set(links.flatMap(({ itemId }) => itemId ?? []))];
  const byItem = Map.groupBy(await reader.rowsBy('directoryValue', 'itemId', ids), ({ itemId }) => itemId);
  return (itemId, part) => {
    const own = (byItem.get(itemId) ?? []).filter(({ norm }) => norm.part === null || norm.part === NORM_PART[part]);
    return own.length ? own.reduce((sum, { norm }) => sum + factorIn(norm.coefficients, part), 0) / own.length : 1;
  };
}

type Read = (reader: Pick<VersionReader, 'rows' | 'rowsBy'>, items: number[]) => Promise<ReadonlyMap<number, number>>;
const sumBy = <R extends { itemId: number | null }>(rows: readonly R[], value: (row: R) => number): Map<number, number> => {
  const sums = new Map<number, number>();
  for (const row of rows) if (row.itemId !== null) sums.set(row.itemId, (sums.get(row.itemId) ?? 0) + value(row));
  return sums;
};

/** Volumes of some works. */
export const volumesOf: Read = (reader, items) => READERS.volume(reader, items);

const READERS: Record<CostWeight, Read> = {
  equal: async (_reader, items) => new Map(items.map((id) => [id, 1])),
  duration: async (reader, items) => new Map((await reader.rows('wbs', items)).map(({ id, durationMinutes }) => [id, durationMinutes])),
  async labour(reader, items) {
    const labour = new Set((await reader.rows('resource')).filter(({ kind }) => kind === 'labour').map(({ id }) => id));
    const rows = await reader.rowsBy('assignment', 'itemId', items);
    return sumBy(
      rows.filter(({ resourceId }) => labour.has(resourceId)),
      (row) => row.plannedUnits,
    );
  },
  /** The planned volume by days, else that of the norms that people gave the work. */
  async volume(reader, items) {
    const norms = (await reader.rowsBy('directoryValue', 'itemId', items)).filter((row) => row.broughtById === null);
    const volumes = sumBy(norms, (row) => row.volume ?? 0);
    const days = (await reader.rowsBy('daySeries', 'itemId', items)).filter(
      (row) => row.measure === 'volume' && row.mode === 'plan' && row.resourceId === null,
    );
    for (const [id, sum] of sumBy(days, ({ total }) => total)) if (sum > 0) volumes.set(id, sum);
    return volumes;
  },
};
