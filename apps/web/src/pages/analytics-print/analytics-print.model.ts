import { type DashboardTile, SERIES_KINDS, type SeriesKind, type SeriesPeriod } from '@gantry/contract';
import type { PrintFormat } from '@gantry/domain';
import { type BoardContent, type BoardPaper, BOARD_PAPERS, type BoardTile, rowsNeeded, type TextFitter } from '@gantry/scene';
import type { SeenTable } from '../../ui/charts/save-tables.ts';
import { settled } from '../../features/insight/analytics/dashboards/analytics.dashboards.model.ts';
import type { AnalyticsPlace } from '../../features/insight/analytics/analytics.queries.ts';

/** Sheets, all landscape. */
export const PAPERS = Object.keys(BOARD_PAPERS) as BoardPaper[];

/** A paper by its name, or the id of a format of prints. */
export type PrintPaper = BoardPaper | number;

/** What a paper is called in the address. */
export const wordOfPaper = (paper: PrintPaper): string => (typeof paper === 'number' ? `format-${paper}` : paper);

/** The paper of a format, lying; null where the browser has no such paper to print on. */
export const paperOfFormat = ({ sheet_width, sheet_height }: PrintFormat): BoardPaper | null =>
  PAPERS.find((known) => BOARD_PAPERS[known][0] === sheet_width && BOARD_PAPERS[known][1] === sheet_height) ?? null;

/** The names of a node and of those above it, by kind; of the lowest one where a kind stands twice. */
export function namesAbove(
  nodes: readonly { id: number; parent_id: number | null; kind: string; name: string }[],
  id: number | null,
): ReadonlyMap<string, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const names = new Map<string, string>();
  for (let node = id === null ? undefined : byId.get(id); node; node = node.parent_id === null ? undefined : byId.get(node.parent_id))
    if (!names.has(node.kind)) names.set(node.kind, node.name);
  return names;
}

const SCOPES = ['facility', 'project', 'schedule'] as const;

/**
 * What an address of the print prints: one measure of the whole space (`cost`), all of a node by its id (`12`), or all of a version
 * (`version-12`), or a dashboard (`dashboard-3` or `preset-3`, `dashboard-usual`) of the space or of the node that the query names, on a sheet; A4
 * where the address names none, or of a format that was kept (`format-5`). No place where there is none of that id.
 */
export function printOf(
  spaceId: number,
  { value, format, node: of }: { value: string; format: string; node?: string | undefined },
  nodes: readonly { id: number; kind: string }[],
): { place: AnalyticsPlace | null; kinds: readonly SeriesKind[]; paper: PrintPaper; dashboard?: number | 'usual' } {
  const kept = /^format-(\d{1,15})$/.exec(format)?.[1];
  const paper = kept ? Number(kept) : (PAPERS.find((known) => known === format.toLowerCase()) ?? 'a4');
  const measure = SERIES_KINDS.find((known) => known === value);
  if (measure) return { place: { kind: 'space', id: spaceId }, kinds: [measure], paper };
  const nodePlace = (id: string): AnalyticsPlace | null => {
    const found = nodes.find((node) => String(node.id) === id);
    const kind = SCOPES.find((known) => known === found?.kind);
    return found && kind ? { kind, id: found.id } : null;
  };
  const dashboard = /^(?:dashboard|preset)-(usual|\d{1,15})$/.exec(value)?.[1];
  if (dashboard)
    return {
      place: of === undefined ? { kind: 'space', id: spaceId } : nodePlace(of),
      kinds: [],
      paper,
      dashboard: dashboard === 'usual' ? 'usual' : Number(dashboard),
    };
  const version = /^version-(\d{1,15})$/.exec(value);
  if (version) return { place: { kind: 'version', id: Number(version[1]) }, kinds: SERIES_KINDS, paper };
  return { place: nodePlace(value), kinds: SERIES_KINDS, paper };
}

/** What is printed of a place without a dashboard: its works, and each measure as curves. */
export function tilesOfKinds(kinds: readonly SeriesKind[], period: SeriesPeriod): DashboardTile[] {
  const plain = { title: '', node: 'here' as const, x: 0, w: 12 };
  return [
    { ...plain, kind: 'counts', figure: null, y: 0, h: 5 },
    ...kinds.map((measure, index): DashboardTile => ({
      ...plain,
      kind: 'chart',
      measure,
      period,
      mode: 'cumulative',
      y: 5 + index * 11,
      h: 11,
    })),
  ];
}

/** What tiles say as tables, each under its title; what has no figures is none. */
export function tablesOfBoard(tiles: readonly Pick<BoardTile, 'title' | 'content'>[]): SeenTable[] {
  return tiles.flatMap(({ title, content }): SeenTable[] => {
    if (content.kind === 'text' || content.kind === 'photos') return [];
    if (content.kind === 'number')
      return [{ name: title, rows: [[title], [{ text: content.value, exact: content.exact ?? null }, content.light?.text ?? '']] }];
    const { head, rows } = content.table;
    return [{ name: title, rows: [head.length ? head : [title], ...rows] }];
  });
}

const MOST_ROWS = 40;

/** Tiles with what they show, as high as that needs: paper is not scrolled. */
export function boardTiles(
  tiles: readonly DashboardTile[],
  contents: readonly BoardContent[],
  titleOf: (tile: DashboardTile) => string,
  fitter: TextFitter,
): BoardTile[] {
  const column = 1240 / 12;
  const grown = tiles.map((tile, index): BoardTile => {
    const { x, y, w, h } = tile;
    const one = { title: titleOf(tile), content: contents[index] };
    return { x, y, w, h: Math.max(h, Math.min(MOST_ROWS, rowsNeeded(one, w * column, fitter))), ...one };
  });
  return settled(grown);
}
