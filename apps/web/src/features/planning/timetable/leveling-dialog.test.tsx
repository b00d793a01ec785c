import { api, type LevelingPreview } from '@gantry/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer, asked, refuse } from '../../../testing/fake-server.ts';
import { choose, show } from '../../../testing/show.tsx';
import { LevelingDialog } from './leveling-dialog.tsx';

const PREVIEW: LevelingPreview = {
  revision: 7,
  finish_before: '2025-03-10T17:00',
  finish_after: '2025-03-13T17:00',
  moved_count: 2,
  moved: [
    {
      item_id: 5,
      minutes: 1440,
      from: '2025-03-06T09:00',
      to: '2025-03-11T09:00',
      cause: { kind: 'resource', resource_id: 9, item_ids: [4], until: '2025-03-10T17:00' },
    },
    {
      item_id: 6,
      minutes: 90,
      from: '2025-03-11T09:00',
      to: '2025-03-11T10:30',
      cause: { kind: 'relation', resource_id: null, item_ids: [5], until: null },
    },
  ],
  over_before: 1,
  over_after: 0,
  over: [],
  oversized: [],
  changed_count: 1,
  schedules: 1,
};
const crew = {
  id: 9,
  code: 'C',
  name: 'Crew',
  kind: 'labour' as const,
  unit: 'h',
  limit: 2,
  price_per_unit: 10,
  rates: [],
  user_id: null,
  manager_id: null,
  auto_actuals: false,
  assignment: null,
  works: 2,
};
const onClose = vi.fn();
const onOpen = vi.fn();

beforeEach(() => {
  onClose.mockClear();
  onOpen.mockClear();
  answer(api.resources.list, { revision: 7, resources: [crew, { ...crew, id: 10, code: 'S', name: 'Steel', kind: 'material' }] });
  answer(api.timetable.previewLeveling, PREVIEW);
  answer(api.timetable.level, { revision: 8 });
  answer(api.timetable.clearLeveling, { revision: 8 });
});

const shown = () => show(<LevelingDialog versionId={3} opened onClose={onClose} onOpen={onOpen} nameOf={(id) => `Row ${id}`} />);
const apply = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Apply' });

it('names each row that moves, by how much, and what it waits for', async () => {
  const { user } = await shown();
  expect((await screen.findByText('Row 5')).closest('tr')?.textContent).toMatch(/24.*h.*Crew is held by “Row 4” until/);
  expect(screen.getByText('Row 6').closest('tr')?.textContent).toContain('Waits for “Row 5”');
  await user.click(screen.getByText('Row 5'));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(5);
});

it('asks anew for each choice, and applies what was shown', async () => {
  const { user } = await shown();
  await screen.findByText('Row 5');
  await choose(user, 'What goes first', 'Shortest');
  await user.click(screen.getByRole('switch', { name: 'Move nothing beyond its float' }));
  await waitFor(() =>
    expect(asked(api.timetable.previewLeveling).at(-1)?.body).toMatchObject({
      priority: 'duration',
      within_float: true,
      resource_ids: null,
    }),
  );
  await waitFor(() => expect(apply().disabled).toBe(false));
  await user.click(apply());
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(asked(api.timetable.level)[0].body).toMatchObject({ revision: 7, priority: 'duration', within_float: true });
});

it('has nothing to apply where nothing changes, and ends a leveling', async () => {
  answer(api.timetable.previewLeveling, { ...PREVIEW, moved: [], moved_count: 0, changed_count: 0 });
  const { user } = await shown();
  await screen.findByText(/Nothing has to move/);
  expect(apply().disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'End leveling' }));
  await waitFor(() => expect(asked(api.timetable.clearLeveling)).toHaveLength(1));
});

it('stays open where the plan has changed meanwhile', async () => {
  refuse(api.timetable.level, 'timetable.out_of_date');
  const { user } = await shown();
  await screen.findByText('Row 5');
  await waitFor(() => expect(apply().disabled).toBe(false));
  await user.click(apply());
  await waitFor(() => expect(asked(api.timetable.level)).toHaveLength(1));
  await waitFor(() => expect(apply().disabled).toBe(false));
  expect(onClose).not.toHaveBeenCalled();
});
