import { api, type GridLayout, type SavedLayout } from '@gantry/contract';
import type { IndicatorRule } from '@gantry/domain';
import { Button, Group, Select, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Presets } from '../../../lib/storage/presets.ts';
import { IndicatorBadge } from '../../catalog/indicators/indicator-badge.tsx';
import { PresetBar } from '../../../ui/conditions/preset-bar.tsx';
import { LayoutColumns } from './layout-columns.tsx';

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
  const coloured = colours.find(({ id }) => id === layout.colourBy);
  const saved = presets.items.find(({ id }) => id === presetId);
  const content: SavedLayout = { ...layout, ...rows };
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
      <LayoutColumns columns={columns} layout={layout} onLayout={onLayout} onToggle={onToggle} />
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
