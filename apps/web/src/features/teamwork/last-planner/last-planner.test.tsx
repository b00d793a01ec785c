import { api, type Roadblock, type WeeklyPlan, type WorkAhead } from '@gantry/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, asked, refuse } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { FieldRoadblocks } from './field-roadblocks.tsx';
import { useFieldRoadblocks } from './last-planner.field.queries.ts';
import { mondayOf, offerOf } from './last-planner.model.ts';
import { RoadblocksPanel } from './roadblocks-panel.tsx';
import { WeekPlan } from './week-plan.tsx';
import { WeekResults } from './week-results.tsx';

const place = { spaceId: 1, nodeId: 2, versionId: 3 };
const WEEK = '2025-03-10';
const WEEKS = [WEEK, '2025-03-17', '2025-03-24'];
const work: WorkAhead = {
  row_id: 5,
  row_code: 'P1',
  row_name: 'Pour',
  executor_id: 11,
  executor: 'Boris',
  curator_id: null,
  start: `${WEEK}T09:00`,
  finish: '2025-03-13T17:00',
  status: 'not_started',
  progress: 0,
  readiness: 'ready',
  roadblocks: 0,
  measure: 'volume',
  unit: 'm³',
  planned: [50, null, null],
  due: [true, false, false],
};
const blocked: WorkAhead = { ...work, row_id: 6, row_name: 'Strip', readiness: 'blocked', roadblocks: 1 };
const roadblock: Roadblock = {
  id: 8,
  schedule_id: 2,
  row_id: 5,
  row_code: 'P1',
  row_name: 'Pour',
  category: 'materials',
  text: 'No rebar',
  owner_id: null,
  owner: '',
  lead_days: 2,
  needed_by: '2025-03-08',
  promised: null,
  cleared_at: null,
  author_id: 1,
  author: 'Anna',
  created_at: '2025-03-01T09:00:00Z',
  overdue: true,
  may_change: true,
  may_remove: false,
};
const plan: WeeklyPlan = {
  week: WEEK,
  state: 'open',
  begun: false,
  over: false,
  due: 2,
  ready: 1,
  commitments: [],
  reasons: ['weather', 'Strike'],
  counted: true,
  may_approve: true,
};
const promise = {
  id: 21,
  row_id: 5,
  row_code: 'P1',
  row_name: 'Pour',
  measure: 'volume' as const,
  unit: 'm³',
  quantity: 50,
  last_day: '2025-03-14',
  user_id: 11,
  name: 'Boris',
  overridden: false,
  done: 40,
  kept: false,
  reason: null,
  note: '',
  may_answer: true,
};

afterEach(() => localStorage.clear());
beforeEach(() => {
  answer(api.lastPlanner.listRoadblocks, { roadblocks: [roadblock] });
  answer(api.lastPlanner.updateRoadblock, { roadblock });
  answer(api.lastPlanner.createRoadblock, { id: 9 });
  answer(api.lastPlanner.ahead, { weeks: WEEKS, total: 2, works: [work, blocked] });
  answer(api.lastPlanner.readPlan, plan);
  answer(api.lastPlanner.approvePlan, { made: 1, refused: [], plan });
  answer(api.lastPlanner.answer, { plan });
  answer(api.lastPlanner.closePlan, { plan });
});

describe('what may be promised for a week', () => {
  it('is what is planned for it, by the day on which the work ends, else by Friday', () => {
    expect(offerOf(work, WEEK)).toMatchObject({ chosen: true, quantity: 50, last_day: '2025-03-13', user_id: 11 });
    expect(offerOf({ ...work, finish: '2025-04-01T17:00' }, WEEK)).toMatchObject({ last_day: '2025-03-14' });
    expect(offerOf(blocked, WEEK)).toMatchObject({ chosen: false, quantity: 50 });
    expect(offerOf({ ...work, planned: [null] }, WEEK)).toMatchObject({ chosen: false, quantity: null });
    expect(offerOf({ ...work, planned: [null], measure: 'percent' }, WEEK)).toMatchObject({ chosen: true, quantity: 100 });
    expect(['2025-03-10', '2025-03-16'].map(mondayOf)).toEqual([WEEK, WEEK]);
  });
});

describe('roadblocks of a work', () => {
  const shown = () => show(<RoadblocksPanel place={place} itemId={5} people={[{ value: 11, label: 'Boris' }]} mayReport />);

  it('are cleared, and told with what is needed by when', async () => {
    const { user } = await shown();
    expect(await screen.findByText('No rebar')).toBeTruthy();
    expect(screen.getByText(/Needed by 08.03.2025 · promised – · nobody/)).toBeTruthy();
    expect(screen.getByText('Overdue')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(asked(api.lastPlanner.updateRoadblock).at(-1)).toMatchObject({ params: { roadblockId: 8 }, body: { cleared: true } });
  });

  it('are added with who clears them', async () => {
    const { user } = await shown();
    await user.click(await screen.findByRole('button', { name: 'Add a roadblock' }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'permit');
    await user.type(screen.getByRole('textbox', { name: 'What is missing?' }), 'Hot work permit');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(asked(api.lastPlanner.createRoadblock).at(-1)?.body).toEqual({
      item_id: 5,
      category: 'permit',
      text: 'Hot work permit',
      owner_id: null,
      lead_days: 0,
      promised: null,
    });
  });
});

describe('the plan of a week', () => {
  const shown = () => show(<WeekPlan place={place} week={WEEK} onWeek={vi.fn()} />);

  it('promises what is ready; a blocked work only where somebody says so', async () => {
    const { user } = await shown();
    expect(screen.getByText('Week of 10.03.2025')).toBeTruthy();
    const row = (await screen.findByRole('checkbox', { name: 'Promise P1 Strip' })).closest('tr') as HTMLElement;
    expect(screen.getByRole('button', { name: 'Approve 1 promise' })).toBeTruthy();
    await user.click(within(row).getByRole('checkbox', { name: 'Promise P1 Strip' }));
    expect(screen.getByText('1 ticked work lacks a quantity or is not ready')).toBeTruthy();
    await user.click(within(row).getByRole('checkbox', { name: /although it is not ready/ }));
    await user.click(screen.getByRole('button', { name: 'Approve 2 promises' }));
    expect(asked(api.lastPlanner.approvePlan).at(-1)?.body).toEqual({
      week: WEEK,
      commitments: [
        { item_id: 5, quantity: 50, last_day: '2025-03-13', user_id: 11, override: false },
        { item_id: 6, quantity: 50, last_day: '2025-03-13', user_id: 11, override: true },
      ],
    });
  });

  it('is closed when each promise that was not kept has its reason', async () => {
    answer(api.lastPlanner.readPlan, { ...plan, state: 'approved', begun: true, over: true, commitments: [promise] });
    const { user } = await shown();
    expect(await screen.findByText('40 / 50')).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Not kept' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Close the week' })).toHaveProperty('disabled', true);
    expect(screen.getByText('1 promise needs a reason')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Why Pour was not kept' }), 'Strike');
    expect(asked(api.lastPlanner.answer).at(-1)).toMatchObject({ params: { commitmentId: 21 }, body: { reason: 'Strike' } });
    answer(api.lastPlanner.readPlan, {
      ...plan,
      state: 'approved',
      begun: true,
      over: true,
      commitments: [{ ...promise, reason: 'Strike' }],
    });
  });
});

it('results hold PPC and TMR of all weeks, and reasons by how often they were given', async () => {
  answer(api.lastPlanner.results, {
    weeks: [{ week: WEEK, closed: true, made: 5, kept: 5, due: 10, ready: 5 }],
    reasons: [
      { reason: 'weather', count: 2, upTo: 2 / 3 },
      { reason: 'Strike', count: 1, upTo: 1 },
    ],
  });
  await show(<WeekResults place={place} />);
  const region = await screen.findByRole('region', { name: 'By week' });
  expect(within(region).getAllByText('100 %').length).toBeGreaterThan(0);
  expect(within(region).getAllByText('50 %').length).toBeGreaterThan(0);
  const pareto = screen.getByRole('region', { name: 'Why promises were not kept' });
  expect(
    within(pareto)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Weather267 %', 'Strike1100 %']);
});

describe('on a phone', () => {
  const row = { schedule_id: 2, row_id: 5, row_code: 'P1', row_name: 'Pour' };
  function OnPhone() {
    return <FieldRoadblocks row={row as never} roadblocks={useFieldRoadblocks({ userId: 11, spaceId: 1 })} />;
  }
  const sendOne = async () => {
    const { user } = await show(<OnPhone />);
    await user.click(await screen.findByRole('button', { name: 'Something is missing' }));
    await user.type(screen.getByRole('textbox', { name: 'What is missing?' }), 'Scaffold');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    return user;
  };
  beforeEach(() => answer(api.lastPlanner.fieldRoadblocks, { roadblocks: [roadblock] }));

  it('a roadblock is sent and leaves the phone', async () => {
    answer(api.lastPlanner.reportRoadblock, { id: 9 });
    await sendOne();
    await waitFor(() => expect(localStorage.getItem('gantry.field-roadblocks')).toBe('[]'));
    expect(asked(api.lastPlanner.reportRoadblock).at(-1)?.body).toMatchObject({
      schedule_id: 2,
      row_id: 5,
      text: 'Scaffold',
      category: 'materials',
    });
  });

  it('a refused one stays with its reason until the person has seen it', async () => {
    refuse(api.lastPlanner.reportRoadblock, 'roadblock.row_not_found');
    const user = await sendOne();
    expect((await screen.findByRole('alert')).textContent).toContain('not in the schedule any more');
    await user.click(screen.getByText('Discard'));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
