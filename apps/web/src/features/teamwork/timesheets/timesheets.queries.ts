import { api, type Output } from '@gantry/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';

export type OwnTimesheet = Output<typeof api.timesheets.own>;
export type OwnWork = OwnTimesheet['works'][number];
/** The work whose hours are shown; without a row all of the schedule. */
export type TimesheetPlace = { nodeId: number; versionId: number; itemId: number };
export type LineDraft = { item_id: number; user_id?: number; day: string; minutes: number; overtime: number; note?: string };

const ALL = (spaceId: number) => ['space', spaceId, 'timesheets'];

function useLive(spaceId: number, nodeId: number | null): void {
  const client = useQueryClient();
  const look = ({ eps_id }: { eps_id: number }): void => {
    if (nodeId === null || eps_id === nodeId) void client.invalidateQueries({ queryKey: ALL(spaceId) });
  };
  usePush('timesheet_created', look);
  usePush('timesheet_deleted', look);
}

type Period = { from: string; to: string };

/** Hours of a work between two days, renewed when somebody changes one. */
export function useTimesheet(spaceId: number, { nodeId, versionId, itemId }: TimesheetPlace, period: Period) {
  useLive(spaceId, nodeId);
  return useQuery({
    queryKey: [...ALL(spaceId), versionId, itemId, period],
    queryFn: ({ signal }) =>
      call(api.timesheets.listOfRow, { params: { id: versionId, wbsId: itemId }, query: period }, { signal, spaceId, quiet: true }),
    placeholderData: keepPreviousData,
  });
}

/** People of a schedule with what they wrote down. */
export function useTimesheetPeople(spaceId: number, { nodeId, versionId }: Omit<TimesheetPlace, 'itemId'>, period: Period) {
  useLive(spaceId, nodeId);
  return useQuery({
    queryKey: [...ALL(spaceId), 'people', versionId, period],
    queryFn: ({ signal }) => call(api.timesheets.users, { params: { id: versionId }, query: period }, { signal, spaceId, quiet: true }),
    placeholderData: keepPreviousData,
  });
}

/** The person's own hours between two days, with the works that they can write hours on. */
export function useOwnTimesheet(spaceId: number, period: Period) {
  useLive(spaceId, null);
  return useQuery({
    queryKey: [...ALL(spaceId), 'own', period],
    queryFn: ({ signal }) => call(api.timesheets.own, { query: period }, { signal, spaceId, quiet: true }),
    placeholderData: keepPreviousData,
  });
}

/** What can be done with hours; each answers when it is stored. */
export function useTimesheetActs(spaceId: number) {
  const client = useQueryClient();
  const onSettled = (): Promise<void> => client.invalidateQueries({ queryKey: ALL(spaceId) });
  const save = useMutation({
    mutationFn: ({ versionId, lines, submit = false }: { versionId: number; lines: LineDraft[]; submit?: boolean }) =>
      call(api.timesheets.create, { params: { id: versionId }, body: { lines, submit } }, { spaceId }),
    onSettled,
  });
  const update = useMutation({
    mutationFn: ({ versionId, id, submit }: { versionId: number; id: number; submit: boolean }) =>
      call(api.timesheets.update, { params: { id: versionId, timesheetId: id }, body: { submit } }, { spaceId }),
    onSettled,
  });
  const decide = useMutation({
    mutationFn: ({ versionId, ids: [id, ...ids], reason }: { versionId: number; ids: number[]; reason?: string }) =>
      call(
        api.timesheets.approve,
        {
          params: { id: versionId, timesheetId: id },
          body: { result: reason === undefined ? 'APPROVED' : 'DECLINED', reason, ...(ids.length ? { ids } : {}) },
        },
        { spaceId },
      ),
    onSettled,
  });
  return { save: save.mutateAsync, update: update.mutateAsync, decide: decide.mutateAsync, busy: save.isPending || decide.isPending };
}
