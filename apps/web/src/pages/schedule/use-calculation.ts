import { useCallback, useEffect, useState } from 'react';
import { useJob, useTrackJob } from '../../features/access/jobs/jobs.queries.ts';
import { useUiState } from '../../features/access/preferences/preferences.queries.ts';
import {
  useCalculate,
  useCalculateOnEdit,
  useCalculationFailure,
  useCalculationResult,
  useNextCalculation,
} from '../../features/planning/timetable/timetable.queries.ts';

/** The calculation of the open version: by button, by F9, after each edit unless the person wants it otherwise. */
export function useCalculation(spaceId: number, versionId: number, may: boolean, open: boolean) {
  const { calculate, starting } = useCalculate(versionId);
  const track = useTrackJob();
  const [jobId, setJobId] = useState<number | null>(null);
  const [onEdit, setOnEdit] = useUiState(spaceId, 'schedule', 'calculate-on-edit', true);
  const live = onEdit && may && open;
  useCalculateOnEdit(live);
  const next = useNextCalculation(versionId);
  useCalculationFailure(versionId);
  const awaitResult = useCalculationResult(versionId);
  const calculated = useCallback(() => (live ? next() : Promise.resolve()), [live, next]);
  const job = useJob(jobId);
  const start = useCallback(
    async (ids?: number[]) => {
      awaitResult(true);
      const started = await calculate(ids);
      if (started === 'refused') return awaitResult(false);
      setJobId(started.jobId);
      if (started.jobId !== null) await track(started.jobId);
    },
    [calculate, track, awaitResult],
  );
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F9') return;
      event.preventDefault();
      // A locked version says why it is not calculated; who may not calculate at all has no such key.
      if (may) void start();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [start, may]);
  return { start, busy: starting || job?.status === 'waiting' || job?.status === 'running', onEdit, setOnEdit, calculated };
}
