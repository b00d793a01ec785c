import { api, type AnalyticsSeries, type AnalyticsStats, DEFAULT_CONVENTIONS, type Figure, writeFigure } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer, asked, refuse } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { AnalyticsPanel } from './analytics-panel.tsx';

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
  start: '2026-01-05T09:00',
  finish: '2026-06-12T17:00',
  target_finish: '2026-06-05T17:00',
  deviation_days: 7,
  data_date: '2026-03-01T00:00',
  progress: 0.25,
  progress_planned: 0.4,
};
const state = { versions: 1, left_out: 0, hidden: 0, partial: false, outdated: [], job_id: null, computed_at: null };
const SERIES: AnalyticsSeries = {
  scope: { kind: 'project', id: 5 },
  kind: 'cost',
  period: 'month',
  unit: { kind: 'money', text: '' },
  data_date: '2026-03-01T00:00',
  periods: ['2026-01-01', '2026-02-01', '2026-03-01'],
  lines: [
    { key: 'target', name: '', group: null, values: [100, 100, 50], cumulative: [100, 200, 250], total: 250 },
    { key: 'fact', name: '', group: null, values: [80, 70, null], cumulative: [80, 150, null], total: 150 },
  ],
  parts: [
    { id: 1, name: 'North', kind: 'schedule', totals: { plan: 200, fact: 100 } },
    { id: 2, name: 'South', kind: 'schedule', totals: { plan: 50, fact: 50 } },
  ],
  earned_value: { bac: 250, pv: 200, ev: 150, ac: 150, sv: -50, cv: 0, spi: 0.75, cpi: 1, eac: 250, vac: 0, svt_days: -12, spit: 0.8 },
  state,
};

beforeEach(() => {
  answer(api.attributeCalculate.names, {
    names: [
      { name: 'zone', type: 'text', title: 'Zone' },
      { name: 'code', type: 'text', title: 'code' },
    ],
  });
  answer(api.analyticsSettings.list, { items: [], in_effect: null, conventions: DEFAULT_CONVENTIONS });
  answer(api.analytics.statsOfProject, { ...STATS, parts: [], state });
  answer(api.analytics.costOfProject, SERIES);
});
const opened = async () => {
  const shown = await show(<AnalyticsPanel place={{ kind: 'project', id: 5 }} />);
  const chart = await screen.findByRole('slider');
  return { ...shown, chart };
};

it('says how far the work is, when it ends and by how much that is late', async () => {
  await opened();
  expect(screen.getByText('25 %')).toBeTruthy();
  expect(screen.getByText('planned 40 %')).toBeTruthy();
  expect(screen.getByText('12.06.2026')).toBeTruthy();
  expect(screen.getByText(/7 days late/).textContent).toBe('■ 7 days late');
  expect(screen.getByText('12 days behind')).toBeTruthy();
});

it('draws what there is, says it in a sentence, and is walked by arrows', async () => {
  const { user, chart } = await opened();
  const strokes = [...document.querySelectorAll('[data-chart] path[stroke]')].map((path) => path.getAttribute('stroke'));
  expect(strokes.filter((stroke) => stroke !== 'var(--gantry-data-date)')).toEqual(['var(--gantry-baseline)', 'var(--gantry-fact)']);
  expect(chart.getAttribute('aria-label')).toContain('Cost: done is 25 % less than promised by now.');
  // It stands where the fact ends.
  expect(chart.getAttribute('aria-valuetext')).toBe('Feb 2026: Target 200, Fact 150');
  chart.focus();
  await user.keyboard('{ArrowRight}');
  expect(chart.getAttribute('aria-valuetext')).toBe('Mar 2026: Target 250, Fact –');
  await user.keyboard('{ArrowRight}{Home}');
  expect(chart.getAttribute('aria-valuetext')).toBe('Jan 2026: Target 100, Fact 80');
});

it('shows the same as a table by T, with what fell on each period', async () => {
  const { user, chart } = await opened();
  chart.focus();
  await user.keyboard('t');
  const table = within(screen.getByRole('region', { name: 'Cost by periods' }));
  expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'MonthsTargetFact',
    'Jan 202610080',
    'Feb 202610070',
    'Mar 202650–',
  ]);
  await user.keyboard('t');
  expect(screen.queryByRole('region', { name: 'Cost by periods' })).toBeNull();
});

it('asks for another measure and another period, and shows the parts', async () => {
  const { user } = await opened();
  expect(screen.getByRole('row', { name: 'North 200 100' })).toBeTruthy();
  answer(api.analytics.labourOfProject, { ...SERIES, kind: 'labour', unit: { kind: 'hours', text: '' }, lines: [], earned_value: null });
  await user.click(screen.getByRole('radio', { name: 'Labour' }));
  expect(await screen.findByText('Nothing to show here yet: labour.')).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: 'Period' }));
  await user.click(await screen.findByRole('option', { name: 'Weeks' }));
  await expect.poll(() => asked(api.analytics.labourOfProject).map(({ query }) => query.period)).toEqual(['month', 'week']);
});

it('says that figures are behind, and that they could not be loaded', async () => {
  answer(api.analytics.statsOfProject, { ...STATS, parts: [], state: { ...state, outdated: [{ version_id: 9, name: 'May' }], job_id: 3 } });
  await opened();
  expect(screen.getByText('One version is being counted anew: May')).toBeTruthy();
});

it('has a sentence where nothing could be loaded', async () => {
  refuse(api.analytics.statsOfProject, 'request.not_found');
  await show(<AnalyticsPanel place={{ kind: 'project', id: 5 }} />);
  expect(await screen.findByText('The figures could not be loaded.')).toBeTruthy();
});

it('shows the works of a plan without money, until another measure is asked for', async () => {
  answer(api.analytics.costOfProject, { ...SERIES, lines: [], earned_value: null });
  const works = [{ key: 'finishes_plan', name: '', group: null, values: [1, 2, 3], cumulative: [1, 3, 6], total: 6 }];
  answer(api.analytics.countOfProject, { ...SERIES, kind: 'count', unit: { kind: 'count', text: '' }, lines: works, earned_value: null });
  const { user } = await opened();
  expect(screen.getByText('Finished, plan')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Cost' }));
  expect(await screen.findByText('Nothing to show here yet: cost.')).toBeTruthy();
});

it('says that what somebody may not see the costs of is left out of money', async () => {
  answer(api.analytics.costOfProject, { ...SERIES, state: { ...state, hidden: 3 } });
  await show(<AnalyticsPanel place={{ kind: 'project', id: 5 }} />);
  expect(await screen.findByText(/may not see what they cost: 3/)).toBeTruthy();
});

it('opens the works behind a count of an open version, and those that the address names', async () => {
  answer(api.analytics.statsOfVersion, { ...STATS, parts: [], state });
  answer(api.analytics.costOfVersion, SERIES);
  answer(api.analytics.worksOfVersion, { revision: 4, total: 3, rows: [{ item_id: 8, code: 'A1', name: 'Dig' }] });
  const open = vi.fn();
  const version = { id: 5, revision: 4, figure: 'negative_float', onOpen: open };
  const { user } = await show(<AnalyticsPanel place={{ kind: 'version', id: 5 }} revision={4} version={version} />);
  await user.click(await screen.findByRole('button', { name: 'A1 Dig' }));
  expect(open).toHaveBeenCalledWith(8);
  expect(screen.getByText('and 2 more')).toBeTruthy();
  expect(asked(api.analytics.worksOfVersion).at(-1)?.query).toMatchObject({ figure: 'negative_float' });
  await user.click(screen.getByRole('button', { name: 'Critical: show 7' }));
  await screen.findByRole('region', { name: 'Critical' });
  expect(asked(api.analytics.worksOfVersion).at(-1)?.query).toMatchObject({ figure: 'critical' });
});

it('opens by Enter the works behind a point, of the line that was chosen, and goes to a row', async () => {
  answer(api.analytics.statsOfVersion, { ...STATS, parts: [], state });
  answer(api.analytics.costOfVersion, SERIES);
  answer(api.analytics.rowsOfVersion, { revision: 4, total: 3, amount: 70, rows: [{ row_id: 8, code: 'A1', name: 'Dig', amount: 60 }] });
  const open = vi.fn();
  const version = { id: 5, revision: 4, figure: undefined, onOpen: open };
  const { user } = await show(<AnalyticsPanel place={{ kind: 'version', id: 5 }} revision={4} version={version} />);
  (await screen.findByRole('slider')).focus();
  await user.keyboard('{ArrowDown}{Enter}');
  const behind = within(await screen.findByRole('region', { name: 'What is behind: Fact, Feb 2026' }));
  expect(await behind.findByText('3 works, 70 together')).toBeTruthy();
  expect(asked(api.analytics.rowsOfVersion).at(-1)?.body).toMatchObject({
    figure: { kind: 'cost', line: 'fact', from: '2026-02-01', to: '2026-03-01' },
  });
  await user.click(behind.getByRole('button', { name: 'A1 Dig' }));
  expect(open).toHaveBeenCalledWith(8);
  await user.click(screen.getByRole('button', { name: 'Close the figure' }));
  expect(screen.queryByRole('region', { name: /What is behind/ })).toBeNull();
});

it('opens the figure that the address names with all of its works, and another one that the address names then', async () => {
  answer(api.analytics.statsOfVersion, { ...STATS, parts: [], state });
  answer(api.analytics.costOfVersion, SERIES);
  const works = Array.from({ length: 150 }, (_, at) => ({ row_id: at + 1, code: '', name: `Work ${at + 1}`, amount: 2 }));
  answer(api.analytics.rowsOfVersion, ({ body: { offset } }) => ({
    revision: 4,
    total: 150,
    amount: 300,
    rows: works.slice(offset, offset + 100),
  }));
  const asks: Figure = { kind: 'cost', line: 'fact', from: '2026-02-01', to: '2026-03-01', group: 'attribute:Зона ~ 1', key: '50 %' };
  const version = (figure: Figure) => ({ id: 5, revision: 4, figure: writeFigure(figure), onOpen: vi.fn() });
  const panel = (figure: Figure) => <AnalyticsPanel place={{ kind: 'version', id: 5 }} revision={4} version={version(figure)} />;
  const Changing = () => {
    const [other, setOther] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOther(true)}>
          Another
        </button>
        {panel(other ? { kind: 'cost', line: 'plan' } : asks)}
      </>
    );
  };
  const { user } = await show(<Changing />);
  const behind = within(await screen.findByRole('region', { name: /What is behind: Fact/ }));
  await user.click(await behind.findByRole('button', { name: 'Show more: 50 left' }));
  await behind.findByRole('button', { name: 'Work 150' });
  const [sum, shown] = [behind.getByText('150 works, 300 together'), behind.getAllByRole('listitem')];
  expect([sum.textContent, shown.length]).toEqual(['150 works, 300 together', 150]);
  expect(asked(api.analytics.rowsOfVersion).map(({ body }) => [body.figure, body.offset])).toEqual([
    [asks, 0],
    [asks, 100],
  ]);
  await user.click(screen.getByRole('button', { name: 'Another' }));
  await screen.findByRole('region', { name: 'What is behind: Plan' });
});

it('leads from a figure of a place down to the schedule that it is made of', async () => {
  const part = { share: 1, value: 80 };
  answer(api.analytics.navigate, { level: 'nodes', value: 80, items: [{ id: 6, name: 'North', kind: 'schedule', ...part }] });
  const { user, chart } = await opened();
  chart.focus();
  await user.keyboard('t');
  await user.click(screen.getByRole('button', { name: '80' }));
  answer(api.analytics.navigate, { level: 'versions', value: 80, items: [{ id: 9, name: '', kind: 'version', ...part }] });
  await user.click(await screen.findByRole('button', { name: 'North' }));
  const link = await screen.findByRole('link', { name: 'Show its works in the schedule' });
  expect(link.getAttribute('href')).toContain('/schedule/9?figure=f.');
  expect(asked(api.analytics.navigate).map(({ params }) => params.id)).toEqual([5, 6]);
});

it('splits a measure by an attribute, and opens the works behind a group', async () => {
  answer(api.analytics.statsOfVersion, { ...STATS, parts: [], state });
  answer(api.analytics.costOfVersion, ({ query }) => {
    if (query.group === undefined) return SERIES;
    const line = (key: string, group: string, total: number) => ({ key, name: group, group, values: [], cumulative: [], total });
    const lines = [line('plan', 'North', 90), line('fact', 'North', 30), line('plan', '', 10), line('plan', '*others', 5)];
    return { ...SERIES, lines, parts: [], earned_value: null };
  });
  answer(api.analytics.rowsOfVersion, { revision: 4, total: 1, amount: 30, rows: [{ row_id: 8, code: 'A1', name: 'Dig', amount: 30 }] });
  const version = { id: 5, revision: 4, figure: undefined, onOpen: vi.fn() };
  const { user } = await show(<AnalyticsPanel place={{ kind: 'version', id: 5, filter: 3 }} revision={4} version={version} />);
  await screen.findByRole('slider');
  await user.click(screen.getByRole('combobox', { name: 'Split by' }));
  expect(screen.queryByRole('option', { name: 'by “code”' })).toBeNull();
  await user.click(await screen.findByRole('option', { name: 'by “Zone”' }));
  const split = within(screen.getByRole('region', { name: 'Split by' }));
  await split.findByRole('table');
  expect(split.getAllByRole('row').map(({ textContent }) => textContent)).toEqual(['GroupPlanFact', 'North9030', 'Not set100', 'Others50']);
  expect(asked(api.analytics.costOfVersion).at(-1)?.query).toMatchObject({ group: 'attribute:Zone', filter: 3 });
  await user.click(split.getByRole('button', { name: '30' }));
  await screen.findByRole('region', { name: 'What is behind: Fact, North' });
  expect(asked(api.analytics.rowsOfVersion).at(-1)?.body).toMatchObject({
    figure: { kind: 'cost', line: 'fact', group: 'attribute:Zone', key: 'North', filter: 3 },
  });
  // A value narrows all figures to its works, until its chip is closed.
  await user.click(split.getByRole('button', { name: 'North' }));
  const narrowed = { within: 'attribute:Zone', within_key: 'North', filter: 3 };
  await vi.waitFor(() => expect(asked(api.analytics.statsOfVersion).at(-1)?.query).toEqual(narrowed));
  await user.click(await screen.findByRole('button', { name: 'Show all works' }));
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Show all works' })).toBeNull());
});

it('asks for what stands below a row alone, and opens the works of that row', async () => {
  answer(api.analytics.statsOfVersion, { ...STATS, parts: [], state });
  answer(api.analytics.costOfVersion, { ...SERIES, parts: [] });
  answer(api.analytics.rowsOfVersion, { revision: 4, total: 1, amount: 30, rows: [{ row_id: 8, code: 'A1', name: 'Dig', amount: 30 }] });
  const version = { id: 5, revision: 4, figure: undefined, onOpen: vi.fn() };
  const place = { kind: 'version' as const, id: 5, below: 7 };
  const { user } = await show(<AnalyticsPanel place={place} revision={4} version={version} />);
  const chart = await screen.findByRole('slider');
  for (const call of [api.analytics.statsOfVersion, api.analytics.costOfVersion])
    expect(asked(call).at(-1)?.query).toMatchObject({ below: 7 });
  await user.click(screen.getByRole('button', { name: 'Critical: show 7' }));
  await screen.findByRole('button', { name: /Dig/ });
  expect(asked(api.analytics.rowsOfVersion).at(-1)?.body).toMatchObject({ figure: { kind: 'stats', line: 'critical', below: 7 } });
  chart.focus();
  await user.keyboard('{Home}{Enter}');
  await vi.waitFor(() => expect(asked(api.analytics.rowsOfVersion).at(-1)?.body).toMatchObject({ figure: { kind: 'cost', below: 7 } }));
});

it('splits by the attributes that the conventions of the place name, where they name any', async () => {
  const conventions = { ...DEFAULT_CONVENTIONS, dimensions: ['attribute:Floor'] };
  answer(api.analyticsSettings.list, { items: [], in_effect: 1, conventions });
  const { user } = await opened();
  await vi.waitFor(() => expect(asked(api.analyticsSettings.list).length).toBeGreaterThan(0));
  await user.click(screen.getByRole('combobox', { name: 'Split by' }));
  expect(await screen.findByRole('option', { name: 'by “Floor”' })).toBeTruthy();
  expect(screen.queryByRole('option', { name: 'by “Zone”' })).toBeNull();
});
