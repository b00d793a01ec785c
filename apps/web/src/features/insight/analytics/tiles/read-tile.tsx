import type { Figure } from '@gantry/contract';
import { drawLineChart, drawTimeline, layOutLineChart, timelineHeight } from '@gantry/scene';
import { Loader } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { screenFitter } from '../../../../ui/charts/screen-fitter.ts';
import { WalkedPicture } from '../../../../ui/charts/walked-picture.tsx';
import { whyNoFigures } from '../analytics.queries.ts';
import type { TileScene } from '../dashboards/analytics.dashboards.model.ts';
import type { ReadTile as Tile, TileCell, TileContent, TileTable } from './analytics.tiles.model.ts';
import { type FormulaTile, useTile } from './analytics.tiles.queries.ts';
import { FigureDialog } from './figure-dialog.tsx';
import { FormulaParts } from './formula-parts.tsx';
import { PhotosTile } from './photos-tile.tsx';
import classes from './tiles.module.css';

const BARS_HEIGHT = 150;

/** A tile whose content is a table, or a picture with its table. */
export function ReadTile({ tile, ...scene }: TileScene & { tile: Tile }) {
  if (tile.kind === 'photos') return <PhotosTile {...scene} />;
  return tile.kind === 'formula' ? <OpenedFormula {...scene} tile={tile} /> : <TableTile {...scene} tile={tile} />;
}

/** A formula, which opens the figures that it is made of. */
function OpenedFormula({ tile, ...scene }: TileScene & { tile: FormulaTile }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const [at, setAt] = useState<string | null>(null);
  const open = (of: string | null): void => {
    setAt(of);
    setOpened(true);
  };
  return (
    <>
      <TableTile {...scene} tile={tile} onOpen={open} />
      {tile.view !== 'number' && (
        <button type="button" className={classes.link} aria-haspopup="dialog" onClick={() => open(null)}>
          {t('dashboard.formula_parts')}
        </button>
      )}
      <FormulaParts {...scene} tile={tile} at={at} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

function TableTile({
  spaceId,
  place,
  revision,
  version = null,
  tile,
  onOpen,
}: TileScene & { tile: Tile; onOpen?: (at: string | null) => void }) {
  const { t } = useTranslation();
  const [figure, setFigure] = useState<Figure | null>(null);
  const navigate = useNavigate();
  const { data, error } = useTile(spaceId, place, tile, revision);
  if (error) return <p className={classes.note}>{whyNoFigures(error, t)}</p>;
  if (!data) return <Loader size="xs" role="status" aria-label={t('analytics.loading')} />;
  if (data.kind === 'note') return <p className={classes.note}>{data.text}</p>;
  if (data.kind === 'number') return <NumberContent {...data} onOpen={onOpen && (() => onOpen(null))} />;
  const { table, sentence } = data;
  if (data.kind === 'table')
    return (
      <>
        <CellTable table={table} heated={tile.kind === 'matrix'} onFigure={setFigure} />
        {sentence !== '' && <p className={classes.sentence}>{sentence}</p>}
        <FigureDialog place={place} figure={figure} version={version} onClose={() => setFigure(null)} />
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
  const { begins } = data;
  return (
    <WalkedPicture
      {...shared}
      height={BARS_HEIGHT}
      count={periods.length}
      textOf={(at) => `${periods[at]}: ${tick(lines[0]?.shown[at] ?? 0)}`}
      draw={(scene, width, at) => drawLineChart(scene, data.chart, { x: 0, y: 0, width, height: BARS_HEIGHT }, at)}
      placeAt={(x, width) => {
        const { left, step } = layOutLineChart(data.chart, width, BARS_HEIGHT);
        return Math.floor((x - left) / step);
      }}
      onOpen={begins && onOpen && ((at) => onOpen(begins[at] ?? null))}
    />
  );
}

/** One figure with its light and its note. */
function NumberContent({ value, light, note, onOpen }: Extract<TileContent, { kind: 'number' }> & { onOpen?: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <div className={classes.number}>
      <b>
        {onOpen ? (
          <button
            type="button"
            className={classes.value}
            aria-haspopup="dialog"
            aria-label={t('dashboard.open_formula', { value })}
            onClick={onOpen}
          >
            <bdi>{value}</bdi>
          </button>
        ) : (
          <bdi>{value}</bdi>
        )}
      </b>
      {light && <span data-tone={light.tone}>{light.text}</span>}
      {note !== '' && <small>{note}</small>}
    </div>
  );
}

type TableProps = { table: TileTable; heated?: boolean; onFigure?: (figure: Figure) => void };

/** A table of figures; `heated` cells are the fuller the more they have. */
function CellTable({ table: { head, rows }, heated = false, onFigure }: TableProps) {
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
                    <CellText cell={cell} onFigure={onFigure} />
                  </th>
                ) : (
                  <td
                    key={head[column]}
                    data-exact={cell.exact ?? undefined}
                    data-tone={cell.tone}
                    data-strong={cell.strong || undefined}
                    style={heated && cell.heat ? { background: heatOf(cell.heat) } : undefined}
                  >
                    <CellText cell={cell} onFigure={onFigure} />
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

function CellText({ cell: { text, link, figure }, onFigure }: { cell: TileCell } & Pick<TableProps, 'onFigure'>) {
  if (link)
    return (
      <Link {...link} className={classes.link}>
        <bdi>{text}</bdi>
      </Link>
    );
  if (!figure || !onFigure) return <bdi>{text}</bdi>;
  return (
    <button type="button" className={classes.amount} aria-haspopup="dialog" onClick={() => onFigure(figure)}>
      <bdi>{text}</bdi>
    </button>
  );
}
