import { api, type RowGrouping } from '@gantry/contract';
import type { WbsColumnType } from '@gantry/domain';
import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Presets } from '../../../lib/storage/presets.ts';
import { PresetBar } from '../../../ui/conditions/preset-bar.tsx';
import { GroupingLevels } from './grouping-levels.tsx';

type Props = {
  presets: Presets<RowGrouping>;
  columns: readonly { id: string; title: string; type: WbsColumnType }[];
  grouping: RowGrouping | null;
  presetId: number | null;
  maySharePresets: boolean;
  onGrouping(grouping: RowGrouping | null, presetId: number | null): void;
};

/** What rows are grouped by, level by level, and the groupings that were saved. */
export function GroupingPanel({ presets, columns, grouping, presetId, maySharePresets, onGrouping }: Props) {
  const { t } = useTranslation();
  const saved = presets.items.find(({ id }) => id === presetId);
  return (
    <Stack gap={8}>
      <PresetBar
        presets={presets}
        chosen={presetId}
        content={grouping}
        changed={saved !== undefined && JSON.stringify(saved.content) !== JSON.stringify(grouping)}
        nameSchema={api.grouping.create.body.shape.name}
        maySharePresets={maySharePresets}
        onChoose={(preset) => onGrouping(preset?.content ?? null, preset?.id ?? null)}
      />
      <GroupingLevels columns={columns} grouping={grouping} onGrouping={(next) => onGrouping(next, presetId)}>
        <Button size="compact-xs" variant="subtle" onClick={() => onGrouping(null, null)}>
          {t('grouping.off')}
        </Button>
      </GroupingLevels>
    </Stack>
  );
}
