import { api } from '@gantry/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

/** The comparison with the dates of the file; calculated anew each time it is opened. */
export const useParity = (versionId: number) =>
  useQuery({
    queryKey: ['parity', versionId],
    queryFn: ({ signal }) => call(api.parity.read, { params: { id: versionId } }, { signal, quiet: true }),
    gcTime: 0,
    retry: false,
  });

/** Fetches all differences as CSV and lets the browser save them. */
export const useParityCsv = () =>
  useMutation({
    async mutationFn({ versionId, name }: { versionId: number; name: string }) {
      const blob = (await call(api.parity.csv, { params: { id: versionId } })) as unknown as Blob;
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = `${name}.csv`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    },
  });
