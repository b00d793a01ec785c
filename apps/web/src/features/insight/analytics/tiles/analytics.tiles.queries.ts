import { api, type StoredItem } from '@gantry/contract';
import { keepPreviousData, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../lib/calls/api-client.ts';
import { usePush } from '../../../../lib/push/push.ts';
import { treeQuery } from '../../../structure/eps/eps.queries.ts';
import { boardsQuery, lightsQuery } from '../../scoreboard/scoreboard.queries.ts';
import type { Words } from '../analytics.charts.model.ts';
import { type AnalyticsPlace, DASHBOARDS, DAY_PLANS, EXECUTORS, FORMULAS, ofItself, SERIES, worksOf } from '../analytics.queries.ts';
import { crossContent } from './analytics.cross.model.ts';
import { formulaContent, scoreboardTileContent } from './analytics.formulas.model.ts';
import {
  delaysContent,
  matrixContent,
  peopleContent,
  photosContent,
  promisesContent,
  type ReadTile,
  riskContent,
  risksContent,
  timelineContent,
  type TileContent,
  trendContent,
} from './analytics.tiles.model.ts';
import { askAgain } from '../../../../lib/calls/ask-again.ts';

const MOST_SCHEDULES = 12;
const MOST_PHOTOS = 24;
const MOST_ROOTS = 8;

export type FormulaTile = Extract<ReadTile, { kind: 'formula' }>;
type Asking = { client: QueryClient; spaceId: number; words: Words; signal?: AbortSignal };

/** The figures of a place itself; of those that were asked for none where it has none. */
export const ownLights = async (client: QueryClient, spaceId: number, place: AnalyticsPlace) =>
  (await client.fetchQuery(lightsQuery(spaceId, ofItself(place)))).rows[0];

/** What the formula of a tile is asked with at a place. */
const formulaAsked = ({ formula, view, period, item }: FormulaTile, place: AnalyticsPlace) => ({
  formula,
  ...(view === 'curve' ? { period } : {}),
  ...worksOf(place),
  ...(item === null ? {} : { item }),
});

/** What the formula of a tile comes to at a place, with the figures that it names: in all, or until the end of the period that begins `at` a day. */
export function useFormula(place: AnalyticsPlace, tile: FormulaTile, at: string | null, revision?: number) {
  const query = at === null ? formulaAsked({ ...tile, view: 'parts' }, place) : { ...formulaAsked({ ...tile, view: 'curve' }, place), at };
  return useQuery({
    queryKey: ['analytics', place.kind, place.id, 'formula', query, revision],
    queryFn: ({ signal }) => call(FORMULAS[place.kind], { params: { id: place.id }, query }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

async function contentOf({ client, spaceId, words, signal }: Asking, place: AnalyticsPlace, tile: ReadTile): Promise<TileContent> {
  const { kind, id } = place;
  const works = worksOf(place);
  const at = { params: { id } };
  const how = { quiet: true, ...(signal ? { signal } : {}) };
  if (tile.kind === 'trend') return trendContent(await ownLights(client, spaceId, place), tile.figure, words);
  if (tile.kind === 'matrix') {
    const { measure, group, period, across } = tile;
    const asked = across === null ? { period, group } : { period: 'year' as const, group, across };
    const series = await call(SERIES[kind][measure], { ...at, query: { ...asked, ...works } }, how);
    const opened = kind === 'space' ? null : works;
    return across === null ? matrixContent(series, group, words, opened) : crossContent(series, { group, across }, words, opened);
  }
  if (tile.kind === 'timeline') return timelineContent(spaceId, await call(DASHBOARDS[kind], { ...at, query: works }, how), words);
  if (tile.kind === 'list') {
    if (tile.of === 'delays') return delaysContent(spaceId, await call(DASHBOARDS[kind], { ...at, query: works }, how), words);
    if (tile.of === 'people') return peopleContent(await call(EXECUTORS[kind], { ...at, query: works }, how), words);
    return promisesContent(await call(DAY_PLANS[kind], { ...at, query: { period: 'week', ...works } }, how), words);
  }
  if (tile.kind === 'formula') {
    return formulaContent(tile, await call(FORMULAS[kind], { ...at, query: formulaAsked(tile, place) }, how), words);
  }
  if (tile.kind === 'scoreboard') {
    const { boards } = await client.fetchQuery(boardsQuery(spaceId));
    if (!boards.some((board) => board.id === tile.board)) return { kind: 'note', text: words.t('dashboard.no_scoreboard') };
    // Nothing stands below a version.
    if (kind === 'version') return { kind: 'note', text: words.t('dashboard.no_parts') };
    const asked = { params: { id: tile.board }, query: kind === 'space' ? {} : { node: id } };
    const { board, rows } = await call(api.scoreboard.read, asked, { ...how, spaceId });
    return scoreboardTileContent(spaceId, board, rows, words);
  }
  if (tile.kind === 'photos') return photosContent(await readPhotos(client, spaceId, { kind, id }), words);
  const result = async (version: number) => (await call(api.risk.read, { params: { id: version } }, how)).computed?.result ?? null;
  if (kind === 'version') {
    const own = await result(id);
    return own ? riskContent(own, words) : { kind: 'note', text: words.t('dashboard.no_risk') };
  }
  const asked =
    kind === 'schedule' ? { of: 'self' as const, node: id } : { of: 'schedule' as const, ...(kind === 'space' ? {} : { node: id }) };
  const { rows } = await client.fetchQuery(lightsQuery(spaceId, { ...asked, limit: MOST_SCHEDULES }));
  const all = rows.flatMap(({ name, version_id }) => (version_id === null ? [] : [{ name, version_id }]));
  const risks = await Promise.all(all.map(async (one) => ({ ...one, result: await result(one.version_id) })));
  const [only] = risks;
  return kind === 'schedule' && only?.result ? riskContent(only.result, words) : risksContent(spaceId, risks, words);
}

/** The photos of a place, the last taken first: of a version those of its schedule, of the space those of what stands on its top. */
export async function readPhotos(client: QueryClient, spaceId: number, { kind, id }: AnalyticsPlace): Promise<StoredItem[]> {
  const feed = async (node: number) =>
    (await call(api.storage.photosFeed, { params: { id: node }, query: { limit: MOST_PHOTOS } }, { spaceId, quiet: true })).items;
  if (kind === 'version') return feed((await call(api.versions.get, { params: { id } }, { spaceId, quiet: true })).schedule_id);
  if (kind !== 'space') return feed(id);
  const { nodes } = await client.fetchQuery(treeQuery(spaceId));
  const top = nodes.filter(({ parent_id }) => parent_id === null).slice(0, MOST_ROOTS);
  const all = (await Promise.all(top.map(async (node) => feed(node.id)))).flat();
  return all.toSorted((a, b) => (a.taken_at < b.taken_at ? 1 : -1)).slice(0, MOST_PHOTOS);
}

/** What a tile shows of a place; `revision`, where the place is open, asks again after each edit. */
export const tileQuery = (asking: Asking, place: AnalyticsPlace, tile: ReadTile, revision?: number) => {
  const { x: _x, y: _y, w: _w, h: _h, title: _title, node: _node, ...shows } = tile;
  return queryOptions({
    queryKey: ['analytics', place.kind, place.id, 'tile', shows, worksOf(place), asking.words.language, revision],
    queryFn: ({ signal }) => contentOf({ ...asking, signal }, place, tile),
    // Pictures hold functions, which cannot be compared.
    structuralSharing: false,
  });
};

/** The same, loaded again when what lies behind was counted or simulated anew. */
export function useTile(spaceId: number, place: AnalyticsPlace, tile: ReadTile, revision?: number) {
  const client = useQueryClient();
  const { i18n } = useTranslation();
  const again = () => void client.invalidateQueries({ queryKey: ['analytics'] });
  usePush('analytics_changed', (event) => askAgain(client, ['analytics'], event));
  usePush('risk_simulated', again);
  return useQuery({
    ...tileQuery({ client, spaceId, words: i18n }, place, tile, revision),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The photos of a place. */
export function usePhotos(spaceId: number, place: AnalyticsPlace) {
  const client = useQueryClient();
  const queryKey = ['analytics', place.kind, place.id, 'photos'];
  usePush('wbs_storage_uploaded', () => void client.invalidateQueries({ queryKey }));
  return useQuery({ queryKey, queryFn: () => readPhotos(client, spaceId, place), placeholderData: keepPreviousData });
}
