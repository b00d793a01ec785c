import { api, EXPORT_FORMATS, type ExportFormat } from '@gantry/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { saveBlob } from '../../../lib/save-blob.ts';

/** The formats that a person chooses from; `excel` and `xlsx` are one file. */
export const FORMAT_CHOICES = EXPORT_FORMATS.filter((format) => format !== 'excel');

/** The text that names a format. */
export const formatText = (format: ExportFormat): string => `export.format_${format.replaceAll('-', '_')}`;

/** Starts the export of a version or of some of its rows. */
export const useExportVersion = () =>
  useMutation({
    mutationFn: ({ versionId, format, ids }: { versionId: number; format: ExportFormat; ids: number[] | null }) =>
      call(api.exports.version, { params: { id: versionId, x: format }, body: ids ? { ids } : {} }),
  });

/** Fetches a prepared file and lets the browser save it under its name. */
export const useSaveFile = () =>
  useMutation({
    async mutationFn({ key, name }: { key: string; name: string }) {
      saveBlob((await call(api.exports.download, { query: { key } })) as unknown as Blob, name);
    },
  });
