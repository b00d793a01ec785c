import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../../ui/fields/file-drop.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { JobBadge } from '../../access/jobs/job-badge.tsx';
import { useJob, useWatchJob } from '../../access/jobs/jobs.queries.ts';
import { useImportRelation } from './directory-relation-files.queries.ts';

type Props = { relation: { id: number; name: string } | null; onDone(): void; onClose(): void };

/** Rows of a relation from a file: checked line by line first, then taken in without the lines that cannot go. */
export function RelationImportDialog({ relation, onDone, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal.Stack>
      <Modal stackId="relation-import" opened={relation !== null} onClose={onClose} title={t('relations_page.import')} size={560}>
        {relation && <Steps relation={relation} onDone={onDone} onClose={onClose} />}
      </Modal>
    </Modal.Stack>
  );
}

function Steps({ relation, onDone, onClose }: { relation: { id: number; name: string }; onDone(): void; onClose(): void }) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const [step, setStep] = useState<{ jobId: number; apply: boolean } | null>(null);
  const send = useImportRelation();
  const job = useJob(step?.jobId ?? null);
  const done = job?.status === 'done';
  useWatchJob(step?.jobId ?? 0, job !== undefined && job.status !== 'waiting' && job.status !== 'running');
  const number = (name: string): number => (typeof job?.result?.[name] === 'number' ? job.result[name] : 0);
  const count = number('added') + number('updated');
  const applied = done && step?.apply === true;
  useEffect(() => {
    if (!applied) return;
    showToast('ok', t('relations_page.added', { count }));
    onDone();
    onClose();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [applied]);
  const go = (apply: boolean): void => {
    if (file) send.mutate({ id: relation.id, file, apply }, { onSuccess: ({ job_id: jobId }) => setStep({ jobId, apply }) });
  };
  return (
    <Stack gap="md">
      <FileDrop
        file={file}
        accept=".xlsx,.csv,.txt"
        title={t('directory_upload.choose')}
        hint={t('relations_page.import_hint')}
        onFile={(next) => {
          setFile(next);
          setStep(null);
        }}
      />
      {job && <JobBadge job={job} />}
      {done && !step?.apply && (
        <Text size="sm" aria-live="polite">
          {t('relations_page.import_counts', {
            added: number('added'),
            updated: number('updated'),
            unchanged: number('unchanged'),
            refused: number('refused'),
          })}
        </Text>
      )}
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        {done && !step?.apply ? (
          <Button disabled={count === 0} loading={send.isPending} onClick={() => go(true)}>
            {t('import.preview_accept', { count })}
            {number('refused') > 0 && count > 0 && `, ${t('directory_upload.without_refused', { count: number('refused') })}`}
          </Button>
        ) : (
          <Button disabled={!file} loading={send.isPending} onClick={() => go(false)}>
            {t('import.compare')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
