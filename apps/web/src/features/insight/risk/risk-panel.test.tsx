import { api, riskSettings, type RiskResultRow } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { signedInWith } from '../../../testing/examples.ts';
import { answer, asked, refuse } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { RiskPanel } from './risk-panel.tsx';

const RESULT: RiskResultRow = {
  iterations: 1000,
  finish: {
    planned: '2026-03-20T17:00',
    mean: '2026-03-24T12:00',
    p10: '2026-03-19T17:00',
    p50: '2026-03-24T17:00',
    p80: '2026-03-27T17:00',
    p90: '2026-03-30T17:00',
    planned_share: 0.18,
    bars: [
      { from: '2026-03-19T00:00', to: '2026-03-24T00:00', count: 180, share: 0.18 },
      { from: '2026-03-24T00:00', to: '2026-03-31T00:00', count: 820, share: 1 },
    ],
  },
  cost: { planned: 49_000, mean: 52_000, p10: 47_000, p50: 51_500, p80: 54_000, p90: 56_000, planned_share: 0.2 },
  joint_share: 0.7,
  points: [],
  drivers: [
    { item_id: 5, criticality: 1, spearman: 0.8, swing_days: 6.5, swing_cost: 12_000 },
    { item_id: 6, criticality: 0.5, spearman: 0.3, swing_days: 2, swing_cost: 0 },
  ],
  events: [],
};
const open = vi.fn();
const panel = (mayRun = true) => (
  <RiskPanel versionId={7} revision={5} mayRun={mayRun} nameOf={(id) => (id === 5 ? 'Dig' : 'Pour')} onOpen={open} />
);

beforeEach(() => {
  signedInWith(['plan.read', 'plan.calculate']);
  answer(api.jobs.list, { jobs: [] });
  answer(api.risk.read, {
    revision: 5,
    computed: { revision: 4, at: '2026-03-01T09:00:00.000Z', settings: riskSettings.parse({}), result: RESULT },
  });
});

it('says how likely the finish and the money are, and a driver opens its row', async () => {
  const { user } = await show(panel());
  expect(await screen.findByText('The plan ends on 20.03.2026, which 18 % of 1 000 runs keep; P80 is 27.03.2026.')).toBeTruthy();
  expect(screen.getByText('The plan has changed since this simulation.')).toBeTruthy();
  const [levels, drivers] = screen.getAllByRole('table');
  expect(within(levels).getAllByRole('row')[3].textContent).toMatch(/^P50.*24\.03\.2026/);
  expect(within(drivers).getAllByRole('row')[1].textContent).toMatch(/^Dig100 %6\.5/);
  await user.click(screen.getByRole('button', { name: 'Dig' }));
  expect(open).toHaveBeenCalledWith(5);
});

it('is walked by arrows, read out, and shown as a table by T', async () => {
  const { user } = await show(panel());
  const picture = await screen.findByRole('slider', { name: /^The plan ends on/ });
  expect(picture.getAttribute('aria-label')).toMatch(/^The plan ends on 20\.03\.2026.*T shows the table\.$/);
  picture.focus();
  await user.keyboard('{ArrowRight}');
  expect(picture.getAttribute('aria-valuetext')).toBe('Ends from 19.03.2026: 180 runs; 18 % of all end up to here');
  await user.keyboard('{End}');
  expect(screen.getByText('Ends from 24.03.2026: 820 runs; 100 % of all end up to here')).toBeTruthy();
  expect(screen.queryByRole('table', { name: 'How many runs end when' })).toBeNull();
  await user.keyboard('t');
  const rows = within(screen.getByRole('table', { name: 'How many runs end when' })).getAllByRole('row');
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual(['19.03.202618018 %', '24.03.2026820100 %']);
});

it('draws finish against cost, and tells by arrows and as a table how many runs keep both', async () => {
  const points = [
    { finish: '2026-03-20T17:00', cost: 50_000 },
    { finish: '2026-03-27T17:00', cost: 54_000 },
    { finish: '2026-03-26T17:00', cost: 55_000 },
    { finish: '2026-03-30T17:00', cost: 51_000 },
    { finish: '2026-03-31T17:00', cost: 57_000 },
  ];
  answer(api.risk.read, {
    revision: 5,
    computed: { revision: 5, at: '2026-03-01T09:00:00.000Z', settings: riskSettings.parse({}), result: { ...RESULT, points } },
  });
  const { user } = await show(panel());
  const picture = await screen.findByRole('slider', { name: /^P80 of finish and cost are kept together in 70 % of the runs/ });
  picture.focus();
  await user.keyboard('{Home}');
  expect(picture.getAttribute('aria-valuetext')).toMatch(/^until 27\.03\.2026, up to 54\s000: 40 %$/);
  await user.keyboard('{End}t');
  expect(picture.getAttribute('aria-valuetext')).toMatch(/^after 27\.03\.2026, above 54\s000: 20 %$/);
  const [, ...rows] = within(screen.getByRole('table', { name: 'Finish and cost of 5 runs' })).getAllByRole('row');
  expect(rows.map((row) => within(row).getAllByRole('cell')[1].textContent)).toEqual(['2', '1', '1', '1']);
  expect(picture.querySelectorAll('[rx]')).toHaveLength(5);
  const names = [...picture.querySelectorAll('text')].map(({ textContent }) => textContent);
  expect(names).toEqual(expect.arrayContaining(['P80 27.03.2026', expect.stringMatching(/^P80 54\s000/)]));
});

it('simulates with what was typed, and refuses a best that is worse than the worst', async () => {
  answer(api.risk.start, { job_id: 3 });
  refuse(api.jobs.get, 'job.not_found');
  const { user } = await show(panel());
  const high = await screen.findByRole('textbox', { name: 'At worst, %' });
  await user.clear(high);
  await user.type(high, '50');
  await user.tab();
  expect((await screen.findByRole('alert')).textContent).toMatch(/in this order/);
  expect(screen.getByRole('button', { name: 'Simulate' })).toHaveProperty('disabled', true);
  await user.clear(high);
  await user.type(high, '160');
  await user.tab();
  await user.click(screen.getByRole('button', { name: 'Simulate' }));
  expect(asked(api.risk.start).at(-1)?.body).toMatchObject({ usual: { low: 0.9, likely: 1, high: 1.6 }, iterations: 1000 });
});

it('is only read by who may not calculate', async () => {
  await show(panel(false));
  await screen.findByText(/The plan ends on/);
  expect(screen.queryByRole('button', { name: 'Simulate' })).toBeNull();
});
