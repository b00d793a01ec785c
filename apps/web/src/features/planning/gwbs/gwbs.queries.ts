import { api, toSnake } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';
import { applyEdits, type ProjectGrid, type ProjectRows } from './gwbs.grid.queries.ts';

const LOADS = 3;

/** All rows of a project, page by page; begun anew where a version was edited between two pages. */
async function loadRows(projectId: number, signal: AbortSignal, loads = LOADS): Promise<ProjectRows> {
  const ask = (offset: number) => call(api.gwbs.list, { params: { id: projectId }, query: { offset } }, { signal, quiet: true });
  const first = await ask(0);
  const items = [...first.items];
  // A page brings the calendars of the schedules whose rows it has.
  const calendars = new Map(first.schedules.map((schedule) => [schedule.id, schedule.calendars]));
  const stateOf = ({ schedules }: ProjectRows) => schedules.map(({ version_id, revision }) => `${version_id} ${revision}`).join();
  for (let { next } = first; next !== null;) {
    const page = await ask(next);
    if (stateOf(page) !== stateOf(first) && loads > 1) return loadRows(projectId, signal, loads - 1);
    for (const item of page.items) items.push(item);
    for (const schedule of page.schedules) if (schedule.calendars.length) calendars.set(schedule.id, schedule.calendars);
    next = page.next;
  }
  const schedules = first.schedules.map((schedule) => ({ ...schedule, calendars: calendars.get(schedule.id) ?? [] }));
  return { ...first, schedules, items };
}

/** The rows of all schedules of a project. */
export function useProjectRows(projectId: number) {
  return useQuery({
    queryKey: ['gwbs', projectId],
    queryFn: ({ signal }) => loadRows(projectId, signal),
    retry: false,
    staleTime: 30_000,
  });
}

const SETTLE_MS = 300;

/** Keeps a grid up with edits of its versions by whomever; `changed` is told when rows got other values. */
export function useLiveGrid(projectId: number, data: ProjectRows, grid: ProjectGrid, changed: () => void): void {
  const client = useQueryClient();
  const known = useRef(new Map<number, number>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    known.current = new Map(data.schedules.map(({ version_id, revision }) => [version_id, revision]));
  }, [data]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const again = () => void client.invalidateQueries({ queryKey: ['gwbs', projectId] });
  const catchUp = async (versionId: number): Promise<void> => {
    const since = known.current.get(versionId);
    if (since === undefined) return;
    try {
      const { revision, edits } = await call(api.edits.since, { params: { id: versionId }, query: { since } }, { quiet: true });
      known.current.set(versionId, revision);
      if (applyEdits(grid, versionId, edits)) changed();
      else again();
    } catch {
      again();
    }
  };
  const waiting = useRef(new Set<number>());
  usePush('version_changed', ({ version_id, revision }) => {
    if ((known.current.get(version_id) ?? Infinity) >= revision) return;
    waiting.current.add(version_id);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const versions = [...waiting.current];
      waiting.current.clear();
      for (const id of versions) void catchUp(id);
    }, SETTLE_MS);
  });
  usePush('reconnected', again);
  // The actual version may have changed, or a schedule may be deleted.
  usePush('eps_updated', again);
}

/** Changes fields of a row in its version. */
export const updateProjectRow = (projectId: number, wbsId: string, fields: Record<string, unknown>) =>
  call(
    api.gwbs.update,
    { params: { id: projectId, wbsId }, body: Object.fromEntries(Object.entries(fields).map(([name, value]) => [toSnake(name), value])) },
    { quiet: true },
  );
