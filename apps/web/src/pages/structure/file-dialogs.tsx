import { useState } from 'react';
import {
  type BatchContent,
  BatchExportDialog,
  BatchImportDialog,
  type BatchSelection,
  type BatchTarget,
} from '../../features/operations/batch/batch-dialogs.tsx';
import { ExportDialog } from '../../features/operations/export/export-dialog.tsx';
import { ImportDialog } from '../../features/operations/import/import-dialog.tsx';
import { ParityDialog } from '../../features/operations/parity/parity-dialog.tsx';
import { idOfKey, type TreeIndex } from '../../features/structure/eps/eps.model.ts';
import type { RowKey } from '../../features/structure/eps/eps.store.ts';
import { closeForm, useNamedForm } from '../../ui/forms/open-form.ts';

type Named = { id: number; name: string };

/** Which of the dialogs about files is open, and for what. */
export function useFileDialogs() {
  const [uploadingMany, uploadMany] = useState<BatchTarget | null>(null);
  const [exporting, exportVersion] = useState<Named | null>(null);
  const [exportingMany, exportMany] = useState<BatchContent | null>(null);
  const [comparing, compare] = useState<Named | null>(null);
  return { uploadingMany, uploadMany, exporting, exportVersion, exportingMany, exportMany, comparing, compare };
}

/** Schedules and versions among checked rows; versions of a checked schedule are included once. Null without any. */
export function exportable(checked: readonly RowKey[], index: TreeIndex): BatchSelection | null {
  const nodes = checked.filter((key) => !key.startsWith('v')).map(idOfKey);
  const scheduleIds = nodes.filter((id) => index.nodes.get(id)?.kind === 'schedule');
  const versionIds = checked.filter((key) => key.startsWith('v')).map(idOfKey);
  return scheduleIds.length + versionIds.length ? { scheduleIds, versionIds } : null;
}

type Props = { dialogs: ReturnType<typeof useFileDialogs>; versions: TreeIndex['versions'] };

/** Upload, export, batches and the comparison with a file's dates. */
export function FileDialogs({ dialogs, versions }: Props) {
  const uploading = useNamedForm('version_upload');
  const { uploadingMany, uploadMany, exporting, exportVersion, exportingMany, exportMany, comparing, compare } = dialogs;
  return (
    <>
      <ImportDialog
        scheduleId={uploading?.scheduleId ?? 0}
        versionId={uploading?.versionId}
        opened={uploading !== null}
        onClose={closeForm}
        onParity={(id) => compare({ id, name: versions.get(id)?.name ?? '' })}
      />
      <BatchImportDialog target={uploadingMany} onClose={() => uploadMany(null)} />
      <ExportDialog version={exporting} onClose={() => exportVersion(null)} />
      <BatchExportDialog content={exportingMany} onClose={() => exportMany(null)} />
      <ParityDialog version={comparing} onClose={() => compare(null)} />
    </>
  );
}
