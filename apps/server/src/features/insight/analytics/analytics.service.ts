import type { AnalyticsDashboard, FigureAnswer, FigureKind, FigureNarrowing, FigureQuery, SeriesPeriod } from '@gantry/contract';
import { formatMinute, oncePer } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { CountedVersion } from '../../planning/version-heads/version-heads.service.ts';
import { listCountedVersions } from '../../planning/version-heads/version-heads.service.ts';
import { conventionsAt } from '../analytics-settings/analytics-settings.service.ts';
import { tierOf, windowOf } from './sums/analytics.axis.rules.ts';
import type { Noted, NotedDelay, NotedMilestone } from './facts/analytics.counts.rules.ts';
import { earnedValueOf } from './sums/analytics.earned.rules.ts';
import { EARNED_MEASURES, LINE_KEYS, rulesOf, STATUS_KEYS } from './facts/analytics.lines.rules.ts';
import { type Counted, isNarrowed, upToDate } from './analytics.facts.service.ts';
import { crossOf } from './sums/analytics.cross.service.ts';
import { addedOf, groupedOf, PROMISE_KEYS, promisesOfFacts, worksIn } from './sums/analytics.grouped.service.ts';
import { unpackLines } from './facts/analytics.pack.rules.ts';
import { type Place, placeOf, type Scope, shortened, stateOf, withMoneyInSight } from './analytics.place.service.ts';
import { listNoted } from './analytics.repository.ts';
import { statsOf } from './sums/analytics.stats.rules.ts';
import { readRecentBase } from './analytics.status.service.ts';
import { seriesOf, togetherOf } from './sums/analytics.sums.rules.ts';

export { earnedValueOf } from './sums/analytics.earned.rules.ts';
export { countsIn, countsOf, daysBetween, slipOf } from './facts/analytics.counts.rules.ts';
export { clearCache, factsJob, isNarrowed } from './analytics.facts.service.ts';
export { analyticsThread, bundlesJob } from './analytics.packed.service.ts';
export type { Scope } from './analytics.place.service.ts';
export { type PastFacts, readPast } from './analytics.status.service.ts';
export { statsOf } from './sums/analytics.stats.rules.ts';

/** The same added up for what asks for sums alone, once for all kinds that are answered from it. */
const sumsIn = oncePer((kept: readonly Counted[]) => togetherOf(kept));

const schedulesIn = (kept: readonly Counted[]) => kept.map(({ version: { schedule_id }, head }) => ({ schedule_id, head }));

/** One kind of figures of a place by periods. */
export async function readFigures<K extends FigureKind>(
  context: Context,
  scope: Scope,
  kind: K,
  query: FigureQuery,
): Promise<FigureAnswer<K>> {
  const place = await placeOf(context, scope, query.version);
  return figuresAt(context, scope, place, kind, query);
}

async function figuresAt<K extends FigureKind>(
  context: Context,
  scope: Scope,
  place: Place,
  kind: K,
  query: FigureQuery,
  all?: Awaited<ReturnType<typeof upToDate>>,
): Promise<FigureAnswer<K>> {
  const rules = rulesOf(kind, query.measure);
  const versions = rules.money ? await withMoneyInSight(context, place.versions) : place.versions;
  const counted = versions.length === place.versions.length ? all : undefined;
  const { kept, state } = counted ?? (await upToDate(context, versions, { ...worksIn(query), tier: tierOf(query.period) }));
  const facts = sumsIn(kept);
  const measure = EARNED_MEASURES.find((one) => one === kind) ?? null;
  const estimate = measure && (await estimateAt(context, scope, place.versions, kept, isNarrowed(query)));
  const earned = measure && estimate && earnedValueOf(facts, measure, tierOf(query.period), estimate.method, estimate.before);
  const asked = { rules, period: query.period, window: windowOf(query) };
  const whole = seriesOf(facts, place.parts, asked, earned?.eac ? earned.eac - earned.ac : 0);
  const grouped = await groupedOf(context, { kind, query, versions, parts: place.parts, facts, asked });
  // Without groups, what is left out of the works asked for is known by what was counted.
  const unseen = isNarrowed(query) ? versions.length - kept.length : 0;
  const cross = measure !== null || kind === 'count' ? await crossOf(context, { query, versions, parts: place.parts, asked }) : null;
  const hidden = place.versions.length - versions.length + (cross?.hidden ?? grouped?.hidden ?? 0) + unseen;
  const answer = {
    scope,
    kind,
    period: query.period,
    unit: { kind: rules.unit, text: grouped?.unit ?? '' },
    ...whole,
    ...(grouped ? { periods: grouped.periods, lines: grouped.lines } : {}),
    state: await stateOf(context, { ...state, ...grouped?.state, ...cross?.state }, place, hidden),
  };
  const added =
    kind === 'cost' || kind === 'labour' || kind === 'count'
      ? { earned_value: earned, ...(cross ? { cross: cross.cross } : {}) }
      : await addedOf(context, kind, query, versions, facts);
  return { ...answer, ...added } as FigureAnswer<K>;
}

/** How the costs at completion of a place are estimated, and the sums from which the recent cost index is derived. */
export async function estimateAt(
  context: Context,
  scope: Scope,
  versions: readonly CountedVersion[],
  kept: readonly Counted[],
  narrowed: boolean,
) {
  const { estimate: method } = await conventionsAt(context, nodeOf(scope, versions));
  // Status points hold all works, so that some works alone have no trend.
  return { method, before: method === 'cpi_recent' && !narrowed ? await readRecentBase(context, schedulesIn(kept)) : [] };
}

/** The node whose conventions a place goes by; null: those of the space. */
const nodeOf = ({ kind, id }: Scope, versions: readonly CountedVersion[]): number | null =>
  kind === 'space' ? null : kind === 'version' ? (versions[0]?.schedule_id ?? null) : id;

/** Counts, dates and progress of a place. */
export async function readStats(context: Context, scope: Scope, { version, ...narrowing }: PlaceQuery = {}) {
  const place = await placeOf(context, scope, version);
  const { kept, state } = await upToDate(context, place.versions, { tier: null, ...narrowing });
  return { ...(await statsAt(context, place, kept)), state: await stateOf(context, state, place, unseen(narrowing, place, kept)) };
}
export type PlaceQuery = Pick<FigureQuery, 'version' | keyof FigureNarrowing>;

/** How many versions hide from the caller what selects the works that are asked for. */
const unseen = (narrowing: FigureNarrowing, { versions }: Place, kept: readonly Counted[]): number =>
  isNarrowed(narrowing) ? versions.length - kept.length : 0;

async function statsAt(context: Context, { versions, parts }: Place, kept: readonly Counted[]) {
  const of = await statsFor(context, versions);
  const byPart = Map.groupBy(kept, ({ version }) => version.part_id);
  return { ...of(kept), parts: parts.map((part) => ({ ...part, stats: of(byPart.get(part.id) ?? []) })) };
}

/** Counts what some of these versions come to, as far as the caller sees their money. */
async function statsFor(context: Context, versions: readonly CountedVersion[]) {
  const money = (await withMoneyInSight(context, versions)).length === versions.length;
  return (facts: readonly Counted[]) =>
    statsOf(
      facts.map(({ head }) => head),
      money,
    );
}

const MOST_DELAYS = 10;
const MOST_MILESTONES = 60;

/** What a place comes to, in one answer. */
export async function readDashboard(
  context: Context,
  scope: Scope,
  { period, version, ...narrowing }: PlaceQuery & { period: SeriesPeriod },
): Promise<AnalyticsDashboard> {
  return dashboardAt(context, scope, await placeOf(context, scope, version), period, narrowing);
}

export async function dashboardAt(
  context: Context,
  scope: Scope,
  place: Place,
  period: SeriesPeriod,
  narrowing: FigureNarrowing = {},
): Promise<AnalyticsDashboard> {
  const query: FigureQuery = { period, top: 12, ...narrowing };
  const all = await upToDate(context, place.versions, { tier: tierOf(period), ...narrowing });
  const { kept, state } = all;
  // The database looks for them while the sums are added up.
  const noted = isNarrowed(narrowing) ? notedIn(kept) : readNoted(context, kept);
  const stats = (await statsFor(context, place.versions))(kept);
  const cost = await figuresAt(context, scope, place, 'cost', query, all);
  const labour = await figuresAt(context, scope, place, 'labour', query, all);
  const count = await figuresAt(context, scope, place, 'count', query, all);
  const { delays, milestones } = await noted;
  return {
    stats,
    cost,
    labour,
    count,
    ppc: promisesOfFacts(sumsIn(kept)),
    delays: delays.map((one) => ({
      ...one,
      finish: formatMinute(one.finish),
      target_finish: formatMinute(one.target_finish),
    })),
    milestones: milestones.map((one) => ({
      ...one,
      date: formatMinute(one.date),
      target: one.target === null ? null : formatMinute(one.target),
    })),
    state: await stateOf(context, state, place, unseen(narrowing, place, kept)),
  };
}

type ListsNoted = { delays: InVersion<NotedDelay>[]; milestones: InVersion<NotedMilestone>[] };

/** What is noted of whole versions: the latest first, milestones by their dates. Asked once of facts that stay as they are. */
function readNoted(context: Context, kept: readonly Counted[]): Promise<ListsNoted> {
  const asked = notedOf(kept);
  const ids = kept.map(({ version_id }) => version_id);
  const list = <T extends object>(of: keyof ListsNoted, by: 'days' | 'date', most: number) =>
    context.read((db) => listNoted<T>(db, context.spaceId, ids, { of, by, most }));
  asked.lists ??= Promise.all([
    list<NotedDelay>('delays', 'days', MOST_DELAYS),
    list<NotedMilestone>('milestones', 'date', MOST_MILESTONES),
  ]).then(([delays, milestones]) => ({ delays, milestones }));
  // Who comes after one that failed asks again.
  asked.lists.catch(() => (asked.lists = null));
  return asked.lists;
}
const notedOf = oncePer((_kept: readonly Counted[]): { lists: Promise<ListsNoted> | null } => ({ lists: null }));

/** The same of some works. */
function notedIn(kept: readonly Counted[]): ListsNoted {
  const of = <T extends { row_id: number }>(list: (noted: Noted) => readonly T[], order: (one: T) => number): InVersion<T>[] =>
    kept
      .flatMap(({ noted, version: { version_id } }) => (noted ? list(noted) : []).map((one) => ({ ...one, version_id })))
      .toSorted((a, b) => order(a) - order(b) || a.version_id - b.version_id || a.row_id - b.row_id);
  const delays = of(
    (noted) => noted.delays,
    ({ days }) => -days,
  );
  const milestones = of(
    (noted) => noted.milestones,
    ({ date }) => date,
  );
  return { delays: delays.slice(0, MOST_DELAYS), milestones: milestones.slice(0, MOST_MILESTONES) };
}
type InVersion<T> = T & { version_id: number };

/** The lines that earned value and promises are read from. */
const LINES_OF_FACTS: ReadonlySet<string> = new Set([...STATUS_KEYS, ...PROMISE_KEYS]);

/** What was counted of the versions of some schedules, or of one version, by month, each with whether the caller may see its money. `outdated` are all that are behind. */
export async function readFacts(
  context: Context,
  counts: (scheduleId: number) => boolean,
  versionId?: number,
  narrowing: FigureNarrowing = {},
) {
  const all =
    versionId === undefined
      ? await context.read((db) => listCountedVersions(db, context.spaceId, null))
      : (await placeOf(context, { kind: 'version', id: versionId })).versions;
  const versions = all.filter(({ schedule_id }) => counts(schedule_id));
  const inSight = new Set((await withMoneyInSight(context, versions)).map(({ version_id }: CountedVersion) => version_id));
  const { kept, state } = await upToDate(context, versions, { tier: 'month', ...narrowing });
  const facts = kept.map(({ version, head, lines }) => ({
    ...version,
    money: inSight.has(version.version_id),
    head,
    lines: unpackLines(LINE_KEYS, lines ?? new Uint8Array(), LINES_OF_FACTS),
  }));
  return {
    facts,
    state: { ...shortened(state), hidden: versions.length - inSight.size },
    outdated: new Set(state.outdated.map(({ version_id }) => version_id)),
  };
}
