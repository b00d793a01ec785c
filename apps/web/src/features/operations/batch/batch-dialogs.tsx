import type { ExportFormat } from '@gantry/contract';
import { Button, FileInput, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FORMAT_CHOICES, formatText } from '../export/export.queries.ts';
import { JobBadge } from '../../access/jobs/job-badge.tsx';
import { useJob, useTrackJob, useWatchJob } from '../../access/jobs/jobs.queries.ts';
import { ExportFileBadge } from '../export/export-file-badge.tsx';
import { useBatchExport, useBatchImport } from './batch.queries.ts';

const ACCEPTED = '.xer,.xml,.xlsx,.csv,.json,.gantry,.zip';
const MOST_FILES = 20;
type Format = Exclude<ExportFormat, 'zip'>;
const FORMATS = FORMAT_CHOICES.filter((format) => format !== 'zip');

/** Uploads many files into a project: a schedule for each. */
export function BatchImportDialog({ project, onClose }: { project: { id: number; name: string } | null; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal.Stack>
      <Modal
        stackId="batch-import"
        opened={project !== null}
        onClose={onClose}
        title={t('batch.import_title', { name: project?.name ?? '' })}
        size={520}
      >
        {project && <BatchImport projectId={project.id} onClose={onClose} />}
      </Modal>
    </Modal.Stack>
  );
}

function BatchImport({ projectId, onClose }: { projectId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const [files, setFiles] = useState<File[]>([]);
  const [jobId, setJobId] = useState<number | null>(null);
  const start = useBatchImport();
  const track = useTrackJob();
  const go = (): void =>
    start.mutate(
      { projectId, files: files.slice(0, MOST_FILES) },
      {
        onSuccess({ job_id: id }) {
          void track(id);
          setJobId(id);
        },
      },
    );
  if (jobId !== null) return <BatchProgress jobId={jobId} onClose={onClose} />;
  return (
    <Stack gap="md">
      <FileInput
        multiple
        clearable
        label={t('batch.files')}
        description={t('batch.import_hint')}
        placeholder={t('batch.choose')}
        accept={ACCEPTED}
        value={files}
        onChange={setFiles}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button disabled={files.length === 0} loading={start.isPending} onClick={go}>
          {t('batch.start', { count: Math.min(files.length, MOST_FILES) })}
        </Button>
      </Group>
    </Stack>
  );
}

/** Which schedules and versions go into one zip. */
export type BatchSelection = { scheduleIds: number[]; versionIds: number[] };

/** Exports the checked schedules and versions as one zip. */
export function BatchExportDialog({ selection, onClose }: { selection: BatchSelection | null; onClose: () => void }) {
  const { t } = useTranslation();
  const count = selection ? selection.scheduleIds.length + selection.versionIds.length : 0;
  return (
    <Modal.Stack>
      <Modal stackId="batch-export" opened={selection !== null} onClose={onClose} title={t('batch.export_title', { count })} size={480}>
        {selection && <BatchExport selection={selection} onClose={onClose} />}
      </Modal>
    </Modal.Stack>
  );
}

function BatchExport({ selection, onClose }: { selection: BatchSelection; onClose: () => void }) {
  const { t } = useTranslation();
  const [format, setFormat] = useState<Format>('xer-primavera');
  const [jobId, setJobId] = useState<number | null>(null);
  const start = useBatchExport();
  const track = useTrackJob();
  const go = (): void =>
    start.mutate(
      { schedule_ids: selection.scheduleIds, version_ids: selection.versionIds, format },
      {
        onSuccess({ job_id: id }) {
          void track(id);
          setJobId(id);
        },
      },
    );
  if (jobId !== null) return <BatchProgress jobId={jobId} onClose={onClose} />;
  return (
    <Stack gap="md">
      <Select
        data-autofocus
        label={t('export.format')}
        allowDeselect={false}
        data={FORMATS.map((value) => ({ value, label: t(formatText(value)) }))}
        value={format}
        onChange={(value) => value && setFormat(value)}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button loading={start.isPending} onClick={go}>
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
