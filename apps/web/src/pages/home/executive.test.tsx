import { api, type Activity } from '@gantry/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { indexTree } from '../../features/structure/eps/eps.model.ts';
import { signedInWith } from '../../testing/examples.ts';
import { answer, asked } from '../../testing/fake-server.ts';
import { show } from '../../testing/show.tsx';
import { changesByVersion } from './home.model.ts';
import { Promises } from './promises.tsx';
import { SinceLastVisit } from './since-last-visit.tsx';

const change = (more: Partial<Activity>): Activity => ({
  id: '5-1',
  version_id: 5,
  version_name: 'Actual',
  schedule_id: 3,
  schedule_name: 'Quay',
  revision: 1,
  name: 'wbs.update',
  undoes: null,
  redoes: null,
  author_id: 2,
  author: 'Boris',
  at: '2026-03-02T10:00:00.000Z',
  kind: 'update',
  rows: 1,
  about: null,
  row: null,
  ...more,
});

beforeEach(() => signedInWith());

it('tells what others have changed since the last visit, and notes this one', async () => {
  answer(api.preferences.readState, { state: { since: null, seen: '2026-03-01T08:00:00.000Z' } });
  answer(api.preferences.saveState, {});
  answer(api.activities.list, { activities: [change({}), change({ id: '5-2', author_id: 3, author: 'Vera' }), change({ author_id: 1 })] });
  await show(<SinceLastVisit spaceId={1} />);
  const item = within(await screen.findByRole('listitem'));
  expect(item.getByRole('link', { name: 'Quay' }).getAttribute('href')).toBe('/1/schedule/5');
  item.getByText(/Boris, Vera/);
  expect(asked(api.activities.list).at(-1)?.query).toMatchObject({ from: '2026-03-01T08:00:00.000Z' });
  await waitFor(() =>
    expect(asked(api.preferences.saveState).at(-1)?.body).toMatchObject({ state: { since: '2026-03-01T08:00:00.000Z' } }),
  );
});

it('counts the changes of others, version by version', () => {
  const changes = changesByVersion([change({}), change({ version_id: 6 }), change({ author: 'Vera' }), change({ author_id: 1 })], 1);
  expect(changes).toMatchObject([
    { version_id: 5, count: 2, authors: ['Boris', 'Vera'] },
    { version_id: 6, count: 1 },
  ]);
});

it('holds P80 against the promise, with a light in words and the days between', async () => {
  const of = { version_id: 5, planned: '2026-05-01T18:00', p80: '2026-05-20T18:00', outdated: false };
  answer(api.risk.promises, {
    promises: [
      { ...of, schedule_id: 3, promised: '2026-05-04T18:00', gap_days: 16 },
      { ...of, schedule_id: 4, promised: null, gap_days: -2, outdated: true },
    ],
  });
  await show(<Promises spaceId={1} index={indexTree({ nodes: [], versions: [] })} />);
  const rows = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(rows[0]).toMatch(/Act.*P80 20\.05\.2026, promised 04\.05\.2026 \+16 d/);
  expect(rows[1]).toMatch(/On plan.*planned 01\.05\.2026 \u22122 d.*changed since/);
});
