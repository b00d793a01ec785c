import { api, type Output } from '@gantry/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';
import { useTrackJob } from '../../access/jobs/jobs.queries.ts';

export type RemoteSpaceRow = Output<typeof api.remoteSpaces.list>['remote_spaces'][number];
export type PairedInstallation = Output<typeof api.remoteSpaces.installations>['installations'][number];

/** Spaces elsewhere that the person may copy; how far a copy is the list of jobs shows. */
export function useRemoteSpaces(onEnded: (status: 'done' | 'failed') => void) {
  const client = useQueryClient();
  const track = useTrackJob();
  const queryKey = ['remote-spaces'];
  const settled = () => client.invalidateQueries({ queryKey });
  usePush('remote_space_copy', ({ status }) => {
    if (status === 'running') return;
    onEnded(status);
    void client.invalidateQueries({ queryKey: ['spaces'] });
  });
  return {
    list: useQuery({ queryKey, queryFn: ({ signal }) => call(api.remoteSpaces.list, {}, { signal, quiet: true }) }),
    claim: useMutation({
      mutationFn: (body: { remote_id: number; code: string }) => call(api.remoteSpaces.claim, { body }),
      onSettled: settled,
    }),
    forget: useMutation({ mutationFn: (id: number) => call(api.remoteSpaces.forget, { params: { id } }), onSettled: settled }),
    copy: useMutation({
      mutationFn: (body: { remote_id: number; remote_space_id: number; name: string; with_files: boolean }) =>
        call(api.remoteSpaces.copy, { body }),
      onSuccess: ({ job_id: jobId }) => void track(jobId),
    }),
  };
}

/** Which installations may copy a space. */
export function useRemoteConsents(spaceId: number) {
  const client = useQueryClient();
  const queryKey = ['space', spaceId, 'remote-consents'];
  const settled = () => client.invalidateQueries({ queryKey });
  const params = { id: spaceId };
  return {
    list: useQuery({ queryKey, queryFn: ({ signal }) => call(api.remoteSpaces.consents, { params }, { signal, spaceId, quiet: true }) }),
    allow: useMutation({
      mutationFn: (remote_id: number) => call(api.remoteSpaces.allow, { params, body: { remote_id } }, { spaceId }),
      onSettled: settled,
    }),
    withdraw: useMutation({
      mutationFn: (consentId: number) => call(api.remoteSpaces.withdraw, { params: { ...params, consentId } }, { spaceId }),
      onSettled: settled,
    }),
  };
}

/** Installations that are paired with this one. */
export function usePairedInstallations() {
  const client = useQueryClient();
  const queryKey = ['installation', 'remote'];
  const settled = () => client.invalidateQueries({ queryKey });
  return {
    list: useQuery({ queryKey, queryFn: ({ signal }) => call(api.remoteSpaces.installations, {}, { signal, quiet: true }) }),
    makeCode: useMutation({ mutationFn: () => call(api.remoteSpaces.pairingCode, {}) }),
    pair: useMutation({
      mutationFn: (body: { base_url: string; code: string }) => call(api.remoteSpaces.pair, { body }),
      onSettled: settled,
    }),
    unpair: useMutation({ mutationFn: (id: number) => call(api.remoteSpaces.unpair, { params: { id } }), onSettled: settled }),
  };
}
