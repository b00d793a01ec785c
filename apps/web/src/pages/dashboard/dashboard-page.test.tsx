import { api, type AnalyticsStats, DEFAULT_CONVENTIONS, type LitPlace } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { signedInWith } from '../../testing/examples.ts';
import { answer, asked } from '../../testing/fake-server.ts';
import { show } from '../../testing/show.tsx';
import { DashboardPage } from './dashboard-page.tsx';

const state = { versions: 2, left_out: 0, hidden: 0, partial: false, outdated: [], job_id: null, computed_at: null };
const cell = (figure: LitPlace['cells'][number]['figure'], value: number, light: LitPlace['light']) => ({
  figure,
  value,
  light,
  warn: 1,
  error: 10,
  hidden_red: 0,
  previous: null,
  trend: [],
});
const WHOLE: LitPlace = {
  id: 0,
  name: '',
  kind: 'space',
  path: [],
  version_id: null,
  has_parts: true,
  light: 'act',
  cells: [cell('deviation_days', 12, 'act'), { ...cell('works', 40, 'none'), warn: null, error: null }],
};
const STATS: AnalyticsStats = {
  works: 40,
  milestones: 2,
  not_started: 10,
  in_progress: 20,
  completed: 10,
  critical: 7,
  near_critical: 1,
  negative_float: 3,
  overdue: 0,
  late_against_target: 5,
  without_target: 0,
  slip_none: 35,
  slip_1_5: 3,
  slip_6_20: 2,
  slip_over_20: 0,
  start: null,
  finish: null,
  target_finish: null,
  deviation_days: 12,
  data_date: null,
  progress: 0.25,
  progress_planned: 0.4,
};
const place = { x: 0, y: 0, w: 4, h: 3, title: '', node: 'here' as const };
const BOARD = {
  id: 7,
  name: 'Monday',
  shared: false,
  own: true,
  owner: 'Ada',
  active: true,
  content: {
    tiles: [
      { ...place, kind: 'number' as const, figure: 'deviation_days' as const },
      { ...place, kind: 'text' as const, text: 'Concrete', x: 4 },
      { ...place, kind: 'counts' as const, figure: 'late_against_target' as const, x: 8 },
    ],
  },
};

beforeEach(() => {
  signedInWith(['plan.read', 'plan.edit', 'structure.edit']);
  answer(api.filters.list, { items: [] });
  answer(api.indicators.list, { indicators: [] });
  answer(api.eps.tree, { nodes: [], versions: [] });
  answer(api.attributeCalculate.names, { names: [] });
  answer(api.analyticsSettings.listDashboards, { items: [BOARD], in_effect: 7 });
  answer(api.analyticsSettings.listCurves, { items: [] });
  answer(api.analyticsSettings.list, { items: [], in_effect: null, conventions: DEFAULT_CONVENTIONS });
  answer(api.scoreboard.lights, { total: 1, rows: [WHOLE], state });
  answer(api.analytics.statsOfSpace, { ...STATS, parts: [], state });
  answer(api.analyticsSettings.updateDashboard, { success: true });
});

it('shows the dashboard of the place, figures with their lights in words', async () => {
  await show(<DashboardPage />);
  const tile = await screen.findByRole('region', { name: 'Finish deviation, d' });
  expect((await within(tile).findByRole('link', { name: '12' })).getAttribute('href')).toContain('/analytics');
  expect(tile.textContent).toContain('■ Act');
  expect(screen.getByRole('region', { name: 'Later than target' }).textContent).toContain('5');
});

it('is changed by keys, and stores where the tiles lie', async () => {
  const { user } = await show(<DashboardPage />);
  await user.click(await screen.findByRole('button', { name: 'Change the dashboard' }));
  const grip = screen.getByRole('button', { name: 'Move or size Text' });
  grip.focus();
  await user.keyboard('{ArrowLeft}');
  expect(screen.getByRole('status').textContent).toBe('Text: column 4, row 1, 4 wide, 3 high');
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
  screen.getByRole('button', { name: 'Move or size Later than target' }).focus();
  await user.keyboard('{Delete}');
  expect(screen.queryByRole('region', { name: 'Later than target' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(asked(api.analyticsSettings.updateDashboard).at(-1)?.body).toEqual({
    content: {
      tiles: [
        { ...BOARD.content.tiles[0], y: 3 },
        { ...BOARD.content.tiles[1], x: 3, w: 5 },
      ],
    },
  });
});

it('says what a tile shows and adds it below the others', async () => {
  const { user } = await show(<DashboardPage />);
  await user.click(await screen.findByRole('button', { name: 'Change the dashboard' }));
  await user.click(screen.getByRole('button', { name: 'Add a tile' }));
  await user.click(await screen.findByRole('combobox', { name: 'Shows' }));
  await user.click(await screen.findByRole('option', { name: 'What is red and why' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('region', { name: 'What is red and why' })).toBeTruthy();
});

it('figures are of the works that a filter and an indicator select, as the address says', async () => {
  const content = { join: 'and' as const, conditions: [] };
  answer(api.filters.list, { items: [{ id: 9, name: 'Concrete', shared: false, own: true, owner: 'Ada', active: false, content }] });
  answer(api.analytics.formulaOfSpace, { type: 'number', value: 0.8, fault: null, parts: [], figures: [], series: null, state });
  const { user } = await show(<DashboardPage />, { path: '/1?works_filter=9' });
  await screen.findByRole('region', { name: 'Finish deviation, d' });
  expect(asked(api.analytics.statsOfSpace).at(-1)?.query).toEqual({ filter: 9 });
  expect(asked(api.scoreboard.lights).at(-1)?.query).toMatchObject({ of: 'self', filter: 9 });
  const field = screen.getByRole('combobox', { name: 'Filter of works' });
  expect((field as HTMLInputElement).value).toBe('Concrete');
  await user.click(field);
  await user.click(await screen.findByRole('option', { name: 'Concrete' }));
  await vi.waitFor(() => expect(asked(api.analytics.statsOfSpace).at(-1)?.query).toEqual({}));
});

it('a formula over figures is typed with its names, and stands as a tile with its light', async () => {
  answer(api.analytics.formulaOfSpace, { type: 'number', value: 0.8, fault: null, parts: [], figures: [], series: null, state });
  const { user } = await show(<DashboardPage />);
  await user.click(await screen.findByRole('button', { name: 'Change the dashboard' }));
  await user.click(screen.getByRole('button', { name: 'Add a tile' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('combobox', { name: 'Shows' }));
  await user.click(await screen.findByRole('option', { name: 'A formula over figures' }));
  const field = within(dialog).getByRole('textbox', { name: 'Formula' });
  await user.type(field, 'cost_fact / nothing');
  expect(within(dialog).getByRole('status').textContent).toContain('nothing');
  await user.clear(field);
  await user.type(field, 'cost_fact / cost_plan');
  expect(within(dialog).getByRole('status').textContent).toBe('It gives: a number');
  await user.click(within(dialog).getByRole('combobox', { name: 'Is bad' }));
  await user.click(await screen.findByRole('option', { name: 'when it is less' }));
  await user.type(within(dialog).getByRole('textbox', { name: 'Act from' }), '0.9');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const tile = await screen.findByRole('region', { name: 'cost_fact / cost_plan' });
  expect(await within(tile).findByText('0.80')).toBeTruthy();
  expect(tile.textContent).toContain('■ Act');
  expect(asked(api.analytics.formulaOfSpace).at(-1)?.query).toEqual({ formula: 'cost_fact / cost_plan' });
});

it('a formula stands as a curve by quarters, and by years where they are asked for', async () => {
  const series = { periods: ['2026-01-01', '2026-04-01'], values: [0.5, 0.75] };
  answer(api.analytics.formulaOfSpace, { type: 'number', value: 0.8, fault: null, parts: [], figures: [], series, state });
  const { user } = await show(<DashboardPage />);
  await user.click(await screen.findByRole('button', { name: 'Change the dashboard' }));
  await user.click(screen.getByRole('button', { name: 'Add a tile' }));
  const dialog = await screen.findByRole('dialog');
  const choose = async (field: string, option: string) => {
    await user.click(within(dialog).getByRole('combobox', { name: field }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await choose('Shows', 'A formula over figures');
  await user.type(within(dialog).getByRole('textbox', { name: 'Formula' }), 'cost_fact / cost_plan');
  expect(within(dialog).queryByRole('combobox', { name: 'Period' })).toBeNull();
  await choose('Shown as', 'A curve by periods');
  await choose('Period', 'Quarters');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const tile = await screen.findByRole('region', { name: 'cost_fact / cost_plan' });
  expect((await within(tile).findByRole('slider', { hidden: true })).getAttribute('aria-valuetext')).toContain('0.75');
  expect(asked(api.analytics.formulaOfSpace).at(-1)?.query).toEqual({ formula: 'cost_fact / cost_plan', period: 'quarter' });
});

it('a scoreboard stands as a tile, each figure leading to why it is so', async () => {
  const content = {
    rows: { kind: 'project' as const, under: null },
    columns: [{ figure: 'spit' as const, warn: 0.97, error: 0.9 }],
    sort: 'worst' as const,
  };
  const board = { id: 4, name: 'Portfolio', shared: false, own: true, owner: 'Ada', content };
  const [row] = [{ id: 5, name: 'Bridge', kind: 'project' as const, path: [], version_id: null, has_parts: true, light: 'act' as const }];
  answer(api.scoreboard.list, { boards: [board] });
  answer(api.scoreboard.read, {
    board,
    path: [],
    rows: [{ ...row, cells: [{ value: 0.8, light: 'act', hidden_red: 0, previous: null, trend: [] }] }],
    state,
  });
  const { user } = await show(<DashboardPage />);
  await user.click(await screen.findByRole('button', { name: 'Change the dashboard' }));
  await user.click(screen.getByRole('button', { name: 'Add a tile' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('combobox', { name: 'Shows' }));
  await user.click(await screen.findByRole('option', { name: 'A scoreboard' }));
  await user.click(within(dialog).getByRole('combobox', { name: 'A scoreboard' }));
  await user.click(await screen.findByRole('option', { name: 'Portfolio' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  const tile = await screen.findByRole('region', { name: 'A scoreboard' });
  expect((await within(tile).findByRole('link', { name: '0.80', hidden: true })).getAttribute('href')).toContain('node=%225%22');
  expect(tile.textContent).toContain('■ Bridge');
});

it('a place goes by conventions of its own as soon as they are saved', async () => {
  answer(api.analyticsSettings.create, { id: 3 });
  const { user } = await show(<DashboardPage />);
  await user.click(await screen.findByRole('button', { name: 'How figures are counted' }));
  await user.click(await screen.findByRole('combobox', { name: 'Goes by' }));
  await user.click(await screen.findByRole('option', { name: 'New conventions…' }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'House');
  await user.click(screen.getByRole('combobox', { name: 'What is earned by' }));
  await user.click(await screen.findByRole('option', { name: /^50\/50/ }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
  expect(asked(api.analyticsSettings.create).at(-1)?.body).toEqual({
    scope: null,
    name: 'House',
    active: true,
    content: { ...DEFAULT_CONVENTIONS, technique: '50_50' },
  });
});

it('a ninth attribute that figures are grouped by is refused with a sentence', async () => {
  const names = Array.from({ length: 9 }, (_, at) => ({ name: `zone${at}`, type: 'text' as const, title: `Zone ${at}` }));
  answer(api.attributeCalculate.names, { names });
  answer(api.analyticsSettings.create, { id: 3 });
  const { user } = await show(<DashboardPage />);
  await user.click(await screen.findByRole('button', { name: 'How figures are counted' }));
  await user.click(await screen.findByRole('combobox', { name: 'Goes by' }));
  await user.click(await screen.findByRole('option', { name: 'New conventions…' }));
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'House');
  const field = screen.getByRole('combobox', { name: 'Attributes that figures are grouped by' });
  await user.click(field);
  for (const { title } of names) await user.click(await screen.findByRole('option', { name: title }));
  expect(screen.getByText('At most 8 attributes can group figures: take one out first')).toBeTruthy();
  const save = within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' });
  await user.click(save);
  expect(asked(api.analyticsSettings.create)).toEqual([]);
  await user.click(field);
  await user.keyboard('{Backspace}');
  await user.click(save);
  await vi.waitFor(() => expect(asked(api.analyticsSettings.create)).toHaveLength(1));
  const { content } = asked(api.analyticsSettings.create)[0].body;
  expect(content.dimensions).toEqual(names.slice(0, 8).map(({ title }) => `attribute:${title}`));
});
