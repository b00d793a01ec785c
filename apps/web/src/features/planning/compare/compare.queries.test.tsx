import { api } from '@gantry/contract';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, asked } from '../../../testing/fake-server.ts';
import { runHook } from '../../../testing/show.tsx';
import { useComparedRows } from './compare.queries.ts';

const row = (id: number) => ({
  ids: [id, id],
  parent: id === 1 ? null : 0,
  code: `A${id}`,
  name: '',
  type: 'task' as const,
  change: 'changed' as const,
  kinds: ['dates' as const],
  caused: true,
  start: [null, null],
  finish: [null, null],
});

test('the rows of a comparison come page by page, and anew where a version was edited in between', async () => {
  let edited = false;
  answer(api.compare.rows, ({ body }) => {
    const offset = body.offset ?? 0;
    if (offset === 2) edited = true;
    return {
      versions: [1, 2].map((id) => ({ id, name: `Issue ${id}`, revision: edited ? 4 : 3 })),
      total: 4,
      next: offset === 0 ? 2 : null,
      rows: [row(offset + 1), row(offset + 2)],
    };
  });
  const comparison = { scheduleId: 1, versionIds: [1, 2], kinds: [], origin: 'all' as const, search: '' };
  const hook = runHook(() => useComparedRows(comparison, true, true));
  await waitFor(() => expect(hook.current.data?.rows.map(({ code }) => code)).toEqual(['A1', 'A2', 'A3', 'A4']));
  expect(hook.current.data?.versions[0].revision).toBe(4);
  expect(asked(api.compare.rows)).toHaveLength(4);
});
