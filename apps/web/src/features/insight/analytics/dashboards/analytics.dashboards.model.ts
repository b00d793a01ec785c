import type { Dashboard, DashboardTile, DashboardTileKind } from '@gantry/contract';
import type { AnalyticsPlace } from '../analytics.queries.ts';
import type { OpenVersion } from '../work-counts.tsx';

/** What tiles are drawn for: a place, open or not. */
export type TileScene = { spaceId: number; place: AnalyticsPlace; revision?: number; version?: OpenVersion | null };

export const COLUMNS = 12;
const MOST_ROWS = 24;

/** Where a tile lies in the grid of twelve columns. */
export type Box = Pick<DashboardTile, 'x' | 'y' | 'w' | 'h'>;

const overlap = (a: Box, b: Box): boolean => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** A box within the grid. */
export function bounded({ x, y, w, h }: Box): Box {
  const width = Math.min(COLUMNS, Math.max(1, w));
  return { x: Math.min(COLUMNS - width, Math.max(0, x)), y: Math.max(0, y), w: width, h: Math.min(MOST_ROWS, Math.max(1, h)) };
}

/** Tiles with no two over each other and no gap above any: the others make way for the one at `held`. Their order in the list stays. */
export function settled<T extends Box>(tiles: readonly T[], held = -1): T[] {
  const order = tiles
    .map((_, index) => index)
    .sort((a, b) => {
      const [one, other] = [tiles[a], tiles[b]];
      return one.y - other.y || Number(b === held) - Number(a === held) || one.x - other.x || a - b;
    });
  const placed: Box[] = [];
  const result = [...tiles];
  for (const index of order) {
    const box: Box = { ...bounded(tiles[index]) };
    while (box.y > 0 && !placed.some((other) => overlap({ ...box, y: box.y - 1 }, other))) box.y -= 1;
    while (placed.some((other) => overlap(box, other))) box.y += 1;
    placed.push(box);
    result[index] = { ...tiles[index], ...box };
  }
  return result;
}

/** The tiles with one of them moved or sized. */
export const changedBox = <T extends Box>(tiles: readonly T[], index: number, change: Partial<Box>): T[] =>
  settled(
    tiles.map((tile, at) => (at === index ? { ...tile, ...bounded({ ...tile, ...change }) } : tile)),
    index,
  );

/** What a key does to the box of a tile: arrows move it, with Shift they size it. Null where the key is none of these. */
export function boxAfterKey({ x, y, w, h }: Box, key: string, shift: boolean): Partial<Box> | null {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  if (!step) return null;
  return shift ? { w: w + step[0], h: h + step[1] } : { x: x + step[0], y: y + step[1] };
}

const sideBySide = (a: Box, b: Box): boolean => a.x < b.x + b.w && b.x < a.x + a.w;

/** The tiles after a key; null where it does nothing here. Up and down change places with the tile there: a step of one row would fall back. */
export function movedByKey<T extends Box>(tiles: readonly T[], index: number, key: string, shift: boolean): T[] | null {
  const own = tiles[index];
  const change = boxAfterKey(own, key, shift);
  if (!change) return null;
  if (shift || key === 'ArrowLeft' || key === 'ArrowRight') return changedBox(tiles, index, change);
  const others = tiles.filter((tile) => tile !== own && sideBySide(tile, own));
  if (key === 'ArrowUp') {
    const above = others.filter(({ y }) => y < own.y);
    return above.length ? changedBox(tiles, index, { y: Math.max(...above.map(({ y }) => y)) }) : settled(tiles);
  }
  const below = others.filter(({ y }) => y > own.y);
  if (!below.length) return settled(tiles);
  const next = below.reduce((first, tile) => (tile.y < first.y ? tile : first));
  const swapped = tiles.map((tile) => (tile === next ? { ...tile, y: own.y } : tile === own ? { ...tile, y: own.y + next.h } : tile));
  return settled(swapped, tiles.indexOf(next));
}

/** Tiles as they are read, from the top and from the left. */
export const inReadingOrder = <T extends Box>(tiles: readonly T[]): T[] => tiles.toSorted((a, b) => a.y - b.y || a.x - b.x);

const place = { title: '', node: 'here' as const, x: 0, y: 0 };

/** A new tile of each kind. */
export const NEW_TILES: Record<DashboardTileKind, DashboardTile> = {
  lights: { ...place, kind: 'lights', w: 6, h: 5 },
  number: { ...place, kind: 'number', figure: 'spit', w: 3, h: 2 },
  trend: { ...place, kind: 'trend', figure: 'spit', w: 6, h: 6 },
  chart: { ...place, kind: 'chart', measure: 'cost', period: 'month', mode: 'cumulative', w: 6, h: 9 },
  parts: { ...place, kind: 'parts', w: 12, h: 6 },
  counts: { ...place, kind: 'counts', figure: null, w: 6, h: 4 },
  curves: { ...place, kind: 'curves', period: 'month', w: 6, h: 9 },
  list: { ...place, kind: 'list', of: 'delays', w: 6, h: 8 },
  matrix: { ...place, kind: 'matrix', measure: 'count', group: 'executor', period: 'month', across: null, w: 12, h: 8 },
  timeline: { ...place, kind: 'timeline', w: 6, h: 8 },
  risk: { ...place, kind: 'risk', w: 6, h: 8 },
  photos: { ...place, kind: 'photos', w: 6, h: 8 },
  formula: {
    ...place,
    kind: 'formula',
    formula: '',
    view: 'number',
    period: 'month',
    unit: '',
    decimals: 2,
    item: null,
    worse: null,
    warn: null,
    error: null,
    w: 3,
    h: 3,
  },
  scoreboard: { ...place, kind: 'scoreboard', board: 0, w: 12, h: 8 },
  text: { ...place, kind: 'text', text: '', w: 12, h: 2 },
};
export const TILE_KINDS = Object.keys(NEW_TILES) as DashboardTileKind[];

/** The tiles with one more below them. */
export function withTile(tiles: readonly DashboardTile[], tile: DashboardTile): DashboardTile[] {
  const bottom = Math.max(0, ...tiles.map(({ y, h }) => y + h));
  return settled([...tiles, { ...tile, y: bottom }]);
}

/** What is shown where nobody has made a dashboard. */
export const USUAL_DASHBOARD: Dashboard = {
  tiles: [
    { ...NEW_TILES.number, kind: 'number', figure: 'progress', x: 0, y: 0 },
    { ...NEW_TILES.number, kind: 'number', figure: 'deviation_days', x: 3, y: 0 },
    { ...NEW_TILES.number, kind: 'number', figure: 'spit', x: 6, y: 0 },
    { ...NEW_TILES.number, kind: 'number', figure: 'cpi', x: 9, y: 0 },
    { ...NEW_TILES.lights, x: 0, y: 2 },
    { ...NEW_TILES.parts, w: 6, h: 5, x: 6, y: 2 },
    { ...NEW_TILES.chart, kind: 'chart', measure: 'count', period: 'month', mode: 'cumulative', x: 0, y: 7 },
    { ...NEW_TILES.chart, x: 6, y: 7 },
  ],
};
