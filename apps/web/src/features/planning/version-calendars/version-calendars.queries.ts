import { api, type CalendarContent } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/calls/api-client.ts';

/** Calendars of a version, and those that it can take. */
export function useVersionCalendars(versionId: number | null) {
  return useQuery({
    queryKey: ['version-calendars', versionId],
    queryFn: ({ signal }) => call(api.versionCalendars.list, { params: { id: versionId as number } }, { signal }),
    enabled: versionId !== null,
  });
}

/** Resources of a version with their calendars, loaded when shown. */
export function useCalendarResources(versionId: number, shown: boolean) {
  return useQuery({
    queryKey: ['version-calendars', versionId, 'resources'],
    queryFn: ({ signal }) => call(api.versionCalendars.resources, { params: { id: versionId } }, { signal }),
    enabled: shown,
  });
}

/** What can be done with the calendars of a version; each is an edit that can be undone. */
export function useVersionCalendarCommands(versionId: number | null) {
  const client = useQueryClient();
  return useMemo(() => {
    const id = versionId ?? 0;
    const changed = async <R>(answer: Promise<R>): Promise<R> => {
      const done = await answer;
      await client.invalidateQueries({ queryKey: ['version-calendars', versionId] });
      return done;
    };
    const at = (calendarId: number) => ({ id, calendarId });
    return {
      create: (content: CalendarContent) => changed(call(api.versionCalendars.create, { params: { id }, body: content })),
      take: (sourceId: number) => changed(call(api.versionCalendars.take, { params: { id }, body: { source_id: sourceId } })),
      update: (calendarId: number, content: CalendarContent) =>
        changed(call(api.versionCalendars.update, { params: at(calendarId), body: content })),
      follow: (calendarId: number) => changed(call(api.versionCalendars.follow, { params: at(calendarId) })),
      setDefault: (calendarId: number) => changed(call(api.versionCalendars.setDefault, { params: at(calendarId) })),
      setResource: (resourceId: number, calendarId: number | null) =>
        changed(call(api.versionCalendars.setResource, { params: { id, resourceId }, body: { calendar_id: calendarId } })),
      remove: (calendarId: number) => changed(call(api.versionCalendars.remove, { params: at(calendarId) })),
      undo: () => changed(call(api.edits.undo, { params: { id } })),
    };
  }, [client, versionId]);
}
