import { api, type LitPlace } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer } from '../../testing/fake-server.ts';
import { show } from '../../testing/show.tsx';
import { Attention } from './attention.tsx';

const state = { versions: 2, outdated: [], job_id: null, hidden: 0 };
const QUAY: LitPlace = {
  id: 11,
  name: 'Quay',
  kind: 'project',
  path: ['Harbour'],
  version_id: null,
  has_parts: true,
  light: 'act',
  cells: [
    { figure: 'cpi', value: 0.95, light: 'watch', warn: 0.97, error: 0.9, hidden_red: 0, previous: null, trend: [] },
    { figure: 'deviation_days', value: 12, light: 'act', warn: 1, error: 10, hidden_red: 0, previous: null, trend: [] },
    { figure: 'spit', value: 1, light: 'ok', warn: 0.97, error: 0.9, hidden_red: 2, previous: null, trend: [] },
  ],
};

it('names what is red and why, the worst reason first, each leading to its place', async () => {
  answer(api.scoreboard.lights, { total: 3, rows: [QUAY, { ...QUAY, id: 12, name: 'Pier', light: 'ok', cells: [] }], state });
  await show(<Attention spaceId={1} />);
  const item = within(await screen.findByRole('listitem'));
  expect(item.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Quay',
    'Finish deviation, d 12',
    'CPI 0.95',
    '■ 2 below to act on',
  ]);
  expect(item.getByText('Act')).toBeTruthy();
  expect(decodeURIComponent(item.getByRole('link', { name: 'Quay' }).getAttribute('href') ?? '')).toMatch(/^\/1\/analytics\?node="?11"?$/);
  expect(screen.getByText(/2 more projects are on plan/)).toBeTruthy();
});

it('says that all is well where nothing is red', async () => {
  answer(api.scoreboard.lights, { total: 1, rows: [{ ...QUAY, light: 'ok', cells: [] }], state });
  await show(<Attention spaceId={1} />);
  expect(await screen.findByText('The project is on plan, or has no figures yet.')).toBeTruthy();
});
