import { api, type BuiltInFormWord, type Call, type Job, type ReportFault } from '@gantry/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import { saveBlob } from '../../../lib/save-blob.ts';
import { useJob, useTrackJob } from '../../access/jobs/jobs.queries.ts';

/** What a report is made of: a version, or a node with what counts below it. */
export type ReportPlace = { kind: 'version'; id: number; nodeId: number | null } | { kind: 'node'; id: number };

/** A form of people by its id, a built-in one by its word. */
export type FormKey = number | BuiltInFormWord;

export type ReportAsk = NonNullable<Call<typeof api.reportForms.master>['body']>;

const nodeOf = (place: ReportPlace): number | null => (place.kind === 'node' ? place.id : place.nodeId);

/** Forms offered at a place. */
export function useReportForms(place: ReportPlace) {
  const nodeId = nodeOf(place);
  return useQuery({
    queryKey: ['report-forms', nodeId],
    queryFn: ({ signal }) =>
      nodeId === null ? call(api.reportForms.list, {}, { signal }) : call(api.reportForms.listAt, { params: { id: nodeId } }, { signal }),
  });
}

/** All forms of the space, wherever they are offered. */
export function useAllForms() {
  return useQuery({ queryKey: ['report-forms', 'all'], queryFn: ({ signal }) => call(api.reportForms.list, {}, { signal }) });
}

/** Offers a form at a node and below it, or no more. */
export function useOffers() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: ['report-forms'] });
  type Place = { id: number; epsId: number };
  const attach = useMutation({ mutationFn: (params: Place) => call(api.reportForms.attach, { params, body: {} }), onSuccess });
  const detach = useMutation({ mutationFn: (params: Place) => call(api.reportForms.detach, { params }), onSuccess });
  return { attach, detach };
}

/** What placeholders may name. */
export function useReportVocabulary(enabled: boolean) {
  return useQuery({
    queryKey: ['report-vocabulary'],
    queryFn: ({ signal }) => call(api.reportForms.vocabulary, {}, { signal }),
    enabled,
    staleTime: Infinity,
  });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Phases of a version that a report can be narrowed to. */
export function useReportPhases(place: ReportPlace): { value: string; label: string }[] {
  const { data } = useQuery({
    queryKey: ['report-phases', place.id],
    queryFn: ({ signal }) => call(api.wbs.list, { params: { id: place.id } }, { signal }),
    enabled: place.kind === 'version',
  });
  return (data?.items ?? [])
    .filter(({ type }) => type === 'sum')
    .map((item) => ({ value: String(item['id']), label: `${textOf(item['code'])} ${textOf(item['name'])}`.trim() }));
}

/** What a person does with forms. */
export function useFormActs() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: ['report-forms'] });
  const add = useMutation({
    mutationFn({ file, name, nodeId }: { file: File; name: string; nodeId: number | null }) {
      const form = new FormData();
      form.set('file', file);
      return call(
        api.reportForms.add,
        { query: { ...(name && { name }), ...(nodeId !== null && { eps_id: nodeId }) } },
        { form, quiet: true },
      );
    },
    onSuccess,
  });
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) => call(api.reportForms.rename, { params: { id }, body: { name } }),
    onSuccess,
  });
  const remove = useMutation({ mutationFn: (id: number) => call(api.reportForms.remove, { params: { id } }), onSuccess });
  const download = useMutation({
    async mutationFn({ id, name }: { id: number; name: string }) {
      saveBlob((await call(api.reportForms.template, { params: { id } })) as unknown as Blob, name);
    },
  });
  return { add, rename, remove, download };
}

/** The faults of a refused form; empty where it was refused for something else. */
export function faultsOf(parameters: Record<string, unknown> | undefined): ReportFault[] {
  const text = parameters?.['faults'];
  return typeof text === 'string' ? (JSON.parse(text) as ReportFault[]) : [];
}

const started = (place: ReportPlace, form: FormKey, body: ReportAsk) => {
  if (place.kind === 'node') return call(api.reportForms.run, { params: { id: form, x: place.id }, body });
  return typeof form === 'number'
    ? call(api.reportForms.runVersion, { params: { id: place.id, x: form }, body })
    : call(api.reportForms.master, { params: { id: place.id, x: form }, body });
};

/** Makes reports and lets the browser save each when it is made; several come as one zip. */
export function useMakeReport(place: ReportPlace, onMade: (job: Job) => void) {
  const track = useTrackJob();
  const [jobId, setJobId] = useState<number | null>(null);
  const job = useJob(jobId);
  const start = useMutation({
    async mutationFn({ forms, ask }: { forms: readonly FormKey[]; ask: ReportAsk }) {
      const [first] = forms;
      if (forms.length === 1) return started(place, first, ask);
      const at = place.kind === 'node' ? { eps_id: place.id } : { eps_id: place.nodeId ?? 0, version_ids: [place.id] };
      // Each form comes as the file that it can come as.
      const items = forms.map((form) => ({ ...ask, ...at, report_id: form, ...(typeof form === 'number' ? { format: undefined } : {}) }));
      return call(api.reportForms.batch, { body: { items } });
    },
    onSuccess({ job_id }) {
      setJobId(job_id);
      void track(job_id);
    },
  });
  useEffect(() => {
    if (!job || job.status === 'waiting' || job.status === 'running') return;
    setJobId(null);
    const [key, name] = [job.result?.['download_key'], job.result?.['name']];
    if (typeof key === 'string' && typeof name === 'string') {
      void call(api.exports.download, { query: { key } }).then((blob) => saveBlob(blob as unknown as Blob, name));
      onMade(job);
    }
  }, [job, onMade]);
  return { make: start.mutateAsync, busy: start.isPending || jobId !== null, progress: job?.progress ?? null };
}
