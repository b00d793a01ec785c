import { api, type GridLayout, type SavedLayout } from '@gantry/contract';
import type { IndicatorRule } from '@gantry/domain';
import { Button, Checkbox, Group, Select, Stack, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPin, IconPinned } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Presets } from '../../../lib/storage/presets.ts';
import { IndicatorBadge } from '../../catalog/indicators/indicator-badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { PresetBar } from '../../../ui/conditions/preset-bar.tsx';
import classes from './layout-panel.module.css';

type Props = {
  presets: Presets<SavedLayout>;
  /** Every column there is, in the usual order. */
  columns: readonly { id: string; title: string }[];
  layout: GridLayout;
  /** The rows that are shown and their groups: saved with the layout. */
  rows: Required<Pick<SavedLayout, 'filter' | 'grouping'>>;
  presetId: number | null;
  maySharePresets: boolean;
  onLayout(change: Partial<GridLayout>): void;
  onToggle(columnId: string): void;
  onPreset(layout: SavedLayout | null, presetId: number | null): void;
  /** Indicators whose colours the bars can have. */
  colours: readonly { id: number; name: string; rules: readonly IndicatorRule[] }[];
};

/** Whether what is shown is another than what was saved; a layout of before says nothing of filter and groups. */
function differs(saved: SavedLayout, shown: SavedLayout): boolean {
  return Object.entries(saved).some(([key, value]) => JSON.stringify(value) !== JSON.stringify(shown[key as keyof SavedLayout]));
}

/** Columns: which are shown, in which order, which stay in sight; and the layouts that were saved. */
export function LayoutPanel({ presets, columns, layout, rows, presetId, maySharePresets, onLayout, onToggle, onPreset, colours }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const coloured = colours.find(({ id }) => id === layout.colourBy);
  const saved = presets.items.find(({ id }) => id === presetId);
  const content: SavedLayout = { ...layout, ...rows };
  const titles = new Map(columns.map(({ id, title }) => [id, title]));
  const shown = layout.columns.filter((id) => titles.has(id));
  const rest = columns.filter(({ id }) => !layout.columns.includes(id)).map(({ id }) => id);
  const wanted = search.trim().toLowerCase();
  const list = [...shown, ...rest].filter((id) => titles.get(id)?.toLowerCase().includes(wanted));
  const move = (id: string, step: 1 | -1): void => {
    const order = [...layout.columns];
    const at = order.indexOf(id);
    [order[at], order[at + step]] = [order[at + step], order[at]];
    onLayout({ columns: order });
  };
  const pin = (id: string): void =>
    onLayout({ frozen: layout.frozen.includes(id) ? layout.frozen.filter((other) => other !== id) : [...layout.frozen, id] });
  return (
    <Stack gap={8}>
      <PresetBar
        presets={presets}
        chosen={presetId}
        content={content}
        changed={saved !== undefined && differs(saved.content, content)}
        nameSchema={api.layouts.create.body.shape.name}
        maySharePresets={maySharePresets}
        onChoose={(preset) => onPreset(preset?.content ?? null, preset?.id ?? null)}
      />
      <TextInput
        size="xs"
        placeholder={t('layout.find_column')}
        aria-label={t('layout.find_column')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className={classes.list}>
        {list.map((id) => {
          const at = layout.columns.indexOf(id);
          return (
            <div key={id} className={classes.column}>
              <Checkbox size="xs" label={titles.get(id)} checked={at >= 0} disabled={id === 'name'} onChange={() => onToggle(id)} />
              {at >= 0 && wanted === '' && (
                <>
                  <IconButton
                    icon={IconArrowUp}
                    label={t('layout.earlier')}
                    variant="subtle"
                    size="sm"
                    disabled={at === 0}
                    onClick={() => move(id, -1)}
                  />
                  <IconButton
                    icon={IconArrowDown}
                    label={t('layout.later')}
                    variant="subtle"
                    size="sm"
                    disabled={at === layout.columns.length - 1}
                    onClick={() => move(id, 1)}
                  />
                  <IconButton
                    icon={layout.frozen.includes(id) ? IconPinned : IconPin}
                    label={t(layout.frozen.includes(id) ? 'layout.unfreeze' : 'layout.freeze')}
                    variant={layout.frozen.includes(id) ? 'light' : 'subtle'}
                    size="sm"
                    onClick={() => pin(id)}
                  />
                </>
              )}
            </div>
          );
        })}
      </div>
      <Select
        size="xs"
        label={t('layout.bar_text')}
        data={columns.filter(({ id }) => id !== 'checked').map(({ id, title }) => ({ value: id, label: title }))}
        placeholder={t('layout.no_bar_text')}
        value={layout.barText}
        searchable
        clearable
        comboboxProps={{ withinPortal: false }}
        onChange={(barText) => onLayout({ barText })}
      />
      {colours.length > 0 && (
        <Stack gap={4}>
          <Select
            size="xs"
            label={t('layout.colour_by')}
            data={colours.map(({ id, name }) => ({ value: String(id), label: name }))}
            placeholder={t('layout.own_colours')}
            value={coloured ? String(coloured.id) : null}
            clearable
            comboboxProps={{ withinPortal: false }}
            onChange={(id) => onLayout({ colourBy: id === null ? null : Number(id) })}
          />
          {coloured && (
            <Group gap={10}>
              {coloured.rules.map((rule, index) => (
                <IndicatorBadge key={index} rule={rule} />
              ))}
            </Group>
          )}
        </Stack>
      )}
      <Group justify="flex-end">
        <Button size="compact-xs" variant="subtle" onClick={() => onPreset(null, null)}>
          {t('layout.usual')}
        </Button>
      </Group>
    </Stack>
  );
}
