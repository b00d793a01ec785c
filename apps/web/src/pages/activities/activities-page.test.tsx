import { type Activity, api } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { signedInWith } from '../../testing/examples.ts';
import { answer, asked, refuse } from '../../testing/fake-server.ts';
import { show } from '../../testing/show.tsx';
import { ActivitiesPage } from './activities-page.tsx';

const activity = (revision: number, more: Partial<Activity> = {}): Activity => ({
  id: `7-${revision}`,
  version_id: 7,
  version_name: 'Working',
  schedule_id: 4,
  schedule_name: 'Tower',
  revision,
  name: 'wbs.update',
  undoes: null,
  redoes: null,
  author_id: 1,
  author: 'Ada Lovelace',
  at: '2026-03-02T09:00:00Z',
  kind: 'update',
  rows: 1,
  about: null,
  row: null,
  ...more,
});
const ABOUT = {
  table: 'wbs',
  kind: 'updated',
  id: 5,
  refs: {},
  name: null,
  field: 'durationMinutes',
  part: null,
  before: 960,
  after: 2400,
  rows: 1,
} as const;

beforeEach(() => {
  signedInWith(['plan.read', 'structure.read']);
  answer(api.spaces.users, { users: [] } as never);
  answer(api.eps.tree, { nodes: [], versions: [] });
  answer(api.activities.list, {
    activities: [activity(3, { about: ABOUT, row: { id: 5, code: 'A5', name: 'Rafters' } }), activity(2, { undoes: 1 })],
  });
});

it('says who did what and where, and leads to the row', async () => {
  await show(<ActivitiesPage />, { path: '/1' });
  const table = await screen.findByRole('table', { name: 'Activities' });
  const [, changed, undone] = within(table).getAllByRole('row');
  expect(changed.textContent).toContain('Ada LovelaceRow changed“A5 Rafters”, Days: 2 → 5TowerWorking');
  expect(within(changed).getByRole('link', { name: /Rafters/ })).toHaveProperty('href', expect.stringMatching(/schedule\/7\?target=.*5/));
  expect(undone.textContent).toContain('Taken back: Row changed');
});

it('asks for what the address holds, whole days of the reader', async () => {
  await show(<ActivitiesPage />, { path: '/1?author=8&kind=delete&from=2026-03-02&until=2026-03-03&order=oldest&node=nonsense' });
  await screen.findByRole('table');
  expect(asked(api.activities.list).at(-1)?.query).toEqual({
    user_id: 8,
    kind: 'delete',
    from: new Date('2026-03-02T00:00').toISOString(),
    to: new Date('2026-03-04T00:00').toISOString(),
    direction: 1,
    limit: 60,
  });
});

it('goes on behind its last line', async () => {
  answer(api.activities.list, { activities: Array.from({ length: 60 }, (_none, at) => activity(100 - at)) });
  const { user } = await show(<ActivitiesPage />);
  const more = await screen.findByRole('button', { name: 'More' });
  answer(api.activities.list, { activities: [activity(40)] });
  await user.click(more);
  await vi.waitFor(() => expect(asked(api.activities.list).at(-1)?.query).toMatchObject({ behind: '7-41' }));
});

it('says that there is nothing', async () => {
  answer(api.activities.list, { activities: [] });
  await show(<ActivitiesPage />);
  expect(await screen.findByText('Nothing has been done yet')).toBeTruthy();
});

it('says why nothing can be shown', async () => {
  refuse(api.activities.list, 'auth.forbidden');
  await show(<ActivitiesPage />);
  expect(await screen.findByText('The activities could not be loaded')).toBeTruthy();
});
