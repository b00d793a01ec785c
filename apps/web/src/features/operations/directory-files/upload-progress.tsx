import { type DirectoryUploadResult, directoryUploadResult, type Job } from '@gantry/contract';
import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { JobBadge } from '../../access/jobs/job-badge.tsx';
import { useJob, useWatchJob } from '../../access/jobs/jobs.queries.ts';

type Ended = { jobId: number; onClose(): void };

/** The job that reads a file: on to the preview when it has. */
export function UploadProgress({ onPreview, onAgain, ...job }: Ended & { onPreview(uploadId: number): void; onAgain(): void }) {
  const { t } = useTranslation();
  const uploadIdOf = ({ result }: Job): number | null => (typeof result?.['upload_id'] === 'number' ? result['upload_id'] : null);
  const again = (
    <Button variant="default" onClick={onAgain}>
      {t('import.other_file')}
    </Button>
  );
  return <Following {...job} resultOf={uploadIdOf} onResult={onPreview} whenEnded={again} />;
}

/** Progress of accepting a proposal; shows the result, or leads back to the preview. */
export function TakingProgress({ onTaken, onBack, ...job }: Ended & { onTaken(result: DirectoryUploadResult): void; onBack(): void }) {
  const { t } = useTranslation();
  const takenOf = ({ result }: Job): DirectoryUploadResult | null => directoryUploadResult.safeParse(result).data ?? null;
  const back = (
    <Button variant="default" onClick={onBack}>
      {t('directory_upload.back')}
    </Button>
  );
  return <Following {...job} resultOf={takenOf} onResult={onTaken} whenEnded={back} />;
}

/** Follows a job to its end and shows the reason of a failure. */
function Following<R>({
  jobId,
  resultOf,
  onResult,
  whenEnded,
  onClose,
}: Ended & { resultOf(job: Job): R | null; onResult(result: R): void; whenEnded: ReactNode }) {
  const { t } = useTranslation();
  const job = useJob(jobId);
  const isDone = job?.status === 'done';
  const ended = job?.status === 'failed' || job?.status === 'cancelled';
  useWatchJob(jobId, ended || isDone);
  useEffect(() => {
    const result = job && isDone ? resultOf(job) : null;
    if (result !== null) onResult(result);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isDone]);
  return (
    <Stack gap="md">
      {job && <JobBadge job={job} />}
      <Group justify="flex-end" gap="sm">
        {ended && whenEnded}
        <Button variant="default" onClick={onClose}>
          {t(ended ? 'ui.close' : 'import.in_background')}
        </Button>
      </Group>
    </Stack>
  );
}
