import { api, type DayGridRow, type Output } from '@gantry/contract';
import type { DataMode, FactApproval, LateFacts, ResourceMeasure, TimesheetApproval } from '@gantry/domain';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { call } from '../../../lib/calls/api-client.ts';
import { formatLocal, localToday } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { showToast } from '../../../ui/toasts.tsx';

export type DayValues = Output<typeof api.dayValues.read>;

/** Values of a row by days; `revision` asks again after every change of the version. */
export function useDayValues(versionId: number, itemId: number, revision: number) {
  return useQuery({
    queryKey: ['day-values', versionId, itemId, revision],
    queryFn: ({ signal }) => call(api.dayValues.read, { params: { id: versionId, wbsId: itemId } }, { signal, quiet: true }),
    placeholderData: (before, query) => (query?.queryKey[2] === itemId ? before : undefined),
  });
}

/** What a row comes to in a measure: total, done, not laid out, behind; null where it has no days or the person sees none. */
export function useDayTotals(versionId: number, itemId: number, revision: number, measure: ResourceMeasure): DayGridRow | null {
  const { data } = useQuery({
    queryKey: ['day-values', 'totals', versionId, itemId, revision, measure],
    queryFn: ({ signal }) => {
      const today = localToday();
      const query = { from: today, to: today, measure };
      return call(api.dayValues.gridOfRow, { params: { id: versionId, wbsId: itemId }, query }, { signal, quiet: true });
    },
    placeholderData: (before, query) => (query?.queryKey[3] === itemId && query.queryKey[5] === measure ? before : undefined),
    retry: false,
  });
  return data?.rows[0] ?? null;
}

/** Sets the value of one day of a row, or takes it away, by the call of the day grid: one that resources have is shared out over them. */
export const setDayValue = (
  versionId: number,
  itemId: number,
  { measure, mode, day, value }: { measure: ResourceMeasure; mode: DataMode; day: string; value: number | null },
) =>
  call(api.dayValues.setDaysOfRow, {
    params: { id: versionId, wbsId: itemId },
    body: { cells: [{ measure, mode, first_day: day, values: [value] }] },
  });

type LongDays = Output<typeof api.dayValues.setDaysOfRow>['long'];

/** Says of which people a day has become longer than a working day. */
export function warnOfLongDays(long: LongDays, t: TFunction): void {
  for (const { name, day, hours } of long)
    showToast('warn', t('values.long_day', { name, hours: formatNumber(hours, { decimals: 2 }), day: formatLocal(`${day}T00:00`) }));
}

/** What a schedule sets for facts, seen from a version of it. */
export function useScheduleLimits(scheduleId: number, versionId: number) {
  return useQuery({
    queryKey: ['day-values', 'settings', scheduleId, versionId],
    queryFn: ({ signal }) =>
      call(api.dayValues.limit, { params: { id: scheduleId }, query: { version_id: versionId } }, { signal, quiet: true }),
  });
}

type ScheduleSettings = {
  editing_period_days: { plan: number | null; fact: number | null };
  approve_own: boolean;
  complete_by_fact: boolean;
  timesheet_approval: TimesheetApproval;
  fact_approval: FactApproval;
  late_facts: LateFacts;
};

/** Sets how many days before the key date values may be changed in a schedule (null = any), and whether people approve their own entries. */
export const saveScheduleSettings = (scheduleId: number, body: ScheduleSettings) =>
  call(api.dayValues.saveScheduleSettings, { params: { id: scheduleId }, body });

/** Counts the rows whose progress is not what their values of days say. */
export const valuesToRefresh = (versionId: number) => call(api.dayValues.refresh, { params: { id: versionId }, body: { preview: true } });

/** Sets the progress of rows to what their values of days say. */
export const refreshValues = (versionId: number) => call(api.dayValues.refresh, { params: { id: versionId }, body: { preview: false } });
