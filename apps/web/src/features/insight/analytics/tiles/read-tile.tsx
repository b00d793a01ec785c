import { drawLineChart, drawTimeline, timelineHeight } from '@gantry/scene';
import { Loader } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { screenFitter } from '../../../../ui/charts/screen-fitter.ts';
import { whyNoFigures } from '../analytics.queries.ts';
import type { TileScene } from '../dashboards/analytics.dashboards.model.ts';
import type { ReadTile as Tile, TileCell, TileContent, TileTable } from './analytics.tiles.model.ts';
import { useTile } from './analytics.tiles.queries.ts';
import { PhotosTile } from './photos-tile.tsx';
import classes from './tiles.module.css';
import { WalkedPicture } from './walked-picture.tsx';

const BARS_HEIGHT = 150;

/** A tile whose content is a table, or a picture with its table. */
export function ReadTile({ tile, ...scene }: TileScene & { tile: Tile }) {
  return tile.kind === 'photos' ? <PhotosTile {...scene} /> : <TableTile {...scene} tile={tile} />;
}

function TableTile({ spaceId, place, revision, tile }: TileScene & { tile: Tile }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data, error } = useTile(spaceId, place, tile, revision);
  if (error) return <p className={classes.note}>{whyNoFigures(error, t)}</p>;
  if (!data) return <Loader size="xs" role="status" aria-label={t('analytics.loading')} />;
  if (data.kind === 'note') return <p className={classes.note}>{data.text}</p>;
  if (data.kind === 'number') return <NumberContent {...data} />;
  const { table, sentence } = data;
  if (data.kind === 'table')
    return (
      <>
        <CellTable table={table} heated={tile.kind === 'matrix'} />
        {sentence !== '' && <p className={classes.sentence}>{sentence}</p>}
      </>
    );
  const rowText = (at: number): string => (table.rows[at] ?? []).map(({ text }) => text).join(', ');
  const shared = { sentence, table: <CellTable table={table} /> };
  if (data.kind === 'timeline') {
    const height = timelineHeight(data.timeline);
    return (
      <WalkedPicture
        {...shared}
        height={height}
        count={data.timeline.marks.length}
        textOf={rowText}
        draw={(scene, width, at) => drawTimeline(scene, data.timeline, { x: 0, y: 0, width, height }, screenFitter(), at)}
        onOpen={(at) => {
          const link = table.rows[at]?.[0]?.link;
          if (link) void navigate(link);
        }}
      />
    );
  }
  const { periods, lines, tick } = data.chart;
  return (
    <WalkedPicture
      {...shared}
      height={BARS_HEIGHT}
      count={periods.length}
      textOf={(at) => `${periods[at]}: ${tick(lines[0]?.shown[at] ?? 0)}`}
      draw={(scene, width, at) => drawLineChart(scene, data.chart, { x: 0, y: 0, width, height: BARS_HEIGHT }, at)}
    />
  );
}

/** One figure with its light and its note. */
function NumberContent({ value, light, note }: Extract<TileContent, { kind: 'number' }>) {
  return (
    <div className={classes.number}>
      <b>
        <bdi>{value}</bdi>
      </b>
      {light && <span data-tone={light.tone}>{light.text}</span>}
      {note !== '' && <small>{note}</small>}
    </div>
  );
}

/** A table of figures; `heated` cells are the fuller the more they have. */
function CellTable({ table: { head, rows }, heated = false }: { table: TileTable; heated?: boolean }) {
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // Rows of a table of figures have no other name than their place.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={at}>
              {row.map((cell, column) =>
                column === 0 ? (
                  <th key={head[column]} scope="row">
                    <CellText cell={cell} />
                  </th>
                ) : (
                  <td
                    key={head[column]}
                    data-tone={cell.tone}
                    data-strong={cell.strong || undefined}
                    style={heated && cell.heat ? { background: heatOf(cell.heat) } : undefined}
                  >
                    <CellText cell={cell} />
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const heatOf = (share: number): string => `color-mix(in srgb, var(--gantry-plan) ${Math.round(8 + share * 30)}%, transparent)`;

function CellText({ cell: { text, link } }: { cell: TileCell }) {
  return link ? (
    <Link {...link} className={classes.link}>
      <bdi>{text}</bdi>
    </Link>
  ) : (
    <bdi>{text}</bdi>
  );
}
