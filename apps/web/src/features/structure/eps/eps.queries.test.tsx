import { api } from '@gantry/contract';
import { useQuery } from '@tanstack/react-query';
import { act, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, asked, publish } from '../../../testing/fake-server.ts';
import { runHook } from '../../../testing/show.tsx';
import { treeQuery, useLiveTree } from './eps.queries.ts';

const version = (id: number, revision: number) => ({
  id,
  schedule_id: 1,
  name: `Issue ${id}`,
  kind: 'version' as const,
  locked: false,
  revision,
  calculation_status: 1 as const,
  validity: 1 as const,
  left_out: [],
  data_date: null,
  item_count: 3,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
});

test('a version that was calculated is read alone; the hierarchy is read again where it does not have the version', async () => {
  answer(api.eps.tree, { nodes: [], versions: [version(7, 1), version(8, 1)] });
  answer(api.versions.get, ({ params }) => ({ ...version(params.id, 2), path: [] }));
  const tree = runHook(() => {
    useLiveTree(1);
    return useQuery(treeQuery(1)).data;
  });
  await waitFor(() => expect(tree.current?.versions).toHaveLength(2));
  await act(async () => publish('timetable_calculate', { version_id: 7, status: 1 }));
  await waitFor(() => expect(tree.current?.versions.map(({ revision }) => revision)).toEqual([2, 1]));
  expect(asked(api.eps.tree)).toHaveLength(1);
  await act(async () => publish('version_locked', { version_id: 9, locked: true }));
  await waitFor(() => expect(asked(api.eps.tree)).toHaveLength(2));
});
