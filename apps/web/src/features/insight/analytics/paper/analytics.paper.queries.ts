import { api, type DashboardTile, SERIES_KINDS, type SeriesPeriod } from '@gantry/contract';
import type { BoardContent } from '@gantry/scene';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/calls/api-client.ts';
import { lightsQuery } from '../../scoreboard/scoreboard.queries.ts';
import { measureTitle } from '../analytics.model.ts';
import { linesOfCurves, type Words } from '../analytics.charts.model.ts';
import { type AnalyticsPlace, seriesQuery, statsQuery, worksOf } from '../analytics.queries.ts';
import { isReadTile, paperOf } from '../tiles/analytics.tiles.model.ts';
import { ownLights, readPhotos, tileQuery } from '../tiles/analytics.tiles.queries.ts';
import { photosOnPaper } from './analytics.photos.queries.ts';
import {
  chartContent,
  countsContent,
  lightsContent,
  noteContent,
  numberContent,
  partsContent,
  seriesContent,
} from './analytics.paper.model.ts';

type Asking = { client: QueryClient; spaceId: number; words: Words };
/** What a tile shows of a place, for paper. */
async function contentOf(asking: Asking, place: AnalyticsPlace, tile: DashboardTile): Promise<BoardContent> {
  const { client, spaceId, words } = asking;
  if (tile.kind === 'photos') return photosOnPaper(spaceId, await readPhotos(client, spaceId, place), words);
  if (isReadTile(tile)) return paperOf(await client.fetchQuery(tileQuery(asking, place, tile)));
  if (tile.kind === 'text') return { kind: 'text', text: tile.text, muted: false };
  if (tile.kind === 'number') return numberContent(await ownLights(client, spaceId, place), tile.figure, words);
  if (tile.kind === 'lights') return lightsContent(await ownLights(client, spaceId, place), words);
  if (tile.kind === 'counts') return countsContent(await client.fetchQuery(statsQuery(place)), tile.figure, words);
  if (tile.kind === 'curves') return curvesContent(asking, place, tile.period);
  if (tile.kind === 'chart') {
    const title = measureTitle(tile.measure, words.t);
    return seriesContent(await client.fetchQuery(seriesQuery(place, tile.measure, tile.period)), title, tile.mode, words);
  }
  if (place.kind === 'version' || place.kind === 'schedule') return noteContent(words.t('dashboard.no_parts'));
  const below = { of: 'parts' as const, ...worksOf(place), ...(place.kind === 'space' ? {} : { node: place.id }) };
  return partsContent((await client.fetchQuery(lightsQuery(spaceId, below))).rows, words);
}

async function curvesContent({ client, spaceId, words }: Asking, place: AnalyticsPlace, period: SeriesPeriod): Promise<BoardContent> {
  const { items } = await call(api.analyticsSettings.listCurves, { query: {} }, { spaceId, quiet: true });
  const active = items.filter((one) => one.active);
  if (!active.length) return noteContent(words.t('dashboard.no_curves'));
  const kinds = SERIES_KINDS.filter((kind) => active.some(({ content }) => content.measure === kind));
  const series = Object.fromEntries(
    await Promise.all(kinds.map(async (kind) => [kind, await client.fetchQuery(seriesQuery(place, kind, period))] as const)),
  );
  const { periods, lines } = linesOfCurves(active, series);
  if (!lines.length) return noteContent(words.t('dashboard.no_curve_values'));
  const sentence = words.t('analytics.sentence_plain', { title: lines.map(({ name }) => name).join(', ') });
  return chartContent({ periods, period, lines, bars: false, sentence }, words);
}

/** What each tile shows of its place, in their order; null places have no figures. */
export function usePaperContents(
  spaceId: number,
  tiles: readonly { tile: DashboardTile; place: AnalyticsPlace | null }[] | null,
  words: Words,
) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ['analytics', 'paper', spaceId, words.language, tiles],
    queryFn: () =>
      Promise.all(
        (tiles ?? []).map(async ({ tile, place }) =>
          place ? contentOf({ client, spaceId, words }, place, tile) : noteContent(words.t('dashboard.no_place')),
        ),
      ),
    enabled: tiles !== null,
    // Pictures hold functions, which cannot be compared.
    structuralSharing: false,
    staleTime: 0,
  });
}
