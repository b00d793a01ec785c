import { Alert, Button, Group, Modal, Select, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { apiSpace } from '../../../lib/api-client.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { JobBadge } from '../../access/jobs/job-badge.tsx';
import { useJob, useTrackJob, useWatchJob } from '../../access/jobs/jobs.queries.ts';
import { useSystemState } from '../../access/system/system.queries.ts';
import { FileDrop } from './file-drop.tsx';
import { useUploadVersion } from './import.queries.ts';

/** Code pages that P6 exports come in; auto looks at the bytes. */
const CODE_PAGES = ['auto', 'utf-8', 'windows-1251', 'windows-1252', 'windows-1250', 'utf-16le', 'cp866', 'koi8-r', 'gbk'];
const MEBIBYTE = 1024 * 1024;

type Props = { scheduleId: number; opened: boolean; onClose: () => void };

/** Version upload: takes a schedule file and follows it until the new version can be opened. */
export function ImportDialog({ scheduleId, opened, onClose }: Props) {
  const { t } = useTranslation();
  return (
    // In a stack Escape closes the findings alone, which open above this.
    <Modal.Stack>
      <Modal stackId="import" opened={opened} onClose={onClose} title={t('import.upload')} size={520}>
        <ImportSteps scheduleId={scheduleId} onClose={onClose} />
      </Modal>
    </Modal.Stack>
  );
}

function ImportSteps({ scheduleId, onClose }: { scheduleId: number; onClose: () => void }) {
  const [jobId, setJobId] = useState<number | null>(null);
  return jobId === null ? (
    <ImportForm scheduleId={scheduleId} onStarted={setJobId} onClose={onClose} />
  ) : (
    <ImportProgress jobId={jobId} onAgain={() => setJobId(null)} onClose={onClose} />
  );
}

function ImportForm({ scheduleId, onStarted, onClose }: { scheduleId: number; onStarted: (jobId: number) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const limit = useSystemState()?.upload_bytes ?? Number.POSITIVE_INFINITY;
  const [file, setFile] = useState<File | null>(null);
  const [versionName, setVersionName] = useState('');
  const [codePage, setCodePage] = useState('auto');
  const upload = useUploadVersion();
  const track = useTrackJob();
  const tooLarge = file !== null && file.size > limit;

  const choose = (next: File): void => {
    setFile(next);
    setVersionName(next.name.replace(/\.[^.]+$/, '').slice(0, 128));
  };
  const start = (): void => {
    if (!file || tooLarge) return;
    upload.mutate(
      { scheduleId, file, versionName, codePage },
      {
        onSuccess({ job_id: jobId }) {
          void track(jobId);
          onStarted(jobId);
        },
      },
    );
  };
  return (
    <Stack gap="md">
      <FileDrop file={file} accept=".xer" hint={t('import.hint')} onFile={choose} />
      {tooLarge && (
        <Alert color="var(--gantry-error)">{t('import.over_limit', { size: formatNumber(limit / MEBIBYTE, { decimals: 0 }) })}</Alert>
      )}
      <TextInput
        label={t('import.version_name')}
        description={t('import.version_name_hint')}
        maxLength={128}
        value={versionName}
        onChange={(event) => setVersionName(event.currentTarget.value)}
      />
      <Select
        label={t('import.code_page')}
        data={CODE_PAGES.map((value) => ({ value, label: value === 'auto' ? t('import.code_page_auto') : value }))}
        value={codePage}
        allowDeselect={false}
        onChange={(value) => setCodePage(value ?? 'auto')}
      />
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button disabled={!file || tooLarge} loading={upload.isPending} onClick={start}>
          {t('import.start')}
        </Button>
      </Group>
    </Stack>
  );
}

function ImportProgress({ jobId, onAgain, onClose }: { jobId: number; onAgain: () => void; onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const job = useJob(jobId);
  const versionId = typeof job?.result?.['version_id'] === 'number' ? job.result['version_id'] : null;
  const ended = job?.status === 'failed' || job?.status === 'cancelled';
  useWatchJob(jobId, ended || job?.status === 'done');
  const open = (): void => {
    onClose();
    void navigate({ to: `/${apiSpace()}/schedule/${versionId}` });
  };
  return (
    <Stack gap="md">
      {job && <JobBadge job={job} />}
      <Group justify="flex-end" gap="sm">
        {ended && (
          <Button variant="default" onClick={onAgain}>
            {t('import.other_file')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t(job?.status === 'done' || ended ? 'ui.close' : 'import.in_background')}
        </Button>
        {job?.status === 'done' && versionId !== null && (
          <Button data-autofocus onClick={open}>
            {t('import.open_version')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
