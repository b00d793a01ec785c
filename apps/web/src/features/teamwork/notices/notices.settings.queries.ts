import { api, type NoticeChannel, type NoticeSettings } from '@gantry/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

const keyOf = (spaceId: number) => ['space', spaceId, 'notice-settings'];

/** How notices of a space come to the person. */
export const useNoticeSettings = (spaceId: number) =>
  useQuery({
    queryKey: keyOf(spaceId),
    queryFn: ({ signal }) => call(api.notices.settings, {}, { signal, spaceId }),
  }).data;

export type NoticeSettingsChange = Partial<Omit<NoticeSettings, 'mail' | 'desktop'>> & {
  mail?: Partial<NoticeSettings['mail']>;
  desktop?: Partial<NoticeSettings['desktop']>;
};

/** Saves what is changed at once; what a refusal leaves stands again as it was. */
export function useSaveNoticeSettings(spaceId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NoticeSettingsChange) => call(api.notices.saveSettings, { body }, { spaceId }),
    onMutate: ({ mail, desktop, ...rest }) => {
      client.setQueryData<NoticeSettings>(
        keyOf(spaceId),
        (old) => old && { ...old, ...rest, mail: { ...old.mail, ...mail }, desktop: { ...old.desktop, ...desktop } },
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(spaceId) }),
  });
}

/** Sends something to oneself by a channel. */
export const useTryChannel = (spaceId: number) =>
  useMutation({
    mutationFn: (channel: Exclude<NoticeChannel, 'page'>) => call(api.notices.testChannel, { body: { channel } }, { spaceId }),
  });

/** Ends the letters of a space by the token of one of them. */
export const useUnsubscribe = () =>
  useMutation({ mutationFn: (token: string) => call(api.notices.unsubscribe, { query: { token }, body: {} }, { quiet: true }) });
