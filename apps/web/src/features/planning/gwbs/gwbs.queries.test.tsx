import { api, toWire } from '@gantry/contract';
import { blankRow } from '@gantry/plan-view';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, asked } from '../../../testing/fake-server.ts';
import { runHook } from '../../../testing/show.tsx';
import { useProjectRows } from './gwbs.queries.ts';

const schedule = (revision: number) => ({
  id: 2,
  name: 'Structure',
  version_id: 7,
  version_name: 'Issue 1',
  data_date: null,
  calculation_status: 1 as const,
  validity: 1 as const,
  left_out: [],
  revision,
  calendars: [],
});
const row = (id: number) => ({ id: `7-${id}`, parent_id: null, schedule_id: 2, version_id: 7, item: toWire(blankRow(id, {})) });

test('the rows of a project come page by page, and anew where a version was edited in between', async () => {
  let edited = false;
  answer(api.gwbs.list, ({ query }) => {
    const offset = query.offset;
    if (offset === 2) edited = true;
    return {
      schedules: [schedule(edited ? 4 : 3)],
      total: 4,
      next: offset + 2 < 4 ? offset + 2 : null,
      ignored: [],
      items: [row(offset + 1), row(offset + 2)],
    };
  });
  const hook = runHook(() => useProjectRows(1));
  await waitFor(() => expect(hook.current.data?.items.map(({ id }) => id)).toEqual(['7-1', '7-2', '7-3', '7-4']));
  expect(hook.current.data?.schedules[0].revision).toBe(4);
  expect(asked(api.gwbs.list)).toHaveLength(4);
});
