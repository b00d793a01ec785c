import {
  type DashboardTile,
  type DashboardTileKind,
  SCOREBOARD_FIGURES,
  type ScoreboardFigure,
  SERIES_KINDS,
  SERIES_PERIODS,
  TILE_LISTS,
  WORK_COUNTS,
} from '@gantry/contract';
import { Group, Modal, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../../../ui/forms/dialog-form.tsx';
import type { AnalyticsPlace } from '../analytics.queries.ts';
import { measureTitle } from '../analytics.model.ts';
import { NEW_TILES, TILE_KINDS } from './analytics.dashboards.model.ts';
import { DimensionField } from './dimension-field.tsx';
import { FormulaFields, isReady } from './formula-fields.tsx';
import { ScoreboardField } from './scoreboard-field.tsx';

type Place = { id: number; name: string };
type Props = {
  /** Null: a new one. */
  tile: DashboardTile | null;
  opened: boolean;
  places: readonly Place[];
  spaceId: number;
  /** Where the dashboard is opened. */
  here: AnalyticsPlace;
  onSubmit(tile: DashboardTile): void;
  onClose(): void;
};

/** Asks what a tile shows, of which place, and what it is called. */
export function TileDialog(props: Props) {
  const { t } = useTranslation();
  return (
    <Modal size="lg" opened={props.opened} onClose={props.onClose} title={t(props.tile ? 'dashboard.change_tile' : 'dashboard.add_tile')}>
      <Form {...props} />
    </Modal>
  );
}

/** Whether a tile has all fields that it needs to be shown. */
function isWhole(tile: DashboardTile): boolean {
  if (tile.kind === 'text') return tile.text.trim() !== '';
  if (tile.kind === 'formula') return isReady(tile);
  return tile.kind !== 'scoreboard' || tile.board > 0;
}

const FIGURES = Object.keys(SCOREBOARD_FIGURES);
const HERE = 'here';
const ALL = 'all';

function Form({ tile: given, places, spaceId, here, onSubmit, onClose }: Props) {
  const { t } = useTranslation();
  const [tile, setTile] = useState<DashboardTile>(given ?? NEW_TILES.number);
  const one = <V extends string>(values: readonly V[], value: string | null): V | undefined => values.find((known) => known === value);
  const kinds = TILE_KINDS.map((kind) => ({ value: kind, label: t(`dashboard.kind_${kind}`) }));
  const choose = (kind: DashboardTileKind): void => {
    const { title, node, x, y } = tile;
    setTile({ ...NEW_TILES[kind], title, node, ...(given ? { x, y, w: given.w, h: given.h } : {}) });
  };
  return (
    <DialogForm
      submitLabel={t('ui.save')}
      ready={isWhole(tile)}
      onSubmit={async () => onSubmit({ ...tile, title: tile.title.trim() })}
      onClose={onClose}
    >
      <Select
        data-autofocus
        label={t('dashboard.shows')}
        value={tile.kind}
        allowDeselect={false}
        data={kinds}
        onChange={(value) => choose(one(TILE_KINDS, value) ?? tile.kind)}
      />
      {(tile.kind === 'number' || tile.kind === 'trend') && (
        <Select
          searchable
          label={t('dashboard.figure')}
          value={tile.figure}
          allowDeselect={false}
          data={FIGURES.map((value) => ({ value, label: t(`scoreboard.figure_${value}`) }))}
          onChange={(value) => setTile({ ...tile, figure: figureOf(value) ?? tile.figure })}
        />
      )}
      {tile.kind === 'counts' && (
        <Select
          searchable
          label={t('dashboard.figure')}
          value={tile.figure ?? ALL}
          allowDeselect={false}
          data={[
            { value: ALL, label: t('dashboard.count_all') },
            ...WORK_COUNTS.map((value) => ({ value, label: t(`dashboard.count_${value}`) })),
          ]}
          onChange={(value) => setTile({ ...tile, figure: one(WORK_COUNTS, value) ?? null })}
        />
      )}
      {(tile.kind === 'chart' || tile.kind === 'matrix') && (
        <Select
          label={t('analytics.kind')}
          value={tile.measure}
          allowDeselect={false}
          data={SERIES_KINDS.map((value) => ({ value, label: measureTitle(value, t) }))}
          onChange={(value) => setTile({ ...tile, measure: one(SERIES_KINDS, value) ?? tile.measure })}
        />
      )}
      {tile.kind === 'chart' && (
        <Select
          label={t('dashboard.mode')}
          value={tile.mode}
          allowDeselect={false}
          data={(['cumulative', 'period'] as const).map((value) => ({ value, label: t(`dashboard.mode_${value}`) }))}
          onChange={(value) => setTile({ ...tile, mode: value === 'period' ? 'period' : 'cumulative' })}
        />
      )}
      {tile.kind === 'formula' && <FormulaFields tile={tile} here={here} onChange={setTile} />}
      {tile.kind === 'scoreboard' && (
        <ScoreboardField spaceId={spaceId} value={tile.board} onChange={(board) => setTile({ ...tile, board })} />
      )}
      {tile.kind === 'list' && (
        <Select
          label={t('dashboard.list')}
          value={tile.of}
          allowDeselect={false}
          data={TILE_LISTS.map((value) => ({ value, label: t(`dashboard.list_${value}`) }))}
          onChange={(value) => setTile({ ...tile, of: one(TILE_LISTS, value) ?? tile.of })}
        />
      )}
      {tile.kind === 'matrix' && <DimensionField {...tile} here={here} onChange={(sides) => setTile({ ...tile, ...sides })} />}
      {(tile.kind === 'chart' || tile.kind === 'curves' || (tile.kind === 'matrix' && tile.across === null)) && (
        <Select
          label={t('analytics.period')}
          value={tile.period}
          allowDeselect={false}
          data={SERIES_PERIODS.map((value) => ({ value, label: t(`analytics.period_${value}`) }))}
          onChange={(value) => setTile({ ...tile, period: one(SERIES_PERIODS, value) ?? tile.period })}
        />
      )}
      {tile.kind === 'text' && (
        <Textarea
          autosize
          minRows={3}
          maxLength={2000}
          label={t('dashboard.kind_text')}
          value={tile.text}
          onChange={(event) => setTile({ ...tile, text: event.currentTarget.value })}
        />
      )}
      <Group grow align="end">
        {tile.kind !== 'text' && (
          <Select
            searchable
            label={t('dashboard.of')}
            value={String(tile.node)}
            allowDeselect={false}
            data={[{ value: HERE, label: t('dashboard.here') }, ...places.map(({ id, name }) => ({ value: String(id), label: name }))]}
            onChange={(value) => setTile({ ...tile, node: value === HERE || value === null ? HERE : Number(value) })}
          />
        )}
        <TextInput
          label={t('dashboard.title_of_tile')}
          description={t('dashboard.title_hint')}
          maxLength={64}
          value={tile.title}
          onChange={(event) => setTile({ ...tile, title: event.currentTarget.value })}
          autoComplete="off"
        />
      </Group>
    </DialogForm>
  );
}

const isFigure = (value: string): value is ScoreboardFigure => value in SCOREBOARD_FIGURES;
const figureOf = (value: string | null): ScoreboardFigure | null => (value !== null && isFigure(value) ? value : null);
