import { api } from '@gantry/contract';
import type { Language } from '@gantry/domain';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';
import { saveBlob } from '../../../lib/save-blob.ts';
import type { PrintDraft, PrintedLook } from './print.model.ts';

/** How the person last printed a version. */
export const usePrintSettings = (id: number) =>
  useQuery({
    queryKey: ['print-settings', id],
    queryFn: ({ signal }) => call(api.print.settings, { params: { id, settingsId: 0 } }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });

/** How many pages a draft has, and what to know before. */
export const usePrintCount = (id: number, draft: PrintDraft | null, look: PrintedLook, language: Language) =>
  useQuery({
    queryKey: ['print-count', id, draft, look, language],
    queryFn: ({ signal }) => call(api.print.count, { params: { id }, body: { ...draft, ...look, language } }, { signal, quiet: true }),
    enabled: draft !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  });

/** The address of the picture of a page, as it is printed; null until it comes. */
export function usePrintedPage(
  id: number,
  draft: PrintDraft | null,
  look: PrintedLook,
  page: number,
  language: Language,
  width?: number,
): { address: string | null; isFetching: boolean } {
  const { data, isFetching } = useQuery({
    queryKey: ['print-page', id, draft, look, page, language, width],
    queryFn: async ({ signal }) =>
      (await call(
        api.print.preview,
        { params: { id }, body: { ...draft, ...look, page, language, ...(width !== undefined && { width }) } },
        { signal, quiet: true },
      )) as unknown as Blob,
    enabled: draft !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return { address, isFetching };
}

/** The columns that a version can be printed with, as choices. */
export function usePrintColumns(id: number): { value: string; label: string }[] {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['print-columns', id],
    queryFn: ({ signal }) => call(api.wbs.columns, { params: { id } }, { signal }),
  });
  return (data?.columns ?? []).map((column) => ({ value: column.id, label: column.name ?? t(`column.${column.id}`) }));
}

/** Writes a version as a PDF and lets the browser save it when it is made. */
export function useSavePdf(id: number) {
  const [job, setJob] = useState<number | null>(null);
  const start = useMutation({
    async mutationFn({ draft, look, language }: { draft: PrintDraft; look: PrintedLook; language: Language }) {
      await call(api.print.createSettings, { params: { id }, body: draft });
      return call(api.print.print, { params: { id }, body: { ...draft, ...look, language } });
    },
    onSuccess: ({ job_id }) => setJob(job_id),
  });
  usePush('wbs_print', ({ job_id, key, name }) => {
    if (job_id !== job) return;
    setJob(null);
    if (key && name) void call(api.exports.download, { query: { key } }).then((blob) => saveBlob(blob as unknown as Blob, name));
  });
  return { save: start.mutate, busy: start.isPending || job !== null };
}

/** Formats of sheets for figures of a space; undefined until they are known. */
export const useFormatsOfSpace = (spaceId: number) =>
  useQuery({
    queryKey: ['print-formats', 'space', spaceId],
    queryFn: ({ signal }) => call(api.print.formatsOfSpace, {}, { signal, spaceId }),
  }).data?.items;

/** Formats of sheets that the person may use, and what can be done with them. */
export function usePrintFormats(id: number) {
  const client = useQueryClient();
  const onSuccess = () => void client.invalidateQueries({ queryKey: ['print-formats'] });
  const { data } = useQuery({
    queryKey: ['print-formats', id],
    queryFn: ({ signal }) => call(api.print.formats, { params: { id } }, { signal }),
  });
  const create = useMutation({
    mutationFn: (body: { name: string; shared: boolean; format: PrintDraft['format'] }) =>
      call(api.print.createFormat, { params: { id }, body }),
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: (presetId: number) => call(api.print.removeFormat, { params: { id, presetId } }),
    onSuccess,
  });
  return { formats: data?.items ?? [], create, remove };
}
