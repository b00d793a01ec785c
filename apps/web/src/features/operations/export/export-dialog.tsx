import type { ExportFormat } from '@gantry/contract';
import { Button, Group, Modal, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { JobBadge } from '../../access/jobs/job-badge.tsx';
import { useJob, useTrackJob, useWatchJob } from '../../access/jobs/jobs.queries.ts';
import { ExportFileBadge } from './export-file-badge.tsx';
import { FORMAT_CHOICES, formatText, useExportVersion } from './export.queries.ts';

type Props = {
  version: { id: number; name: string } | null;
  /** Rows shown or selected, offered as a restriction. */
  ids?: number[] | null;
  onClose: () => void;
};

/** Writes a version as a file of another program. */
export function ExportDialog({ version, ids = null, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal.Stack>
      <Modal
        stackId="export"
        opened={version !== null}
        onClose={onClose}
        title={t('export.title', { name: version?.name ?? '' })}
        size={480}
      >
        {version && <ExportSteps versionId={version.id} ids={ids} onClose={onClose} />}
      </Modal>
    </Modal.Stack>
  );
}

function ExportSteps({ versionId, ids, onClose }: { versionId: number; ids: number[] | null; onClose: () => void }) {
  const { t } = useTranslation();
  const [format, setFormat] = useState<ExportFormat>('xer-primavera');
  const [some, setSome] = useState(ids !== null);
  const [jobId, setJobId] = useState<number | null>(null);
  const start = useExportVersion();
  const track = useTrackJob();
  const go = (): void =>
    start.mutate(
      { versionId, format, ids: some ? ids : null },
      {
        onSuccess({ job_id: id }) {
          void track(id);
          setJobId(id);
        },
      },
    );
  if (jobId !== null) return <ExportProgress jobId={jobId} onAgain={() => setJobId(null)} onClose={onClose} />;
  return (
    <Stack gap="md">
      <Select
        data-autofocus
        label={t('export.format')}
        allowDeselect={false}
        data={FORMAT_CHOICES.map((value) => ({ value, label: t(formatText(value)) }))}
        value={format}
        onChange={(value) => value && setFormat(value)}
      />
      {ids && (
        <Select
          label={t('export.rows')}
          allowDeselect={false}
          data={[
            { value: 'some', label: t('export.rows_shown', { count: ids.length }) },
            { value: 'all', label: t('export.rows_all') },
          ]}
          value={some ? 'some' : 'all'}
          onChange={(value) => setSome(value === 'some')}
        />
      )}
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

function ExportProgress({ jobId, onAgain, onClose }: { jobId: number; onAgain: () => void; onClose: () => void }) {
  const { t } = useTranslation();
  const job = useJob(jobId);
  const ended = job !== undefined && job.status !== 'waiting' && job.status !== 'running';
  useWatchJob(jobId, ended);
  return (
    <Stack gap="md">
      {job && <JobBadge job={job} />}
      <ExportFileBadge job={job} />
      <Group justify="flex-end" gap="sm">
        {ended && (
          <Button variant="default" onClick={onAgain}>
            {t('export.other_format')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t(ended ? 'ui.close' : 'import.in_background')}
        </Button>
      </Group>
    </Stack>
  );
}
