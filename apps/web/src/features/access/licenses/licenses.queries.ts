import { api, type Output } from '@gantry/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

export type License = Output<typeof api.licenses.list>['licenses'][number];
export type LicenseStanding = Output<typeof api.licenses.list>['standing'];
export type SeatHolder = Output<typeof api.licenses.list>['holders'][number];

/** Licences of a space, or with null those of the installation, and what can be done with them. */
export function useLicenses(spaceId: number | null) {
  const client = useQueryClient();
  const queryKey = spaceId === null ? ['installation', 'licenses'] : ['space', spaceId, 'licenses'];
  const settled = () => client.invalidateQueries({ queryKey: spaceId === null ? ['installation'] : ['space', spaceId] });
  const here = spaceId === null ? {} : { spaceId };
  const list = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      spaceId === null
        ? { ...(await call(api.installation.licenses, {}, { signal, quiet: true })), holders: [] as SeatHolder[] }
        : call(api.licenses.list, {}, { signal, spaceId, quiet: true }),
  });
  const load = useMutation({
    mutationFn: (token: string) =>
      call(spaceId === null ? api.installation.loadLicense : api.licenses.load, { body: { token } }, { ...here, quiet: true }),
    onSettled: settled,
  });
  const setActive = useMutation({
    mutationFn: ({ id, active }: { id: number; active: boolean }) =>
      call(spaceId === null ? api.installation.setLicenseActive : api.licenses.setActive, { params: { id }, body: { active } }, here),
    onSettled: settled,
  });
  const remove = useMutation({
    mutationFn: (id: number) => call(spaceId === null ? api.installation.removeLicense : api.licenses.remove, { params: { id } }, here),
    onSettled: settled,
  });
  const freeSeat = useMutation({
    mutationFn: ({ kind, user_id: userId }: SeatHolder) =>
      call(api.licenses.freeSeat, { params: { kind: kind === 'bim' ? 'bim' : 'estimate', userId } }, here),
    onSettled: settled,
  });
  return { list, load, setActive, remove, freeSeat };
}
