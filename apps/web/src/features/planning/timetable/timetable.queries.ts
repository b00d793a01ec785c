import { api, type Output } from '@gantry/contract';
import { CALCULATION_STATUS } from '@gantry/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, setApiPrefers } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';
import { HEADERS } from '../../../lib/storage/client-storage.ts';
import { formatLocal } from '../../../lib/dates.ts';
import { formatCount, formatNumber } from '../../../lib/numbers.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { resultOf } from './timetable.model.ts';

const keyOf = (versionId: number) => ['timetable', versionId];

export type TimetableSettings = Output<typeof api.timetable.state>['settings'];

/** State of the calculation of a version, its settings and log, kept fresh by the push channel. */
export function useTimetable(versionId: number) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: keyOf(versionId) });
  usePush('timetable_calculate', (data) => data.version_id === versionId && refresh());
  usePush('version_edit', (data) => data.version_id === versionId && refresh());
  return useQuery({
    queryKey: keyOf(versionId),
    queryFn: ({ signal }) => call(api.timetable.state, { params: { id: versionId } }, { signal, quiet: true }),
    staleTime: 0,
  });
}

const PREFERENCE = 'calculate';

/** Calculates a version, or the dates of some of its rows; answers the job that does it, null where it is done, and whether it was refused. */
export function useCalculate(versionId: number): {
  calculate(ids?: number[]): Promise<{ jobId: number | null } | 'refused'>;
  starting: boolean;
} {
  const [starting, setStarting] = useState(false);
  return {
    starting,
    async calculate(ids) {
      if (starting) return 'refused';
      setStarting(true);
      try {
        const asked = { params: { id: versionId }, body: { ids } };
        return { jobId: (await call(api.timetable.calculate, asked, { headers: { [HEADERS.prefer]: PREFERENCE } })).job_id };
      } catch {
        return 'refused';
      } finally {
        setStarting(false);
      }
    },
  };
}

/** With `on`, the server calculates a version with each edit of this page that moves dates. */
export function useCalculateOnEdit(on: boolean): void {
  useEffect(() => {
    setApiPrefers(on ? PREFERENCE : null);
    return () => setApiPrefers(null);
  }, [on]);
}

/** No calculation is waited for longer than this. */
const ANSWER_MS = 10_000;

/** Waits for the next calculation of a version, for a while; a function that does not change. */
export function useNextCalculation(versionId: number): () => Promise<void> {
  const waiting = useRef(new Set<() => void>());
  usePush('timetable_calculate', ({ version_id, status, error }) => {
    if (version_id !== versionId || (status !== CALCULATION_STATUS.calculated && error === undefined)) return;
    for (const done of waiting.current) done();
    waiting.current.clear();
  });
  return useCallback(
    () =>
      new Promise<void>((done) => {
        waiting.current.add(done);
        setTimeout(() => {
          waiting.current.delete(done);
          done();
        }, ANSWER_MS);
      }),
    [],
  );
}

/** The text of a failed calculation stands for so long. */
const FAILURE_MS = 4_000;

/** Says why a calculation of a version failed; one that an edit overtook is followed by the next. */
export function useCalculationFailure(versionId: number): void {
  const { t } = useTranslation();
  usePush('timetable_calculate', ({ version_id, error }) => {
    if (version_id !== versionId || error === undefined || error === 'timetable.out_of_date') return;
    const reason = t(error, { defaultValue: t('server.unknown') });
    showToast('error', t('timetable.failed', { reason }), { ms: FAILURE_MS, id: `calculation-${versionId}` });
  });
}

/**
 * Says in words what a calculation came to: of one that this person has asked for in any case, of another where the finish has moved.
 * Answers what is to be told whether one is asked for.
 */
export function useCalculationResult(versionId: number): (asked: boolean) => void {
  const { t } = useTranslation();
  const { data } = useTimetable(versionId);
  const before = useRef<typeof data>(undefined);
  const awaited = useRef(false);
  useEffect(() => {
    if (!data || data.status === CALCULATION_STATUS.calculating) return;
    const last = before.current;
    before.current = data;
    const result = last && resultOf(last, data);
    if (!result || (!awaited.current && !result.moved?.minutes)) return;
    awaited.current = false;
    const { finish, moved, critical } = result;
    const shift = !moved
      ? ''
      : moved.days
        ? t('timetable.result_days', { days: signed(moved.days) })
        : moved.minutes
          ? t('timetable.result_hours', { hours: signed(moved.minutes / MINUTES_PER_HOUR) })
          : t('timetable.result_unmoved');
    const [was, is] = [critical.before, critical.after].map((count) => formatCount(count));
    const parts = [
      [t('timetable.result_finish', { date: formatLocal(finish) || '–' }), shift && `(${shift})`].filter(Boolean).join(' '),
      t('timetable.result_critical', { counts: critical.before === null || critical.before === critical.after ? is : `${was} → ${is}` }),
    ];
    showToast('ok', `${t('timetable.result')} ${parts.join(', ')}`, { id: `calculation-${versionId}` });
  }, [data, t, versionId]);
  return useCallback((asked) => {
    awaited.current = asked;
  }, []);
}

const MINUTES_PER_HOUR = 60;
const signed = (value: number): string => (value > 0 ? '+' : '') + formatNumber(value, { decimals: Number.isInteger(value) ? 0 : 1 });

/** Changes options of the calculation of a version. */
export const saveSettings = (versionId: number, body: Partial<TimetableSettings>) =>
  call(api.timetable.saveSettings, { params: { id: versionId }, body });

/** Sets the scenario of some rows, and the volume a working day that base intensity counts with. */
export const saveScenario = (versionId: number, ids: number[], scenario: number | null, baseIntensity?: number | null) =>
  call(api.timetable.setScenario, { params: { id: versionId }, body: { ids, scenario, base_intensity_per_day: baseIntensity } });
