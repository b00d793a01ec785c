import type { DashboardTile, DashboardTileKind, LitPlace, ScoreboardFigure } from '@gantry/contract';
import { Loader } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../../lib/numbers.ts';
import { FigureTrend, FigureValue, LightBadge } from '../../scoreboard/scoreboard-badge.tsx';
import { reasonLink } from '../../../../ui/text/scores.ts';
import { useLights } from '../../scoreboard/scoreboard.queries.ts';
import { dimensionName } from '../split/analytics.groups.model.ts';
import { ofItself, useSeries, useStats, whyNoFigures, worksOf } from '../analytics.queries.ts';
import { SeriesChart } from '../series-chart.tsx';
import { measureTitle } from '../analytics.model.ts';
import { isReadTile } from '../tiles/analytics.tiles.model.ts';
import { ReadTile } from '../tiles/read-tile.tsx';
import { WorkCounts } from '../work-counts.tsx';
import type { TileScene } from './analytics.dashboards.model.ts';
import { CurvesChart } from './curves-chart.tsx';
import classes from './dashboards.module.css';

type Of<K extends DashboardTileKind> = TileScene & { tile: Extract<DashboardTile, { kind: K }> };

/** The figures of the place of a tile. */
const useOwnLights = ({ spaceId, place, revision }: TileScene) =>
  useLights(spaceId, { ...ofItself(place), ...(revision ? { revision } : {}) });

/** What a tile shows until its figures are there, or where they are not. */
function Waiting({ error }: { error: Error | null }) {
  const { t } = useTranslation();
  if (error) return <p className={classes.note}>{whyNoFigures(error, t)}</p>;
  return <Loader size="xs" role="status" aria-label={t('analytics.loading')} />;
}

function NumberTile({ tile, ...scene }: Of<'number'>) {
  const { t } = useTranslation();
  const { data, error } = useOwnLights(scene);
  const [row] = data?.rows ?? [];
  const cell = row?.cells.find(({ figure }) => figure === tile.figure);
  if (!row || !cell) return <Waiting error={error} />;
  return (
    <div className={classes.number}>
      <Reason spaceId={scene.spaceId} row={row} figure={cell.figure}>
        <FigureValue figure={cell.figure} value={cell.value} />
      </Reason>
      {(cell.warn !== null || cell.error !== null) && <LightBadge light={cell.light} />}
      <FigureTrend {...cell} />
      {cell.hidden_red > 0 && <small className={classes.below}>■ {t('scoreboard.hidden_red', { count: cell.hidden_red })}</small>}
    </div>
  );
}

/** A value that leads to why it is so. */
function Reason({ spaceId, row, figure, children }: { spaceId: number; row: LitPlace; figure: ScoreboardFigure; children: ReactNode }) {
  const opens = row.kind === 'version' || row.version_id !== null || row.has_parts;
  if (!opens) return <b>{children}</b>;
  return (
    <Link {...reasonLink(spaceId, row, figure)} className={classes.reason}>
      {children}
    </Link>
  );
}

function LightsTile(scene: TileScene) {
  const { t } = useTranslation();
  const { data, error } = useOwnLights(scene);
  const [row] = data?.rows ?? [];
  if (!row) return <Waiting error={error} />;
  const order = { act: 0, watch: 1, ok: 2, none: 3 };
  const cells = row.cells.filter(({ warn, error }) => warn !== null || error !== null).toSorted((a, b) => order[a.light] - order[b.light]);
  return (
    <table className={classes.table}>
      <tbody>
        {cells.map(({ figure, value, light, hidden_red }) => (
          <tr key={figure}>
            <th scope="row">{t(`scoreboard.figure_${figure}`)}</th>
            <td>
              <Reason spaceId={scene.spaceId} row={row} figure={figure}>
                <FigureValue figure={figure} value={value} />
              </Reason>
            </td>
            <td className={classes.words}>
              <LightBadge light={light} />
              {hidden_red > 0 && <small className={classes.below}>■ {t('scoreboard.hidden_red', { count: hidden_red })}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PartsTile({ spaceId, place }: TileScene) {
  const { t } = useTranslation();
  const parted = place.kind !== 'version' && place.kind !== 'schedule';
  const { data, error } = useLights(
    spaceId,
    parted ? { of: 'parts', ...worksOf(place), ...(place.kind === 'space' ? {} : { node: place.id }) } : null,
  );
  if (!parted) return <p className={classes.note}>{t('dashboard.no_parts')}</p>;
  if (!data) return <Waiting error={error} />;
  if (!data.rows.length) return <p className={classes.note}>{t('dashboard.no_parts')}</p>;
  const figures = [...new Set(data.rows.flatMap(({ cells }) => cells.map(({ figure }) => figure)))];
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('scoreboard.place')}</th>
          {figures.map((figure) => (
            <th key={figure} scope="col">
              {t(`scoreboard.figure_${figure}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <bdi>{row.name}</bdi> <LightBadge light={row.light} />
            </th>
            {figures.map((figure) => {
              const cell = row.cells.find((one) => one.figure === figure);
              return (
                <td key={figure} data-light={cell?.light}>
                  {cell && cell.value !== null ? (
                    <Reason spaceId={spaceId} row={row} figure={figure}>
                      <FigureValue figure={figure} value={cell.value} />
                    </Reason>
                  ) : (
                    '–'
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function ChartTile({ tile: { measure, period, mode }, place, revision }: Of<'chart'>) {
  const { t } = useTranslation();
  const { data, error } = useSeries(place, measure, period, revision);
  if (!data) return <Waiting error={error} />;
  return (
    <>
      {data.state.hidden > 0 && <p className={classes.note}>{t('analytics.money_hidden', { count: data.state.hidden })}</p>}
      <SeriesChart series={data} title={measureTitle(measure, t)} mode={mode} />
    </>
  );
}

function CountsTile({ tile: { figure }, place, revision, version = null }: Of<'counts'>) {
  const { data, error } = useStats(place, revision);
  if (!data) return <Waiting error={error} />;
  const open = place.kind === 'version' && version?.id === place.id ? version : null;
  if (figure === null) return <WorkCounts stats={data} version={open} works={worksOf(place)} />;
  return (
    <div className={classes.number}>
      <b>{formatCount(data[figure])}</b>
    </div>
  );
}

/** What a tile shows of its place. */
export function TileContent({ tile, ...scene }: TileScene & { tile: DashboardTile }) {
  if (isReadTile(tile)) return <ReadTile {...scene} tile={tile} />;
  if (tile.kind === 'number') return <NumberTile {...scene} tile={tile} />;
  if (tile.kind === 'lights') return <LightsTile {...scene} />;
  if (tile.kind === 'parts') return <PartsTile {...scene} />;
  if (tile.kind === 'chart') return <ChartTile {...scene} tile={tile} />;
  if (tile.kind === 'counts') return <CountsTile {...scene} tile={tile} />;
  if (tile.kind === 'curves') return <CurvesChart {...scene} period={tile.period} />;
  return <p className={classes.text}>{tile.text}</p>;
}

/** What a tile is called: what its maker called it, else what it shows. */
export function useTileTitle(): (tile: DashboardTile) => string {
  const { t, i18n } = useTranslation();
  return (tile) => {
    if (tile.title) return tile.title;
    if (tile.kind === 'number' || tile.kind === 'trend') return t(`scoreboard.figure_${tile.figure}`);
    if (tile.kind === 'formula' && tile.formula !== '') return tile.formula;
    if (tile.kind === 'list') return t(`dashboard.list_${tile.of}`);
    if (tile.kind === 'matrix')
      return t('dashboard.matrix_of', {
        measure: measureTitle(tile.measure, t),
        group: [tile.group, ...(tile.across === null ? [] : [tile.across])].map((one) => dimensionName(one, i18n)).join(' × '),
      });
    if (tile.kind === 'chart') return measureTitle(tile.measure, t);
    if (tile.kind === 'counts' && tile.figure !== null) return t(`dashboard.count_${tile.figure}`);
    return t(`dashboard.kind_${tile.kind}`);
  };
}
