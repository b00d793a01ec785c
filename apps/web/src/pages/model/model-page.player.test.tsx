import { api } from '@gantry/contract';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { answer, asked, refuse } from '../../testing/fake-server.ts';
import { show } from '../../testing/show.tsx';
import { answerModels, MONDAY, NO_PLAY, REPORT, TUESDAY } from '../../testing/model-examples.ts';
import { ModelPage } from './model-page.tsx';

beforeEach(answerModels);

it('plays a plan: dates, states and the works under way', async () => {
  const none = { start: null, finish: null };
  const plain = { critical: false, profile: null };
  const plan = (start: number) => ({ plan: { start, finish: start + 480 }, fact: none, target: none, approved: none });
  answer(api.modelLinks.player, {
    revision: 1,
    profiles: [],
    data_date: MONDAY,
    works: [
      { id: 7, code: 'A', name: 'Walls', ...plan(MONDAY), ...plain },
      { id: 8, code: 'B', name: 'Slabs', ...plan(TUESDAY), ...plain },
    ],
    elements: { model_id: [1, 1], entity: [70, 80], repeated: [false, false] },
    offsets: [0, 1, 2],
    indexes: [0, 1],
  });
  const { user } = await show(<ModelPage />, { path: '/1/model/9?link=5' });
  const bar = await screen.findByRole('region', { name: 'Player' });
  const legend = () => within(bar).getByRole('list', { name: 'Elements by state' }).textContent;
  expect(within(bar).getByText('02.03.2026')).toBeDefined();
  expect(legend()).toBe('Not begun 1Under way 1Done 0Late 0');
  expect(within(bar).getByRole('button', { name: 'A Walls' })).toBeDefined();
  await user.click(within(bar).getByRole('radio', { name: 'Day' }));
  await user.click(within(bar).getByRole('button', { name: 'A step on' }));
  expect(within(bar).getByText('03.03.2026')).toBeDefined();
  expect(legend()).toBe('Not begun 0Under way 1Done 1Late 0');
  expect(within(bar).getByRole('button', { name: 'B Slabs' })).toBeDefined();
  await user.keyboard(',');
  expect(within(bar).getByText('02.03.2026')).toBeDefined();
  await user.keyboard('.');
  expect(within(bar).getByText('03.03.2026')).toBeDefined();
  // The works stand over time, in step with the day; the approved days are dates of their own.
  await user.click(within(bar).getByRole('button', { name: 'Works over time' }));
  const lines = await within(bar).findByRole('list', { name: 'Works over time' });
  expect([...lines.children].map((line) => [line.textContent, line.getAttribute('data-state')])).toEqual([
    ['A Walls', 'after'],
    ['B Slabs', 'active'],
  ]);
  await user.click(within(bar).getByRole('combobox', { name: 'Dates' }));
  await user.click(await screen.findByRole('option', { name: 'Approved' }));
  expect(await within(bar).findByText('No work has a day about this one.')).toBeDefined();
});

it('shows another day beside the first, and the colours that works have', async () => {
  const none = { start: null, finish: null };
  const plan = { start: MONDAY, finish: MONDAY + 480 };
  const work = { id: 7, code: 'A', name: 'Walls', plan, fact: none, target: none, approved: none, critical: false, profile: null };
  const elements = { model_id: [1], entity: [70], repeated: [false] };
  answer(api.modelLinks.player, { ...NO_PLAY, data_date: MONDAY, works: [work], elements, offsets: [0, 1], indexes: [0] });
  answer(api.modelLinks.indicatorColours, { elements: [{ model_id: 1, entity: 70, tint: 3 }] });
  const { user } = await show(<ModelPage />, { path: '/1/model/9?link=5' });
  const bar = await screen.findByRole('region', { name: 'Player' });
  await user.click(within(bar).getByRole('button', { name: 'Another day beside' }));
  const second = await screen.findByRole('region', { name: 'Another day beside' });
  expect(second.textContent).toContain('02.03.2026 done 0, under way 1');
  within(second).getByRole('slider').focus();
  await user.keyboard('{ArrowRight}');
  expect(second.textContent).toContain('03.03.2026 done 1, under way 0');
  expect(within(bar).getByText('02.03.2026')).toBeDefined();
  await user.click(within(second).getByRole('button', { name: 'One day alone' }));
  expect(screen.queryByRole('region', { name: 'Another day beside' })).toBeNull();
  await user.click(within(bar).getByRole('combobox', { name: 'Colour by' }));
  await user.click(await screen.findByRole('option', { name: 'Colours of works' }));
  expect((await within(bar).findByText('Green')).textContent).toBe('Green 1');
});

it('colours elements by their days of deviation, and says how many days those chosen have', async () => {
  const none = { start: null, finish: null };
  const plan = { start: MONDAY, finish: MONDAY + 480 };
  const work = { id: 7, code: 'A', name: 'Walls', plan, fact: none, target: none, approved: none, critical: false, profile: null };
  const elements = { model_id: [1, 1], entity: [70, 80], repeated: [false, false] };
  answer(api.modelLinks.player, {
    revision: 1,
    profiles: [],
    data_date: MONDAY,
    works: [work],
    elements,
    offsets: [0, 1, 2],
    indexes: [0, 0],
  });
  answer(api.modelLinks.deviations, {
    elements: [
      { model_id: 1, entity: 70, days: -2 },
      { model_id: 1, entity: 80, days: 12 },
    ],
  });
  answer(api.models.attributesByIds, { elements: 2, volume: 0, area: 0, length: 0, attributes: [] });
  const { user } = await show(<ModelPage />, { path: '/1/model/9?link=5' });
  const bar = await screen.findByRole('region', { name: 'Player' });
  await user.click(within(bar).getByRole('combobox', { name: 'Colour by' }));
  await user.click(await screen.findByRole('option', { name: 'Days: fact to plan' }));
  const legend = await within(bar).findByText('To 30 days');
  expect(legend.closest('ul')?.textContent).toBe('Ahead 1On time 0To 7 days 0To 30 days 1More 0');
  expect(asked(api.modelLinks.deviations).at(-1)?.query).toMatchObject({ of: 'fact', against: 'plan' });
  await user.click(screen.getByRole('tab', { name: 'Tree' }));
  (await screen.findByRole('tree', { name: 'Tree' })).focus();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(await within(bar).findByText('Chosen: 12 days')).toBeDefined();
});

const PROPOSAL = { ...REPORT, model: 'House', number: 2, added: 1, kept: 2, removed: 0, lost: 4 };

it('offers what the rules would change since a model has another version, and does it when asked', async () => {
  answer(api.modelLinks.player, NO_PLAY);
  answer(api.modelLinks.createRelations, REPORT);
  answer(api.modelLinks.proposal, { proposal: PROPOSAL });
  const { user } = await show(<ModelPage />, { path: '/1/model/9?link=5' });
  const notice = (await screen.findByText(/“House” has version 2/)).closest('[role=status]') as HTMLElement;
  expect(notice.textContent).toContain('new pairs: 1, keep 2 and take away 0');
  expect(notice.textContent).toContain('not in the models or the plan any more: 4');
  answer(api.modelLinks.proposal, { proposal: null });
  await user.click(within(notice).getByRole('button', { name: 'Run the rules' }));
  expect(await screen.findByRole('dialog', { name: 'What has been linked' })).toBeDefined();
  expect(asked(api.modelLinks.createRelations).at(-1)?.body).not.toHaveProperty('dry_run', true);
  await expect.poll(() => screen.queryByText(/“House” has version 2/)).toBeNull();
});

it('puts away what the rules would change', async () => {
  answer(api.modelLinks.player, NO_PLAY);
  answer(api.modelLinks.proposal, { proposal: PROPOSAL });
  answer(api.modelLinks.putAwayProposal, {});
  const { user } = await show(<ModelPage />, { path: '/1/model/9?link=5' });
  const leave = await screen.findByRole('button', { name: 'Leave as it is' });
  answer(api.modelLinks.proposal, { proposal: null });
  await user.click(leave);
  await expect.poll(() => screen.queryByText(/“House” has version 2/)).toBeNull();
  expect(asked(api.modelLinks.putAwayProposal)).toHaveLength(1);
});

it('says where it cannot be read what the rules would change, and reads it again when asked', async () => {
  answer(api.modelLinks.player, NO_PLAY);
  refuse(api.modelLinks.proposal, 'auth.forbidden', { right: 'plan.read' });
  const { user } = await show(<ModelPage />, { path: '/1/model/9?link=5' });
  const again = await screen.findByRole('button', { name: 'Try again' });
  answer(api.modelLinks.proposal, { proposal: PROPOSAL });
  await user.click(again);
  expect(await screen.findByText(/“House” has version 2/)).toBeDefined();
});
