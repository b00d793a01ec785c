import { api, type Output } from '@gantry/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { currentLanguage } from '../../../lib/texts/i18n.ts';

export type SystemState = Output<typeof api.system.state>;

/** State of the installation: read once at start-up. */
export const systemStateQuery = queryOptions({
  queryKey: ['system-state'],
  queryFn: ({ signal }) => call(api.system.state, {}, { signal, quiet: true }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** State of the installation in a component; there from the first rendering on. */
export const useSystemState = (): SystemState | undefined => useQuery(systemStateQuery).data;

/** The privacy policy of the installation, in the language of the page; null where there is none, undefined while unknown. */
export const usePrivacyPolicy = () => {
  const { data, refetch } = useQuery({
    queryKey: ['privacy-policy', currentLanguage()],
    queryFn: ({ signal }) => call(api.system.privacyPolicy, {}, { signal }),
  });
  return { policy: data?.policy, refetch };
};

/** Sections of the user guide in the page's language, loaded on demand. */
export const useGuide = (wanted: boolean) =>
  useQuery({
    queryKey: ['guide', currentLanguage()],
    queryFn: ({ signal }) => call(api.system.guide, {}, { signal }),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
  }).data?.sections;

/** Reports an error that happened in the browser; failing to report one is not reported. */
export function reportClientError(error: unknown): void {
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const body = { message: message.slice(0, 2000), stack: stack?.slice(0, 8000), url: globalThis.location.pathname };
  void call(api.system.clientError, { body }, { quiet: true }).catch(() => {});
}
