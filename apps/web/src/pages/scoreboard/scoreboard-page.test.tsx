import { api, type Scoreboard, type ScoreboardRow } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { signedInWith } from '../../testing/examples.ts';
import { answer, asked, refuse } from '../../testing/fake-server.ts';
import { show } from '../../testing/show.tsx';
import { ScoreboardPage } from './scoreboard-page.tsx';

const BOARD: Scoreboard = {
  id: 3,
  name: 'Projects',
  shared: true,
  own: true,
  owner: 'Ada',
  content: {
    rows: { kind: 'project', under: null },
    columns: [
      { figure: 'progress_behind', warn: 0.02, error: 0.1 },
      { figure: 'spit', warn: 0.97, error: 0.9 },
    ],
    sort: 'worst',
  },
};
const ROW: ScoreboardRow = {
  id: 11,
  name: 'Quay',
  kind: 'project',
  path: ['Harbour'],
  version_id: null,
  has_parts: true,
  light: 'act',
  cells: [
    { value: 0.125, light: 'act', hidden_red: 0, previous: null, trend: [] },
    {
      value: 0.98,
      light: 'ok',
      hidden_red: 2,
      previous: 0.95,
      trend: [
        { day: '2026-03-02', value: 0.95 },
        { day: '2026-03-09', value: 0.98 },
      ],
    },
  ],
};
const state = { versions: 2, outdated: [], job_id: null, hidden: 0 };

beforeEach(() => {
  signedInWith(['plan.read', 'plan.edit']);
  answer(api.eps.tree, { nodes: [], versions: [] });
  answer(api.scoreboard.list, { boards: [BOARD] });
  answer(api.scoreboard.read, { board: BOARD, path: [], rows: [ROW, { ...ROW, id: 12, name: 'Pier', has_parts: false }], state });
});

it('shows values with lights in words, and how many schedules below are red under a good sum', async () => {
  await show(<ScoreboardPage />);
  const grid = await screen.findByRole('grid', { name: 'Projects' });
  const [, quay] = within(grid).getAllByRole('row');
  expect(
    within(quay)
      .getAllByRole('gridcell')
      .map(({ textContent }) => textContent),
  ).toEqual(['13 %■ Act', '0.98● On plan0.95 before■ 2 below to act on']);
});

it('tells what a figure was reported to be before, by its data dates', async () => {
  await show(<ScoreboardPage />);
  const [first] = await screen.findAllByRole('img', { name: 'Reported: 02.03.2026: 0.95, 09.03.2026: 0.98' });
  expect(first.querySelector('polyline')?.getAttribute('points')).toBe('1 12 63 2');
});

it('is walked by arrows, and Enter asks for what stands below a place', async () => {
  const { user } = await show(<ScoreboardPage />);
  const grid = await screen.findByRole('grid', { name: 'Projects' });
  within(grid).getAllByRole('rowheader')[0].focus();
  await user.keyboard('{ArrowDown}{ArrowRight}');
  expect(document.activeElement?.textContent).toBe('13 %■ Act');
  await user.keyboard('{ArrowUp}{Home}{Enter}');
  expect(asked(api.scoreboard.read).at(-1)?.query).toMatchObject({ node: 11 });
});

it('makes a first board, and refuses limits in the wrong order', async () => {
  answer(api.scoreboard.list, { boards: [] });
  answer(api.scoreboard.create, { id: 9 });
  const { user } = await show(<ScoreboardPage />);
  await user.click(await screen.findByRole('button', { name: 'New board' }));
  const dialog = await screen.findByRole('dialog', { name: 'New board' });
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Mine');
  const warn = within(dialog).getByRole('textbox', { name: 'SPI(t): Watch from' });
  await user.clear(warn);
  await user.type(warn, '0.5');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(/before/);
  expect(asked(api.scoreboard.create)).toEqual([]);
  await user.clear(warn);
  await user.type(warn, '0.95');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  await screen.findByText('There is no board yet');
  expect(asked(api.scoreboard.create).at(-1)?.body).toMatchObject({
    name: 'Mine',
    content: { rows: { kind: 'project', under: null }, columns: expect.arrayContaining([{ figure: 'spit', warn: 0.95, error: 0.9 }]) },
  });
});

it('says why figures are not there', async () => {
  refuse(api.scoreboard.read, 'preset.not_found');
  await show(<ScoreboardPage />);
  expect(await screen.findByText('The figures could not be loaded')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
