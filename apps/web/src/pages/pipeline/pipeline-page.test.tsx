import { api, type PipelineCell, type PipelineGate } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { memberOf, signedInWith } from '../../testing/examples.ts';
import { answer, asked } from '../../testing/fake-server.ts';
import { show } from '../../testing/show.tsx';
import { PipelinePage } from './pipeline-page.tsx';

const PIPE = {
  id: 1,
  name: 'Sheets',
  main: { schedule_id: 2, attribute: 'Drawings', separator: ';' },
  supply: { schedule_id: 1, attribute: 'Sheet', separator: '' },
  need: { end: 'start' as const, days: 7 },
};
const stage = (schedule_id: number, name: string) => ({
  schedule_id,
  name,
  version_id: schedule_id + 10,
  missing: [],
  packages: 2,
  in_progress: 1,
  limit: null as number | null,
  done: 0,
  age_days: 12,
  throughput: 3,
});
const cell = (more: Partial<PipelineCell>): PipelineCell => ({
  schedule_id: 1,
  works: 2,
  completed: 1,
  progress: 0.5,
  start: '2026-03-02T09:00',
  finish: '2026-03-10T17:00',
  need: '2026-03-09T09:00',
  slack_days: -2,
  light: 'act',
  gate: { state: 'waiting', open_works: 1, open_row_id: 4, approved_by: null, may_approve: true, unmet: [] },
  held_by: null,
  last_row_id: 5,
  first_row_id: 4,
  ...more,
});
const PACKAGES = [
  { code: 'KM-1', name: 'Piles', cells: [cell({}), cell({ schedule_id: 2, light: 'none', need: null, slack_days: null, gate: null })] },
  { code: 'KM-2', name: 'Walls', cells: [cell({ light: 'ok', slack_days: 6, gate: null })] },
];
const SCHEDULES = [
  { id: 1, name: 'Design', version_id: null, attributes: ['Sheet'] },
  { id: 2, name: 'Construction', version_id: null, attributes: ['Drawings', 'Zone'] },
];

const gateOf = (gate: Partial<PipelineGate>): PipelineGate => ({
  schedule_id: 1,
  progress: 1,
  criteria: [],
  approval: false,
  approvers: [],
  hold: false,
  ...gate,
});

beforeEach(() => {
  signedInWith(['plan.read', 'plan.edit', 'plan.approve', 'structure.edit']);
  answer(api.eps.tree, { nodes: [], versions: [] });
  answer(api.pipes.read, { pipes: [PIPE], stages: [stage(1, 'Design'), stage(2, 'Construction')], packages: PACKAGES });
  answer(api.pipes.settings, { stages: [1, 2], warn_days: 5, gates: [], limits: [], schedules: SCHEDULES });
});

it('shows packages by stages with lights in words, and keeps only the late ones on demand', async () => {
  const { user } = await show(<PipelinePage />, { path: '/1/pipeline/9' });
  const board = await screen.findByRole('table', { name: 'Pipeline' });
  const texts = () =>
    within(board)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  expect(texts()[0]).toMatch(
    /^KM-1Piles■ Act −2 d50 %, 10\.03\.2026, needed 09\.03\.2026Waits for approvalApprove○ Nobody waits50 %, 10\.03\.2026$/,
  );
  expect(texts()).toHaveLength(2);
  await user.click(screen.getByRole('switch', { name: 'Only what is late' }));
  expect(texts()).toHaveLength(1);
});

it('lets a package through its gate', async () => {
  answer(api.pipes.approve, {});
  const { user } = await show(<PipelinePage />, { path: '/1/pipeline/9' });
  await user.click(await screen.findByRole('button', { name: 'Approve KM-1 out of Design' }));
  expect(asked(api.pipes.approve).at(-1)?.body).toEqual({ schedule_id: 1, code: 'KM-1', approved: true });
});

it('makes a first pipe of two schedules', async () => {
  answer(api.pipes.read, { pipes: [], stages: [], packages: [] });
  answer(api.pipes.create, { id: 4 });
  const { user } = await show(<PipelinePage />, { path: '/1/pipeline/9' });
  await screen.findByText('There is no pipe yet');
  await user.click(screen.getAllByRole('button', { name: 'New pipe' })[0]);
  const dialog = await screen.findByRole('dialog', { name: 'New pipe' });
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(asked(api.pipes.create)).toEqual([]);
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Sheets');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(asked(api.pipes.create).at(-1)?.body).toMatchObject({
    name: 'Sheets',
    supply: { schedule_id: 1, attribute: 'Sheet' },
    main: { schedule_id: 2, attribute: 'Drawings' },
    need: { end: 'start', days: 0 },
  });
});

it('puts the stages in order and sets a gate', async () => {
  answer(api.pipes.saveSettings, {});
  const { user } = await show(<PipelinePage />, { path: '/1/pipeline/9' });
  await user.click(await screen.findByRole('button', { name: 'Stages and gates' }));
  const dialog = await screen.findByRole('dialog', { name: 'Stages and gates' });
  await user.click(within(dialog).getByRole('button', { name: 'Later: Design' }));
  await user.click(within(dialog).getByRole('checkbox', { name: 'Design: Gate behind it' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(asked(api.pipes.saveSettings).at(-1)?.body).toEqual({
    stages: [2, 1],
    warn_days: 5,
    gates: [gateOf({})],
    limits: [],
  });
});

it('adds criteria, approvers, a hold and a limit to a stage', async () => {
  answer(api.pipes.saveSettings, {});
  answer(api.specialties.list, { specialties: [] });
  answer(api.spaces.users, { users: [memberOf(7, 'Vera')] });
  const { user } = await show(<PipelinePage />, { path: '/1/pipeline/9' });
  await user.click(await screen.findByRole('button', { name: 'Stages and gates' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Stages and gates' }));
  await user.type(dialog.getByRole('textbox', { name: 'Construction: In progress at most' }), '3');
  for (const name of ['Gate behind it', 'Needs approval', 'Holds'])
    await user.click(dialog.getByRole('checkbox', { name: `Design: ${name}` }));
  await user.click(dialog.getByRole('button', { name: 'Limit of a figure' }));
  await user.click(dialog.getByRole('button', { name: 'Condition on works' }));
  await user.click(dialog.getByRole('button', { name: 'Condition' }));
  await user.type(dialog.getByRole('textbox', { name: 'Value' }), 'Check');
  await user.click(dialog.getByRole('combobox', { name: 'Approvers' }));
  await user.click(await screen.findByRole('option', { name: /^Vera/ }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const filter = { join: 'and' as const, conditions: [{ column: 'name', operator: 'like' as const, value: 'Check' }] };
  expect(asked(api.pipes.saveSettings).at(-1)?.body).toEqual({
    stages: [1, 2],
    warn_days: 5,
    gates: [
      gateOf({
        approval: true,
        approvers: [7],
        hold: true,
        criteria: [
          { kind: 'figure', figure: 'overdue', most: 0 },
          { kind: 'rows', filter },
        ],
      }),
    ],
    limits: [{ schedule_id: 2, in_progress: 3 }],
  });
});

it('says what keeps a gate shut, who holds a stage back, and that a stage has too much in hand; only approvers approve', async () => {
  const unmet = [
    { figure: 'overdue' as const, value: 2, most: 0, works: 2 },
    { figure: 'deviation_days' as const, value: null, most: 5, works: 1 },
    { figure: null, value: null, most: null, works: 3 },
  ];
  const gate = { state: 'blocked' as const, open_works: 4, open_row_id: 4, approved_by: null, may_approve: true, unmet };
  const waiting = { ...gate, state: 'waiting' as const, unmet: [], may_approve: false };
  const cells = [cell({ gate }), cell({ schedule_id: 2, held_by: 1, gate: waiting })];
  answer(api.pipes.read, {
    pipes: [PIPE],
    stages: [
      { ...stage(1, 'Design'), limit: 3 },
      { ...stage(2, 'Construction'), in_progress: 4, limit: 3 },
    ],
    packages: [{ code: 'KM-1', name: 'Piles', cells }],
  });
  await show(<PipelinePage />, { path: '/1/pipeline/9' });
  const board = within(await screen.findByRole('table', { name: 'Pipeline' }));
  for (const text of ['at most 3 in progress', '▲ more than 3 in progress', 'Overdue: 2 > 0', 'Finish deviation, d: not measured'])
    board.getByText(text);
  board.getByText('3 works do not meet the condition');
  board.getByText(/Held back by Design/);
  board.getByRole('button', { name: 'Blocked by 4 works' });
  expect(board.queryByRole('button', { name: /^Approve/ })).toBeNull();
});

it('makes the chosen of the proposed links', async () => {
  const links = [
    { code: 'KM-1', item_id: 5, item_name: 'Piles', other_item_id: 8, other_item_name: 'Draw piles' },
    { code: 'KM-2', item_id: 6, item_name: 'Walls', other_item_id: 9, other_item_name: 'Draw walls' },
  ];
  answer(api.pipes.proposeLinks, { version_id: 12, other_version_id: 11, type: 'fs', lag_minutes: 10_080, total: 2, links });
  answer(api.pipes.makeLinks, { revision: 3, diff: {}, version_id: 12 });
  const { user } = await show(<PipelinePage />, { path: '/1/pipeline/9' });
  await user.click(await screen.findByRole('button', { name: 'Make links' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sheets' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Make links: Sheets' }));
  await user.click(await dialog.findByRole('checkbox', { name: 'KM-1: Draw piles → Piles' }));
  await user.click(dialog.getByRole('button', { name: 'Make 1 link' }));
  expect(asked(api.pipes.makeLinks).at(-1)?.body).toEqual({ links: [{ item_id: 6, other_item_id: 9 }] });
  await screen.findByText('1 link made');
});
