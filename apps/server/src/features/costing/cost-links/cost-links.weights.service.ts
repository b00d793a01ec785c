import { type CostPart, type CostWeight, entryOf, type NormCoefficient, type NormPart } from '@gantry/domain';
import { seriesOfFacts } from '@gantry/plan-view';
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
/** Volumes of some works. */
export const volumesOf: Read = (reader, items) => READERS.volume(reader, items);
/** Those of some works that have no volume. */
export async function withoutVolume(reader: Parameters<Read>[0], items: number[]): Promise<Set<number>> {
  const volumes = await volumesOf(reader, items);
  return new Set(items.filter((id) => !volumes.get(id)));
}
/** Hours of labour of some works. */
export const labourOf: Read = (reader, items) => READERS.labour(reader, items);

const READERS: Record<CostWeight, Read> = {
  equal: async (_reader, items) => new Map(items.map((id) => [id, 1])),
  duration: async (reader, items) => new Map((await reader.rows('wbs', items)).map(({ id, durationMinutes }) => [id, durationMinutes])),
  labour: async (reader, items) => by(await totalsOf(reader, items), ({ labour }) => labour),
  /** That of the work as everywhere, else that of the norms that people gave it. */
  async volume(reader, items) {
    const totals = await totalsOf(reader, items);
    const norms = (await reader.rowsBy('directoryValue', 'itemId', items)).filter((row) => row.broughtById === null);
    const ofNorms = Map.groupBy(norms, ({ itemId }) => itemId);
    return by(totals, ({ volume }, id) => volume ?? (ofNorms.get(id) ?? []).reduce((sum, row) => sum + (row.volume ?? 0), 0));
  },
};

type Totals = ReturnType<typeof seriesOfFacts>['totals'];

/** What works come to in all, by the one rule for it: of their own, of their resources, of their planned days. */
async function totalsOf(reader: Pick<VersionReader, 'rows' | 'rowsBy'>, items: number[]): Promise<Map<number, Totals>> {
  const resources = new Map((await reader.rows('resource')).map((row) => [row.id, row]));
  const assignments = Map.groupBy(await reader.rowsBy('assignment', 'itemId', items), ({ itemId }) => itemId);
  const days = Map.groupBy(await reader.rowsBy('daySeries', 'itemId', items), ({ itemId }) => itemId);
  const resourceOf = (id: number) => entryOf(resources, id);
  return new Map(
    (await reader.rows('wbs', items)).map((own) => {
      const series = days.get(own.id) ?? [];
      return [own.id, seriesOfFacts({ own, series, before: series, assignments: assignments.get(own.id) ?? [], resourceOf }).totals];
    }),
  );
}

const by = (totals: ReadonlyMap<number, Totals>, amount: (totals: Totals, id: number) => number | null): Map<number, number> =>
  new Map([...totals].map(([id, own]) => [id, amount(own, id) ?? 0]));
