import type { ExportFormat } from '@gantry/contract';
import { Button, FileInput, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FORMAT_CHOICES, formatText } from '../export/export.queries.ts';
import { JobBadge } from '../../access/jobs/job-badge.tsx';
import { useJob, useTrackJob, useWatchJob } from '../../access/jobs/jobs.queries.ts';
import { ExportFileBadge } from '../export/export-file-badge.tsx';
import { useBatchExport, useBatchImport, useProjectExport, useProjectImport } from './batch.queries.ts';

const ACCEPTED = '.xer,.xml,.xlsx,.csv,.json,.gantry,.ifc,.zip';
const MOST_FILES = 20;
type Format = Exclude<ExportFormat, 'zip'>;
const FORMATS = FORMAT_CHOICES.filter((format) => format !== 'zip');

/** Where many files go: into a project as schedules of it, or into a facility as one new project. */
export type BatchTarget = { kind: 'project' | 'facility'; id: number; name: string };

/** Uploads many files into a project, a schedule for each; or into a facility, as a project of its own. */
export function BatchImportDialog({ target, onClose }: { target: BatchTarget | null; onClose: () => void }) {
  const { t } = useTranslation();
  const title = target?.kind === 'facility' ? 'batch.import_project_title' : 'batch.import_title';
  return (
    <Modal.Stack>
      <Modal stackId="batch-import" opened={target !== null} onClose={onClose} title={t(title, { name: target?.name ?? '' })} size={520}>
        {target && <BatchImport target={target} onClose={onClose} />}
      </Modal>
    </Modal.Stack>
  );
}

function BatchImport({ target, onClose }: { target: BatchTarget; onClose: () => void }) {
  const { t } = useTranslation();
  const [files, setFiles] = useState<File[]>([]);
  const [name, setName] = useState('');
  const [jobId, setJobId] = useState<number | null>(null);
  const many = useBatchImport();
  const one = useProjectImport();
  const track = useTrackJob();
  const go = (): void => {
    const sent = files.slice(0, MOST_FILES);
    const onSuccess = ({ job_id: id }: { job_id: number }): void => {
      void track(id);
      setJobId(id);
    };
    if (target.kind === 'facility') one.mutate({ facilityId: target.id, name, files: sent }, { onSuccess });
    else many.mutate({ projectId: target.id, files: sent }, { onSuccess });
  };
  if (jobId !== null) return <BatchProgress jobId={jobId} onClose={onClose} />;
  return (
    <Stack gap="md">
      <FileInput
        multiple
        clearable
        label={t('batch.files')}
        description={t(target.kind === 'facility' ? 'batch.import_project_hint' : 'batch.import_hint')}
        placeholder={t('batch.choose')}
        accept={ACCEPTED}
        value={files}
        onChange={setFiles}
      />
      {target.kind === 'facility' && (
        <TextInput
          label={t('batch.project_name')}
          placeholder={t('batch.project_name_of_file')}
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button disabled={files.length === 0} loading={many.isPending || one.isPending} onClick={go}>
          {t('batch.start', { count: Math.min(files.length, MOST_FILES) })}
        </Button>
      </Group>
    </Stack>
  );
}

/** Which schedules and versions are meant. */
export type BatchSelection = { scheduleIds: number[]; versionIds: number[] };

/** Content of one zip: schedules and versions, or a whole project. */
export type BatchContent = BatchSelection | { project: { id: number; name: string } };

/** Exports the checked schedules and versions, or a project, as one zip. */
export function BatchExportDialog({ content, onClose }: { content: BatchContent | null; onClose: () => void }) {
  const { t } = useTranslation();
  const title = (): string => {
    if (!content) return '';
    if ('project' in content) return t('batch.export_project_title', { name: content.project.name });
    return t('batch.export_title', { count: content.scheduleIds.length + content.versionIds.length });
  };
  return (
    <Modal.Stack>
      <Modal stackId="batch-export" opened={content !== null} onClose={onClose} title={title()} size={480}>
        {content && <BatchExport content={content} onClose={onClose} />}
      </Modal>
    </Modal.Stack>
  );
}

function BatchExport({ content, onClose }: { content: BatchContent; onClose: () => void }) {
  const { t } = useTranslation();
  const [format, setFormat] = useState<Format>('project' in content ? 'gantry' : 'xer-primavera');
  const [jobId, setJobId] = useState<number | null>(null);
  const many = useBatchExport();
  const one = useProjectExport();
  const track = useTrackJob();
  const go = (): void => {
    const onSuccess = ({ job_id: id }: { job_id: number }): void => {
      void track(id);
      setJobId(id);
    };
    if ('project' in content) one.mutate({ projectId: content.project.id, format }, { onSuccess });
    else many.mutate({ schedule_ids: content.scheduleIds, version_ids: content.versionIds, format }, { onSuccess });
  };
  if (jobId !== null) return <BatchProgress jobId={jobId} onClose={onClose} />;
  return (
    <Stack gap="md">
      <Select
        data-autofocus
        label={t('export.format')}
        description={'project' in content ? t(format === 'gantry' ? 'batch.all_versions' : 'batch.actual_versions') : undefined}
        allowDeselect={false}
        data={FORMATS.map((value) => ({ value, label: t(formatText(value)) }))}
        value={format}
        onChange={(value) => value && setFormat(value)}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button loading={many.isPending || one.isPending} onClick={go}>
          {t('export.start')}
        </Button>
      </Group>
    </Stack>
  );
}

function BatchProgress({ jobId, onClose }: { jobId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const job = useJob(jobId);
  const ended = job !== undefined && job.status !== 'waiting' && job.status !== 'running';
  useWatchJob(jobId, ended);
  const made = job?.result?.['schedules'];
  return (
    <Stack gap="md">
      {job && <JobBadge job={job} />}
      {Array.isArray(made) && <Text>{t('batch.made', { count: made.length })}</Text>}
      <ExportFileBadge job={job} />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t(ended ? 'ui.close' : 'import.in_background')}
        </Button>
      </Group>
    </Stack>
  );
}
