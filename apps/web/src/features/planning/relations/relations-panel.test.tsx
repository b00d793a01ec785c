import { api } from '@gantry/contract';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answer } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { RelationsPanel } from './relations-panel.tsx';

const other = {
  id: 5,
  code: 'A5',
  name: 'Walls',
  status: 'in_progress' as const,
  progress: 0.5,
  start: '2026-03-02T08:00',
  finish: '2026-03-06T17:00',
  free_reserve: 480,
  full_reserve: 960,
  critical: true,
  scenario: 4,
  schedule: 'Piles',
  project: 'Pier',
};
const relation = {
  id: 9,
  side: 'predecessor' as const,
  type: 'fs' as const,
  lag_minutes: 0,
  lag_calendar: null,
  driving: false,
  other,
};

it('says of the task at the other end where it stands, how it stands and by which scenario it goes on', async () => {
  answer(api.relations.ofTask, { relations: [relation] });
  await show(
    <RelationsPanel
      versionId={1}
      itemId={7}
      revision={3}
      minutesPerDay={480}
      readOnly
      onOpen={vi.fn()}
      findTasks={() => []}
      onEdited={vi.fn()}
    />,
  );
  await screen.findByRole('button', { name: 'A5 Walls' });
  expect(screen.getByText('02.03.2026 – 06.03.2026 · In progress · 50 % · critical · Scenario: 4. Fixed finish')).toBeTruthy();
  expect(screen.getByText('Pier › Piles')).toBeTruthy();
  expect(screen.getByRole('cell', { name: '2' }).title).toBe('Free reserve, days: 1');
});
