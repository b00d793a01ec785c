import { api } from '@gantry/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { TIMETABLE_STATE } from '../../../testing/examples.ts';
import { answer, asked } from '../../../testing/fake-server.ts';
import { show } from '../../../testing/show.tsx';
import { TimetableBadge } from './timetable-badge.tsx';

const open = (code: string, items: number[], parameters: Record<string, number> = {}) => ({ code: `timetable.${code}`, parameters, items });
const onOpen = vi.fn();
const onCalculate = vi.fn();

/** The menu of a version with these remarks. */
async function shown(issues: ReturnType<typeof open>[], props: Partial<Parameters<typeof TimetableBadge>[0]> = {}) {
  answer(api.timetable.state, { ...TIMETABLE_STATE, status: 1, issues });
  answer(api.timetable.saveSettings, { revision: 2, diff: {} });
  const page = await show(
    <TimetableBadge
      versionId={9}
      mayCalculate
      canCalculate
      readOnly={false}
      busy={false}
      selectedCount={0}
      onCalculate={onCalculate}
      onCalculateSelected={() => undefined}
      onSettings={() => undefined}
      onLeveling={() => undefined}
      onOpen={onOpen}
      nameOf={(id) => `Row ${id}`}
      {...props}
    />,
  );
  await page.user.click(await screen.findByRole('button', { name: props.mayCalculate === false ? 'Calculated' : MENU }));
  return { ...page, menu: within(await screen.findByRole('dialog', { name: MENU })) };
}
const MENU = 'Data date, options and log';

it('lists the log by kind with counts, and leads from a remark to its row', async () => {
  const { user, menu } = await shown([open('open_start', [1, 2]), open('open_finish', [1, 2, 3, 4, 5, 6]), open('open_start', [7])]);
  const log = within(menu.getByRole('list', { name: 'Schedule log' }));
  await user.click(log.getByRole('button', { name: 'No predecessor 3' }));
  expect(log.queryByRole('button', { name: 'Row 7' })).toBeNull();
  expect(log.queryByRole('button', { name: 'Row 6' })).toBeNull();
  await user.click(log.getByRole('button', { name: 'No successor 6' }));
  await user.click(log.getByRole('button', { name: 'Row 6' }));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(6);
});

it('says how many remarks there are where the first of them are listed', async () => {
  const { menu } = await shown([open('relation_to_draft', [], { count: 900 }), open('open_start', [1, 2], { count: 700 })]);
  const log = within(menu.getByRole('list', { name: 'Schedule log' }));
  expect(log.getByRole('button', { name: 'Relation to a draft 900' })).toBeTruthy();
  expect(log.getByText('899 more')).toBeTruthy();
  expect(log.getByRole('button', { name: 'No predecessor 700' })).toBeTruthy();
});

it('says that a plan is valid whose remarks are no more than that', async () => {
  const { menu } = await shown([open('open_start', [1])]);
  expect(menu.getByText('Valid')).toBeTruthy();
});

it('says that a plan is not valid of which a circle was left out', async () => {
  const { menu } = await shown([open('ring', [1, 2])]);
  expect(menu.getByText('Not valid: Cycle of relations')).toBeTruthy();
});

it('sets the data date without a dialog', async () => {
  const { user, menu } = await shown([]);
  const field = menu.getByRole<HTMLInputElement>('textbox', { name: /Data date/ });
  await user.clear(field);
  await user.type(field, '05.04.2026 08:00{Enter}');
  await waitFor(() => expect(asked(api.timetable.saveSettings).map(({ body }) => body)).toEqual([{ data_date: '2026-04-05T08:00' }]));
});

it('shows who only reads how the plan stands, and nothing to calculate by', async () => {
  const { menu } = await shown([], { mayCalculate: false, readOnly: true });
  expect(screen.queryByTitle('F9')).toBeNull();
  expect(menu.queryByRole('textbox')).toBeNull();
  expect(menu.getByText('02.03.2026')).toBeTruthy();
});
