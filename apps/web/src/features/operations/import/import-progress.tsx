import { Button, Group, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { apiSpace } from '../../../lib/calls/api-client.ts';
import { TakeOverBadge } from '../../costing/cost-links/take-over-badge.tsx';
import { JobBadge } from '../../access/jobs/job-badge.tsx';
import { useJob, useWatchJob } from '../../access/jobs/jobs.queries.ts';

type Props = {
  jobId: number;
  onPreview: (proposalId: number) => void;
  onParity: (versionId: number) => void;
  onAgain: () => void;
  onClose: () => void;
};

/** Follows an upload to its end; a proposal opens by itself, unless there is something to read first. */
export function ImportProgress({ jobId, onPreview, onParity, onAgain, onClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const job = useJob(jobId);
  const number = (name: string): number | null => (typeof job?.result?.[name] === 'number' ? job.result[name] : null);
  const [versionId, proposalId] = [number('version_id'), number('proposal_id')];
  const ended = job?.status === 'failed' || job?.status === 'cancelled';
  useWatchJob(jobId, ended || job?.status === 'done');
  const ready = job?.status === 'done' ? proposalId : null;
  useEffect(() => {
    if (ready !== null) onPreview(ready);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ready]);
  const open = (): void => {
    onClose();
    void navigate({ to: `/${apiSpace()}/schedule/${versionId}` });
  };
  const isNew = job?.status === 'done' && versionId !== null && proposalId === null;
  return (
    <Stack gap="md">
      {job && <JobBadge job={job} />}
      {isNew && <TakeOverBadge spaceId={apiSpace() ?? 0} versionId={versionId} />}
      <Group justify="flex-end" gap="sm">
        {ended && (
          <Button variant="default" onClick={onAgain}>
            {t('import.other_file')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t(job?.status === 'done' || ended ? 'ui.close' : 'import.in_background')}
        </Button>
        {isNew && (
          <>
            <Button
              variant="default"
              onClick={() => {
                onClose();
                onParity(versionId);
              }}
            >
              {t('parity.open')}
            </Button>
            <Button data-autofocus onClick={open}>
              {t('import.open_version')}
            </Button>
          </>
        )}
      </Group>
    </Stack>
  );
}
