import {
  type FigureNarrowing,
  type LitPlace,
  SCOREBOARD_FIGURES,
  type ScoreboardColumn,
  scoreboardContent,
  type ScoreboardFigure,
} from '@gantry/contract';
import type { NodeKind } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { presetsOf } from '../../access/presets/presets.service.ts';
import { getVersion } from '../../planning/version-heads/version-heads.service.ts';
import { listNodesOf } from '../../structure/eps/eps.service.ts';
import { conventionsAt, conventionsOf } from '../analytics-settings/analytics-settings.service.ts';
import { earnedValueOf, isNarrowed, type PastFacts, readFacts, readPast, statsOf } from '../analytics/analytics.service.ts';
import { aboveOf, cellOf, placesOfBoard, rowsOfBoard, subtreeOf, treeOf, worstFirst, worstOf } from './scoreboard.rules.ts';

/** Boards are kept as named settings. */
export const boards = presetsOf('scoreboard', (content) => scoreboardContent.parse(content));

/** Own boards and shared ones. */
export async function listBoards(context: Context) {
  return (await boards.list(context, '')).map(({ active: _active, ...board }) => board);
}

/** A board with its figures; below a node, those of what stands directly under it. */
export async function readBoard(context: Context, id: number, nodeId: number | null) {
  const board = (await listBoards(context)).find((one) => one.id === id) ?? fail('preset.not_found', { id });
  const tree = treeOf(await listNodesOf(context, {}));
  const node = nodeId === null ? null : (tree.nodes.get(nodeId) ?? fail('node.not_found', { id: nodeId }));
  const places = placesOfBoard(tree, board.content, node);
  const counted = new Set(places.flatMap((place) => subtreeOf(tree, place).map((one) => one.id)));
  const { facts, state } = await readFacts(context, (scheduleId) => counted.has(scheduleId));
  return {
    board,
    path: node ? [...aboveOf(tree, node), node].map(({ id: of, name }) => ({ id: of, name })) : [],
    rows: rowsOfBoard(tree, places, board.content, { facts, past: await pastOf(context, facts) }, figureOf),
    state,
  };
}

type Asked = { node?: number | undefined; version?: number | undefined; of: 'self' | 'parts' | NodeKind; limit: number } & FigureNarrowing;

/** Places by the figures and limits of the conventions that hold there, the worst first; of one place all figures. */
export async function readLights(context: Context, { node: nodeId, version, of, limit, ...narrowing }: Asked) {
  if (version !== undefined || of === 'self') return readOne(context, nodeId ?? null, version, narrowing);
  const tree = treeOf(await listNodesOf(context, {}));
  const node = nodeId === undefined ? null : (tree.nodes.get(nodeId) ?? fail('node.not_found', { id: nodeId }));
  const direct = tree.below.get(node?.id ?? null) ?? [];
  const places = of === 'parts' ? direct : placesOfBoard(tree, { rows: { kind: of, under: node?.id ?? null } }, null);
  const counted = new Set(places.flatMap((place) => subtreeOf(tree, place).map((one) => one.id)));
  const { facts, state } = await readFacts(context, (scheduleId) => counted.has(scheduleId), undefined, narrowing);
  const past = isNarrowed(narrowing) ? [] : await pastOf(context, facts);
  const conventions = await conventionsOf(
    context,
    places.map(({ id }) => id),
  );
  // Mostly one: places by the limits that hold there.
  const byLimits = Map.groupBy(places, ({ id }) => JSON.stringify(conventions(id).thresholds));
  const rows = [...byLimits].flatMap(([limits, own]) => {
    const columns: ScoreboardColumn[] = JSON.parse(limits);
    return rowsOfBoard(tree, own, { columns, sort: 'place' }, { facts, past }, figureOf).map((row): LitPlace => ({
      ...row,
      cells: row.cells.map((cell, index) => ({ ...columns[index], ...cell })),
    }));
  });
  return { total: rows.length, rows: worstFirst(rows).slice(0, limit), state };
}

/** The space, a node or a version with every figure. */
async function readOne(context: Context, nodeId: number | null, versionId: number | undefined, narrowing: FigureNarrowing) {
  const tree = treeOf(await listNodesOf(context, {}));
  const version = versionId === undefined ? null : await getVersion(context, versionId);
  const id = version?.schedule_id ?? nodeId;
  const node = id === null ? null : (tree.nodes.get(id) ?? fail('node.not_found', { id }));
  const counted = node ? new Set(subtreeOf(tree, node).map((one) => one.id)) : null;
  const { facts, state } = await readFacts(context, (scheduleId) => counted?.has(scheduleId) ?? true, versionId, narrowing);
  const { thresholds } = await conventionsAt(context, id);
  const limits = new Map(thresholds.map((column) => [column.figure, column]));
  const figures = Object.keys(SCOREBOARD_FIGURES) as ScoreboardFigure[];
  const columns = [...thresholds, ...figures.filter((one) => !limits.has(one)).map((figure) => ({ figure, warn: null, error: null }))];
  const hasParts = !version && node?.kind !== 'schedule';
  // A version that a person chose has no past, because that of its schedule is of the version that counts; some works alone have none.
  const past = version || isNarrowed(narrowing) ? [] : await pastOf(context, facts);
  const cells = columns.map((column) => ({ ...column, ...cellOf<ReportedFacts>(column, facts, hasParts, figureOf, past) }));
  const place: LitPlace = {
    id: version?.id ?? node?.id ?? 0,
    name: version?.name ?? node?.name ?? '',
    kind: version ? 'version' : (node?.kind ?? 'space'),
    path: node ? aboveOf(tree, node).map(({ name }) => name) : [],
    version_id: version?.id ?? (node?.kind === 'schedule' ? (facts[0]?.version_id ?? null) : null),
    has_parts: hasParts && (tree.below.get(node?.id ?? null) ?? []).length > 0,
    light: worstOf(cells),
    cells,
  };
  return { total: 1, rows: [place], state };
}

/** What was counted of the version of a schedule, and whether the caller may see its money. */
type SeenFacts = Awaited<ReturnType<typeof readFacts>>['facts'][number];
type ReportedFacts = PastFacts & { money: boolean };

/** The sums that schedules reported on earlier data dates, each with whether the caller may see its money. */
async function pastOf(context: Context, facts: readonly SeenFacts[]) {
  const money = new Map(facts.map((one) => [one.schedule_id, one.money]));
  const past = await readPast(context, facts);
  return past.map(({ day, facts: own }) => ({
    day,
    facts: own.map((one): ReportedFacts => ({ ...one, money: money.get(one.schedule_id) ?? false })),
  }));
}

/** The value of a figure over some versions together; null where nothing tells it, or where it would tell money that is hidden. */
function figureOf(figure: ScoreboardFigure, facts: readonly ReportedFacts[]): number | null {
  if (!facts.length) return null;
  const money = facts.every((one) => one.money);
  const stats = statsOf(
    facts.map(({ head }) => head),
    money,
  );
  if (figure === 'progress_behind') {
    const { progress, progress_planned: planned } = stats;
    return progress === null || planned === null ? null : planned - progress;
  }
  // Nothing is on time that nobody has promised.
  if (figure === 'late_against_target' && stats.without_target === stats.works) return null;
  if (figure !== 'cpi' && figure !== 'spi' && figure !== 'spit') return stats[figure];
  const earned = (kind: 'cost' | 'labour') => earnedValueOf(facts, kind, 'month');
  const cost = money ? earned('cost') : null;
  const values = figure === 'cpi' ? cost : (earned('labour') ?? cost);
  return values?.[figure] ?? null;
}
