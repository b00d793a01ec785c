import { api, type Output } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

export type OpenPdc = Output<typeof api.pdc.get>;
export type PdcCompared = Output<typeof api.pdc.compare>;

const keyOf = (spaceId: number, projectId: number) => ['space', spaceId, 'pdc', projectId];

/** The contract prices of a project. */
export const usePdcList = (spaceId: number, projectId: number) =>
  useQuery({
    queryKey: keyOf(spaceId, projectId),
    queryFn: ({ signal }) => call(api.pdc.list, { query: { project_id: projectId } }, { signal, spaceId, quiet: true }),
    staleTime: 0,
  });

/** A contract price with its lines and bills. */
export const usePdc = (spaceId: number, projectId: number, id: number | null) =>
  useQuery({
    queryKey: [...keyOf(spaceId, projectId), id],
    queryFn: ({ signal }) => call(api.pdc.get, { params: { id: id ?? 0 } }, { signal, spaceId, quiet: true }),
    enabled: id !== null,
    staleTime: 0,
  });

/** Its offers side by side; asked for only where there are any. */
export const usePdcCompared = (spaceId: number, projectId: number, pdc: OpenPdc | undefined) =>
  useQuery({
    queryKey: [...keyOf(spaceId, projectId), pdc?.id, 'compare', pdc?.revision],
    queryFn: ({ signal }) => call(api.pdc.compare, { params: { id: pdc?.id ?? 0 } }, { signal, spaceId, quiet: true }),
    enabled: Boolean(pdc?.offers.length),
    staleTime: 0,
  });

export type PdcFields = {
  name: string;
  number: string;
  side: OpenPdc['side'];
  party: string;
  estimate_id: number | null;
  amount: string | null;
  vat_rate: string | null;
  payment: OpenPdc['payment'];
  offers: number[];
};

/** What can be done with the contract prices of a project. */
export function usePdcActs(spaceId: number, projectId: number) {
  const client = useQueryClient();
  const then = async <R>(work: Promise<R>): Promise<R> => {
    const answer = await work;
    await client.invalidateQueries({ queryKey: keyOf(spaceId, projectId) });
    return answer;
  };
  return {
    create: (body: PdcFields) => then(call(api.pdc.create, { body: { project_id: projectId, ...body } }, { spaceId })),
    update: (
      id: number,
      body: Partial<PdcFields> & { state?: OpenPdc['state']; award?: number; lines?: { row_id: number; amount: string }[] },
    ) => then(call(api.pdc.update, { params: { id }, body }, { spaceId })),
    remove: (id: number) => then(call(api.pdc.remove, { params: { id } }, { spaceId })),
  };
}
