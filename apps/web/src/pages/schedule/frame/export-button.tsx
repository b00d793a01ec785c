import { IconFileExport } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportDialog } from '../../../features/operations/export/export-dialog.tsx';
import { useVersion } from '../../../features/planning/versions/versions.queries.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { ScheduleLook } from '../use-schedule-view.ts';

type Shown = NonNullable<ScheduleLook['shown']>;

/** The rows that an export may be about alone: several that are selected, else those that a filter leaves; null = all. */
export function exportedIds(
  selected: readonly number[],
  shown: Pick<Shown, 'matched' | 'hidden'> & { view: Pick<Shown['view'], 'rowOfId'> },
): number[] | null {
  if (selected.length > 1) return [...selected];
  if (shown.matched === null) return null;
  const ids = [...shown.view.rowOfId].filter(([id, row]) => id > 0 && !shown.hidden?.[row]).map(([id]) => id);
  return ids.length ? ids : null;
}

/** Exports the open version, or what is selected or shown of it. */
export function ExportButton({ versionId, selected, shown }: { versionId: number; selected: readonly number[]; shown: Shown | null }) {
  const { t } = useTranslation();
  const version = useVersion(versionId).data;
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon={IconFileExport} label={t('export.open')} disabled={!version?.item_count} onClick={() => setOpen(true)} />
      <ExportDialog
        version={open && version ? version : null}
        ids={open && shown ? exportedIds(selected, shown) : null}
        onClose={() => setOpen(false)}
      />
    </>
  );
}
