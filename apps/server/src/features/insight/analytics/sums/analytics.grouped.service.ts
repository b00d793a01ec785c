import {
  type FigureKind,
  type FigureLine,
  type FigureNarrowing,
  type FigureQuery,
  OTHER_GROUPS,
  type PromiseFigures,
  SLIP_COUNTS,
} from '@gantry/contract';
import { dayOf, type Minute, ppcOf } from '@gantry/domain';
import { amountOf } from '@gantry/engine';
import type { Context } from '../../../../platform/context.ts';
import { fail } from '../../../../platform/fail.ts';
import { type CountedVersion } from '../../../planning/version-heads/version-heads.service.ts';
import { axisOf, dateOf, tierOf, windowOf } from './analytics.axis.rules.ts';
import { upToDate, type WantedFacts } from '../analytics.facts.service.ts';
import { BY_ITEM, type GroupHead } from '../facts/analytics.groups.rules.ts';
import { keysOf, type KindRules, type LineRule, rulesOf } from '../facts/analytics.lines.rules.ts';
import type { PeriodLines } from '../facts/analytics.pack.rules.ts';
import { withAttributeInSight } from '../behind/analytics.sight.service.ts';
import { listNames } from '../analytics.repository.ts';
import { dimensionOfFigure } from '../behind/analytics.rows.rules.ts';
import { largestKeys, openGroupSums, openGroupUnits, type SummedGroup, unitsOfRule } from './analytics.group-sums.rules.ts';
import { eachUpToDate } from './analytics.parts.service.ts';
import {
  type CountedFacts,
  groupedSeriesOf,
  largestOf,
  latestDate,
  type NamedLines,
  ofEachPart,
  type Part,
  sumOf,
} from './analytics.sums.rules.ts';

export { sumGroups } from './analytics.group-sums.rules.ts';

type Asked = { rules: KindRules; period: FigureQuery['period']; window: { from: number | null; to: number | null } };
export type Question = {
  kind: FigureKind;
  query: FigureQuery;
  versions: readonly CountedVersion[];
  parts: readonly Omit<Part, 'totals'>[];
  facts: readonly CountedFacts[];
  asked: Asked;
};

/** Lines told apart by groups where the question asks for that, or where its kind has no others; null where it has. */
export async function groupedOf(context: Context, { kind, query, versions, parts, facts, asked }: Question) {
  if (query.group === 'part') {
    const ofPart = ofEachPart(facts, ({ part_id }) => part_id);
    const keys = keysOf(asked.rules);
    const named = parts.map((part): NamedLines => ({ group: String(part.id), name: part.name, lines: sumOf(ofPart(part), keys) }));
    return { ...linesOf(named, latestDate(facts), query.top, asked), unit: '', hidden: 0, state: {} };
  }
  const dimension = dimensionOfFigure({ kind, group: query.group });
  if (dimension === null) return null;
  const seen = await withAttributeInSight(context, versions, dimension);
  const keys = dimension === BY_ITEM ? {} : { keys: keysOf(asked.rules) };
  const wanted = { ...worksIn(query), tier: tierOf(query.period), dimension, together: true, ...keys };
  const { groups, state } =
    dimension === BY_ITEM
      ? await itemWanted(context, seen, wanted, query.item)
      : await largestGroups(context, seen, wanted, { rank: rankOf(asked.rules), top: query.top });
  const hidden = versions.length - seen.length;
  const behind = { outdated: state.outdated, job_id: state.job_id };
  if (dimension === BY_ITEM) {
    const [item] = groups;
    const named = item ? [{ group: item.key, name: item.name, lines: item.lines }] : [];
    return { ...linesOf(named, latestDate(facts), 1, asked), unit: item?.unit ?? '', hidden, state: behind };
  }
  const names = await namesOf(context, dimension, groups);
  const named = groups.map(({ key, name, lines }): NamedLines => ({ group: key, name: names.get(key) ?? name, lines }));
  return { ...linesOf(named, latestDate(facts), query.top, asked), unit: '', hidden, state: behind };
}

/** Groups that stand in memory with all of their lines, and those of which a number alone does; more of either are refused. */
export const MOST_OF_PLACE = { summed: 5000, listed: 50_000, ranked: 500_000 };
type WantedGroups = WantedFacts & { dimension: string };

/** All groups of some versions, where there are not too many for one answer. */
async function allGroups(context: Context, versions: readonly CountedVersion[], wanted: WantedGroups, most = MOST_OF_PLACE.listed) {
  const sums = openGroupSums(wanted.dimension, wanted.keys);
  const state = await eachUpToDate(context, versions, wanted, (kept) => {
    sums.add(kept);
    if (sums.groups.size > most) fail('request.limit_reached', { most });
  });
  return { groups: [...sums.groups.values()], state };
}

/** The item of volumes that is named, else the one with the largest plan; none where there is none. */
async function itemWanted(context: Context, versions: readonly CountedVersion[], wanted: WantedGroups, item: string | undefined) {
  const { groups, state } = await largestGroups(context, versions, wanted, { rank: PLANNED_VOLUME, top: 1, named: item });
  const one = item === undefined ? largest(groups) : groups.find(({ key }) => key === item);
  return { groups: one ? [one] : [], state };
}
const PLANNED_VOLUME: Pick<LineRule, 'of'> = { of: [['volume_plan', 1]] };
const largest = (groups: readonly SummedGroup[]): SummedGroup | undefined =>
  groups
    .filter(({ key }) => key !== OTHER_GROUPS)
    .toSorted((a, b) => unitsOfRule(b.lines, PLANNED_VOLUME) - unitsOfRule(a.lines, PLANNED_VOLUME) || a.key.localeCompare(b.key))[0];

type Ranked = { rank: Pick<LineRule, 'of'>; top: number; named?: string | undefined };

/**
 * The groups of some versions; where there are many, the largest (or the one that is named) and the others as one. Versions are read again for
 * that, after what each group comes to is known.
 */
export async function largestGroups(
  context: Context,
  versions: readonly CountedVersion[],
  wanted: WantedGroups,
  { rank, top, named }: Ranked,
  { summed, ranked }: Pick<typeof MOST_OF_PLACE, 'summed' | 'ranked'> = MOST_OF_PLACE,
) {
  const { dimension, keys } = wanted;
  const sums = openGroupSums(dimension, keys);
  const many: { ranks: ReturnType<typeof openGroupUnits> | null } = { ranks: null };
  const state = await eachUpToDate(context, versions, wanted, (kept) => {
    if (many.ranks) many.ranks.add(kept);
    else sums.add(kept);
    if (sums.groups.size > summed) {
      many.ranks = openGroupUnits(dimension, rank, sums.groups.values());
      sums.groups.clear();
    }
    if (many.ranks && many.ranks.units.size > ranked) fail('request.limit_reached', { most: ranked });
  });
  if (!many.ranks) return { groups: [...sums.groups.values()], state };
  const chosen = named === undefined ? largestKeys(many.ranks.units, top) : new Set([named]);
  const few = openGroupSums(dimension, keys, (key) => (chosen.has(key) ? key : OTHER_GROUPS));
  await eachUpToDate(context, versions, wanted, few.add);
  return { groups: [...few.groups.values()], state };
}

/** The line by which groups are ranked. */
const rankOf = ({ lines }: KindRules): LineRule => lines.find(({ key }) => key === 'plan' || key.endsWith('_plan')) ?? lines[0];

/** The largest groups with their lines, and the rest as one. */
function linesOf(groups: readonly NamedLines[], dataDate: Minute | null, top: number, asked: Asked) {
  const rank = rankOf(asked.rules);
  const weight = new Map(groups.map((group) => [group, Math.abs(unitsOfRule(group.lines, rank))]));
  const sorted = groups.toSorted((a, b) => (weight.get(b) ?? 0) - (weight.get(a) ?? 0) || (a.group ?? '').localeCompare(b.group ?? ''));
  const { shown, rest } = largestOf(sorted, top, ({ group }) => group);
  const others: NamedLines[] = rest.length ? [{ group: OTHER_GROUPS, name: '', lines: sumOf(rest, keysOf(asked.rules)) }] : [];
  const { periods, lines } = groupedSeriesOf([...shown, ...others], dataDate, asked);
  return { periods, lines: lines satisfies FigureLine[] };
}
const unitsOf = (lines: PeriodLines, key: string): number => (lines[key]?.units ?? []).reduce((sum, value) => sum + value, 0);

/** The names of people, where a dimension tells people apart. */
export async function namesOf(
  context: Context,
  dimension: string,
  groups: readonly Pick<GroupHead, 'key'>[],
): Promise<Map<string, string>> {
  if (dimension !== 'executor' && dimension !== 'curator') return new Map();
  const names = await context.read((db) =>
    listNames(
      db,
      groups.flatMap(({ key }) => (key === '' || key === OTHER_GROUPS ? [] : [Number(key)])),
    ),
  );
  return new Map([...names].map(([id, name]) => [String(id), name]));
}

const WEEK = 7;

/** What single kinds add to the form of all. */
export async function addedOf(
  context: Context,
  kind: FigureKind,
  query: FigureQuery,
  versions: readonly CountedVersion[],
  facts: readonly CountedFacts[],
) {
  if (kind === 'volume') return { items: await itemsOf(context, query, versions) };
  if (kind === 'by-target') {
    const { kept } = await upToDate(context, versions, { ...worksIn(query), tier: null });
    return { slip: SLIP_COUNTS.map((count) => ({ count, works: kept.reduce((sum, { head }) => sum + head[count], 0) })) };
  }
  if (kind === 'by-dp') {
    const people = await byExecutor(context, query, versions, PROMISE_KEYS);
    const misses = people
      .map(({ id, name, lines }) => ({ executor_id: id, name, ...promisesOfLines(lines) }))
      .filter(({ promised, kept }) => promised > kept);
    return { ppc: { ...promisesOfFacts(facts), by_period: keptByPeriod(facts, query) }, misses };
  }
  if (kind === 'graph-by-executor') return { people: await peopleOf(context, query, versions) };
  return {};
}

export const worksIn = ({ filter, indicator, within, within_key, below }: FigureNarrowing): FigureNarrowing => ({
  filter,
  indicator,
  within,
  within_key,
  below,
});

async function byExecutor(context: Context, query: FigureQuery, versions: readonly CountedVersion[], lines: ReadonlySet<string>) {
  const wanted = { ...worksIn(query), tier: tierOf(query.period), dimension: 'executor', keys: lines, together: true };
  const { groups } = await allGroups(context, versions, wanted);
  const names = await namesOf(context, 'executor', groups);
  return groups.map((group) => ({ ...group, id: group.key === '' ? null : Number(group.key), name: names.get(group.key) ?? '' }));
}

async function peopleOf(context: Context, query: FigureQuery, versions: readonly CountedVersion[]) {
  const hours = (lines: PeriodLines, line: string) => amountOf(unitsOf(lines, `labour_${line}`), 3);
  return (await byExecutor(context, query, versions, new Set(['labour_plan', 'labour_fact', 'labour_remaining'])))
    .map(({ id, name, works, in_progress, overdue, lines }) => {
      const { labour_plan: plan } = lines;
      const axis = axisOf(plan ? { plan } : {}, query.period);
      const units = axis.unitsOf(plan);
      const most = units.reduce((best, value, index) => (value > (units[best] ?? 0) ? index : best), 0);
      return {
        id,
        name,
        works,
        in_progress,
        overdue,
        labour: { plan: hours(lines, 'plan'), fact: hours(lines, 'fact'), remaining: hours(lines, 'remaining') },
        peak: units[most] > 0 ? { from: dateOf(axis.dayAt(most)), hours: amountOf(units[most], 3) } : null,
      };
    })
    .toSorted((a, b) => b.labour.plan - a.labour.plan || b.works - a.works || (a.id ?? 0) - (b.id ?? 0));
}

async function itemsOf(context: Context, query: FigureQuery, versions: readonly CountedVersion[]) {
  const wanted = { ...worksIn(query), tier: tierOf(query.period), dimension: BY_ITEM, together: true };
  const { groups } = await allGroups(context, versions, wanted);
  const { data_date: today } = (await upToDate(context, versions, { tier: null })).kept.reduce<{ data_date: number | null }>(
    (found, { head }) => ({ data_date: Math.max(found.data_date ?? head.data_date, head.data_date) }),
    { data_date: null },
  );
  return groups
    .map(({ key, name, unit, lines, first, last }) => {
      const amount = (line: string) => amountOf(unitsOf(lines, `volume_${line}`), 3);
      const [fact, remaining] = [amount('fact'), amount('remaining')];
      const rate = (value: number, from: number | null, to: number | null) =>
        value > 0 && from !== null && to !== null && to > from ? (value / (to - from)) * WEEK : null;
      const day = today === null ? null : dayOf(today);
      return {
        key,
        name,
        unit,
        target: amount('target'),
        plan: amount('plan'),
        fact,
        remaining,
        rate_fact: rate(fact, first, day),
        rate_needed: rate(remaining, day, last === null ? null : last + 1),
      };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.key.localeCompare(b.key));
}

/** The lines that promises are read from. */
export const PROMISE_KEYS: ReadonlySet<string> = new Set(['promised', 'kept', 'reliability']);

/** Promises that some lines tell. */
export function promisesOfLines(lines: PeriodLines): PromiseFigures {
  const [promised, kept, done] = [unitsOf(lines, 'promised'), unitsOf(lines, 'kept'), unitsOf(lines, 'reliability')];
  return { promised, kept, share: ppcOf({ made: promised, kept }), reliability: promised > 0 ? done / 1000 / promised : null };
}
export const promisesOfFacts = (facts: readonly Pick<CountedFacts, 'lines'>[]): PromiseFigures =>
  promisesOfLines(sumOf(facts, PROMISE_KEYS));

function keptByPeriod(facts: readonly CountedFacts[], query: FigureQuery): (number | null)[] {
  const sums = sumOf(facts, keysOf(rulesOf('by-dp', query.measure)));
  const axis = axisOf(sums, query.period, windowOf(query));
  const [promised, kept] = [periodsOn(axis, sums['promised']), periodsOn(axis, sums['kept'])];
  return promised.map((made, index) => ppcOf({ made, kept: kept[index] }));
}

const periodsOn = (axis: ReturnType<typeof axisOf>, line: PeriodLines[string] | undefined) => axis.unitsOf(line).slice(axis.from, axis.to);
