import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { JobBadge } from './job-badge.tsx';
import { isRunning, shownJobs } from './jobs.model.ts';
import { useJobs } from './jobs.queries.ts';
import { useJobsAway } from './jobs.store.ts';
import classes from './jobs-toast.module.css';

const PUT_AWAY_AFTER_MS = 5000;

/** Jobs of this person, at the bottom right of every page. Successful ones without findings disappear. */
export function JobsToast() {
  const { t } = useTranslation();
  const jobs = useJobs();
  const [seenRunning, setSeenRunning] = useState<ReadonlySet<number>>(new Set());
  const { away, watched, putAway } = useJobsAway();
  const shown = shownJobs(jobs, seenRunning, away).filter((job) => job.id !== watched);

  const running = jobs.filter(isRunning).map((job) => job.id);
  const runningKey = running.join();
  useEffect(() => {
    if (running.length) setSeenRunning((seen) => new Set([...seen, ...running]));
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [runningKey]);

  const finished = shown.filter((job) => job.status === 'done' && job.findings.length === 0).map((job) => job.id);
  const finishedKey = finished.join();
  useEffect(() => {
    if (!finishedKey) return;
    const timer = setTimeout(() => putAway(finishedKey.split(',').map(Number)), PUT_AWAY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [finishedKey, putAway]);

  if (!shown.length) return null;
  return (
    <aside className={classes.jobs} aria-label={t('job.all')} aria-live="polite">
      {shown.map((job) => (
        <div key={job.id} className={classes.one}>
          <JobBadge job={job} />
          {!isRunning(job) && <IconButton icon={IconX} size={24} label={t('ui.close')} onClick={() => putAway([job.id])} />}
        </div>
      ))}
    </aside>
  );
}
