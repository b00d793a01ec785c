import type { Job } from '@gantry/contract';
import { Anchor, Progress } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconPlayerStop } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasText } from '../../../lib/texts/i18n.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { JobFindings } from './job-findings.tsx';
import { countFindings, isRunning } from './jobs.model.ts';
import { cancelJob } from './jobs.queries.ts';
import classes from './job-badge.module.css';

/** One piece of long work: how far it is with a number, its stage, a way to stop it, how it ended and what it found. */
export function JobBadge({ job }: { job: Job }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [stopping, setStopping] = useState(false);
  const running = isRunning(job);
  const percent = Math.floor(job.progress * 100);
  const findings = countFindings(job);
  const stop = (): void => {
    setStopping(true);
    cancelJob(job.id).catch(() => setStopping(false));
  };
  return (
    <div className={classes.job}>
      <div className={classes.line}>
        <StatusIcon job={job} />
        <span className={classes.title} title={job.title}>
          {hasText(`job.kind.${job.kind}`) ? t('ui.named', { name: t(`job.kind.${job.kind}`), text: job.title }) : job.title}
        </span>
        {running && <span className={classes.percent}>{percent} %</span>}
        {running && <IconButton icon={IconPlayerStop} label={t('job.stop')} size={24} disabled={stopping} onClick={stop} />}
      </div>
      {running && <Progress value={percent} size={4} aria-label={job.title} transitionDuration={140} />}
      <div className={classes.note}>
        <span>{noteOf(job, stopping, t)}</span>
        {findings.length > 0 && (
          <Anchor component="button" type="button" inherit onClick={() => setOpen(true)}>
            {findings.map(({ severity, count }) => t(`job.findings_${severity}`, { count })).join(', ')}
          </Anchor>
        )}
      </div>
      <JobFindings job={job} opened={open} onClose={() => setOpen(false)} />
    </div>
  );
}

function StatusIcon({ job }: { job: Job }) {
  if (job.status === 'failed') return <IconCircleX size={16} stroke={1.5} color="var(--gantry-error)" aria-hidden />;
  if (job.status === 'cancelled') return <IconAlertTriangle size={16} stroke={1.5} color="var(--gantry-warn)" aria-hidden />;
  if (job.status === 'done') return <IconCircleCheck size={16} stroke={1.5} color="var(--gantry-ok)" aria-hidden />;
  return null;
}

function noteOf(job: Job, stopping: boolean, t: TFunction): string {
  if (stopping && isRunning(job)) return t('job.stopping');
  if (job.status === 'running') return job.stage ? textOr(job.stage, t) : t('job.running');
  if (job.status === 'failed') return job.error ? textOr(job.error.code, t, job.error.parameters) : t('job.failed');
  return t(`job.${job.status}`);
}

/** The text of a key sent by the server, or the key when there is no text. */
function textOr(key: string, t: TFunction, values: Record<string, unknown> = {}): string {
  return hasText(key) ? t(key, values) : key;
}
