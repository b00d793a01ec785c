import { api, type CalendarContent, type Output } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/calls/api-client.ts';

export type Calendar = Output<typeof api.calendars.list>['calendars'][number];

/** All calendars of a space; what a node inherits is told by the page from the nodes above it. */
export function useCalendars(spaceId: number) {
  return useQuery({
    queryKey: ['space', spaceId, 'calendars'],
    queryFn: ({ signal }) => call(api.calendars.list, {}, { signal, spaceId }),
    staleTime: 10_000,
  });
}

/** Versions that have taken a calendar. */
export function useCalendarUses(spaceId: number, id: number | null) {
  return useQuery({
    queryKey: ['space', spaceId, 'calendars', id, 'usage'],
    queryFn: ({ signal }) => call(api.calendars.usage, { params: { id: id as number } }, { signal, spaceId }),
    enabled: id !== null,
  });
}

/** What can be done with the calendars of a space; each answers when it is stored. */
export function useCalendarCommands(spaceId: number) {
  const client = useQueryClient();
  return useMemo(() => {
    const changed = async <R>(answer: Promise<R>): Promise<R> => {
      const done = await answer;
      await client.invalidateQueries({ queryKey: ['space', spaceId, 'calendars'] });
      return done;
    };
    return {
      create: (nodeId: number | null, content: CalendarContent) =>
        changed(call(api.calendars.create, { body: { ...content, node_id: nodeId } }, { spaceId })),
      update: (id: number, content: CalendarContent) => changed(call(api.calendars.update, { params: { id }, body: content }, { spaceId })),
      remove: (id: number) => changed(call(api.calendars.remove, { params: { id } }, { spaceId })),
      setDefault: (id: number, isDefault: boolean) =>
        changed(call(api.calendars.setDefault, { params: { id }, body: { is_default: isDefault } }, { spaceId })),
      preview: (id: number, content: CalendarContent) => call(api.calendars.preview, { params: { id }, body: content }, { spaceId }),
    };
  }, [client, spaceId]);
}

/** The days that a file names. */
export const readHolidays = (text: string) => call(api.calendars.readHolidays, { body: { text } });
