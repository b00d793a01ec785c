import type { CatalogSource } from '@gantry/contract';
import { Button, Group, Loader, Modal, Stack, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showToast } from '../../../ui/toasts.tsx';
import { JobBadge } from '../../access/jobs/job-badge.tsx';
import { useJob, useWatchJob } from '../../access/jobs/jobs.queries.ts';
import { useCatalogProposals, usePreviewChange } from './catalog-changes.queries.ts';
import { ProposalPanel } from './proposal-panel.tsx';
import classes from './catalog-changes-dialog.module.css';

type Props = {
  /** What has changed; null: closed. */
  change: { source: CatalogSource; id: number; name: string } | null;
  onOpenVersion(versionId: number): void;
  onClose(): void;
};

/** What a change of the catalog does to the versions that follow it: works with duration, dates and cost before and after, to be accepted. */
export function CatalogChangesDialog({ change, onOpenVersion, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal.Stack>
      <Modal
        stackId="catalog-changes"
        opened={change !== null}
        onClose={onClose}
        title={t('catalog_change.title', { name: change?.name ?? '' })}
        size={1120}
      >
        {change && <Steps key={`${change.source} ${change.id}`} change={change} onOpenVersion={onOpenVersion} onClose={onClose} />}
      </Modal>
    </Modal.Stack>
  );
}

function Steps({ change, onOpenVersion, onClose }: { change: NonNullable<Props['change']> } & Pick<Props, 'onOpenVersion' | 'onClose'>) {
  const { t } = useTranslation();
  const [jobId, setJobId] = useState<number | null>(null);
  const preview = usePreviewChange();
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    preview.mutate({ source: change.source, source_id: change.id }, { onSuccess: ({ job_id: id }) => setJobId(id) });
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const job = useJob(jobId);
  const done = job?.status === 'done';
  const ended = done || job?.status === 'failed' || job?.status === 'cancelled';
  useWatchJob(jobId ?? 0, ended);
  const list = useCatalogProposals(done);
  const all = list.data?.proposals;
  const [accepting, setAccepting] = useState<{ jobId: number; name: string } | null>(null);
  const acceptJob = useJob(accepting?.jobId ?? null);
  const accepted = acceptJob?.status === 'done';
  useEffect(() => {
    if (!accepted || !accepting) return;
    showToast('ok', t('catalog_change.accepted', { name: accepting.name }));
    // Reloads the list first, because accepted proposals no longer exist.
    void list.refetch().then(() => setAccepting(null));
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [accepted]);
  const proposals = all?.filter(({ source, source_id }) => source === change.source && source_id === change.id) ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const current = proposals.find(({ id }) => id === chosen) ?? proposals[0] ?? null;
  if (!done)
    return (
      <Stack gap="md">
        {job ? <JobBadge job={job} /> : preview.isError ? <Text>{t('catalog_change.failed')}</Text> : <Loader size="sm" />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t(ended || preview.isError ? 'ui.close' : 'import.in_background')}
          </Button>
        </Group>
      </Stack>
    );
  if (!all) return <Loader size="sm" m="md" />;
  if (!current)
    return (
      <Stack gap="md">
        <Text>{t('catalog_change.none')}</Text>
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('ui.close')}</Button>
        </Group>
      </Stack>
    );
  return (
    <div className={classes.layout}>
      <nav className={classes.versions} aria-label={t('catalog_change.versions')}>
        {proposals.map((proposal) => (
          <UnstyledButton
            key={proposal.id}
            className={classes.version}
            aria-current={proposal.id === current.id || undefined}
            onClick={() => setChosen(proposal.id)}
          >
            <b>{proposal.schedule_name}</b>
            <span>{proposal.version_name}</span>
            <span className={classes.quiet}>{t('catalog_change.works', { count: proposal.works })}</span>
          </UnstyledButton>
        ))}
      </nav>
      {acceptJob ? (
        <Stack gap="sm">
          <JobBadge job={acceptJob} />
          <Group justify="flex-end">
            <Button variant="default" onClick={acceptJob.status === 'failed' ? () => setAccepting(null) : onClose}>
              {t(acceptJob.status === 'failed' ? 'catalog_change.back' : 'import.in_background')}
            </Button>
          </Group>
        </Stack>
      ) : (
        <ProposalPanel
          key={current.id}
          proposal={current}
          onAccepting={(id) => setAccepting({ jobId: id, name: current.version_name })}
          onOpenVersion={onOpenVersion}
          onClose={onClose}
        />
      )}
    </div>
  );
}
