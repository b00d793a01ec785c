import { api } from '@gantry/contract';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';

/** Fills a space with test data as a job; the answer names the job. */
export const useFillDemo = (spaceId: number) =>
  useMutation({ mutationFn: () => call(api.demoData.fill, { params: { id: spaceId } }, { spaceId }) });
