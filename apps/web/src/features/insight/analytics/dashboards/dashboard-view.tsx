import type { DashboardTile } from '@gantry/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { treeQuery } from '../../../structure/eps/eps.queries.ts';
import { type AnalyticsPlace, isNarrowed, worksOf } from '../analytics.queries.ts';
import { inReadingOrder, type TileScene } from './analytics.dashboards.model.ts';
import classes from './dashboards.module.css';
import { TileContent, useTileTitle } from './tile-content.tsx';

/** Tiles that are about all works whatever is asked for. */
const OF_ALL_WORKS: ReadonlySet<DashboardTile['kind']> = new Set(['risk', 'photos', 'scoreboard']);
/** Tiles of few lines, which are shown whole whatever the size that their maker gave them. */
const isWhole = (tile: DashboardTile): boolean =>
  tile.kind === 'formula' ? tile.view === 'number' : ['number', 'lights', 'counts', 'chart', 'curves'].includes(tile.kind);
const SCOPES = ['facility', 'project', 'schedule'] as const;

/** The place of a tile: where the dashboard is opened, or the node that it names; null where that is none with figures. */
export function usePlaceOf({ spaceId, place: here }: TileScene): (tile: DashboardTile) => AnalyticsPlace | null {
  const { data } = useQuery(treeQuery(spaceId));
  return ({ node: of }) => {
    if (of === 'here') return here;
    const kind = SCOPES.find((known) => known === data?.nodes.find(({ id }) => id === of)?.kind);
    return kind ? { kind, id: of, ...worksOf(here) } : null;
  };
}

/** A dashboard at a place; `stacked`: tile under tile, as a narrow panel shows it. */
export function DashboardView({ tiles, stacked = false, ...scene }: TileScene & { tiles: readonly DashboardTile[]; stacked?: boolean }) {
  const { t } = useTranslation();
  const titleOf = useTileTitle();
  const placeOf = usePlaceOf(scene);
  if (!tiles.length) return <p className={classes.note}>{t('dashboard.no_tiles')}</p>;
  return (
    <div className={stacked ? classes.stack : classes.grid}>
      {inReadingOrder(tiles).map((tile) => {
        const { x, y, w, h } = tile;
        const place = placeOf(tile);
        return (
          <section
            key={`${tile.kind} ${x} ${y}`}
            className={classes.tile}
            aria-label={titleOf(tile)}
            style={stacked ? undefined : { gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${h}` }}
          >
            {tile.kind !== 'text' && (
              <h3 className={classes.title}>
                {titleOf(tile)}
                {isNarrowed(scene.place) && OF_ALL_WORKS.has(tile.kind) && <small> · {t('analytics.of_all_works')}</small>}
              </h3>
            )}
            <div
              className={classes.content}
              data-whole={isWhole(tile) || undefined}
              tabIndex={tile.kind === 'chart' || tile.kind === 'curves' ? undefined : 0}
            >
              {place ? <TileContent {...scene} place={place} tile={tile} /> : <p className={classes.note}>{t('dashboard.no_place')}</p>}
            </div>
          </section>
        );
      })}
    </div>
  );
}
