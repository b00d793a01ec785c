import { api } from '@gantry/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { TIMETABLE_STATE } from '../../../testing/examples.ts';
import { answer, asked, refuse } from '../../../testing/fake-server.ts';
import { choose, problemOf, show } from '../../../testing/show.tsx';
import { TimetableSettings } from './timetable-settings.tsx';

const EDITED = { revision: 2, diff: {} };
const onClose = vi.fn();
const onEditChange = vi.fn();

beforeEach(() => {
  onClose.mockClear();
  onEditChange.mockClear();
  answer(api.timetable.state, TIMETABLE_STATE);
  answer(api.timetable.saveSettings, EDITED);
  answer(api.timetable.setScenario, EDITED);
});

const shown = async (props: Partial<Parameters<typeof TimetableSettings>[0]> = {}) => {
  const page = await show(
    <TimetableSettings
      versionId={9}
      opened
      readOnly={false}
      selected={[4, 5]}
      onEdit={false}
      onEditChange={onEditChange}
      onClose={onClose}
      {...props}
    />,
  );
  await screen.findByLabelText('Data date');
  return page;
};
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
const saved = () => asked(api.timetable.saveSettings).map(({ body }) => body);

it('shows the moments of the calculation in the form of the product', async () => {
  await shown();
  expect(field('Data date').value).toBe('02.03.2026 08:00');
  expect(field('Must finish by').value).toBe('');
});

it('saves nothing where nothing was changed', async () => {
  const { user } = await shown();
  await user.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(saved()).toEqual([]);
  expect(asked(api.timetable.setScenario)).toEqual([]);
});

it('saves what was changed, and that alone', async () => {
  const { user } = await shown();
  await user.clear(field('Data date'));
  await user.type(field('Data date'), '4.5.26 09:30');
  await user.type(field('Must finish by'), '1 june 2027');
  await choose(user, 'Started work', 'Actual dates');
  await choose(user, 'Calendar of lags', 'Around the clock');
  await user.clear(field('Critical up to, hours of float'));
  await user.type(field('Critical up to, hours of float'), '1.5');
  await user.click(screen.getByLabelText('Open ends are critical'));
  await user.click(save());
  await waitFor(() =>
    expect(saved()).toEqual([
      {
        data_date: '2026-05-04T09:30',
        must_finish_by: '2027-06-01T00:00',
        progress_mode: 'actual_dates',
        lag_calendar: 'elapsed',
        critical_float_minutes: 90,
        open_ends_critical: true,
      },
    ]),
  );
  expect(onClose).toHaveBeenCalledOnce();
});

it('saves each of the other choices', async () => {
  const { user } = await shown();
  for (const [label, option] of [
    ['Rules', 'Microsoft Project'],
    ['Scenario of started work', '6. Volume'],
    ['Rate of scenario 1', 'Pace so far'],
    ['Rate of scenarios 6, 9 and 12', 'Planned rate'],
    ['Total float', 'The smallest'],
    ['Critical by', 'Longest path'],
    ['Relations to other schedules', 'Ignored'],
  ] as const)
    await choose(user, label, option);
  await user.clear(field('Near-critical up to, hours'));
  await user.type(field('Near-critical up to, hours'), '16');
  await user.click(screen.getByLabelText('Use expected finish dates'));
  await user.click(save());
  await waitFor(() =>
    expect(saved()).toEqual([
      {
        rules: 'msproject',
        progress_scenario: 6,
        rate_of_progress: 'pace',
        rate_of_fact: 'plan',
        float_type: 'smallest',
        critical_by: 'longest_path',
        external_relations: 'ignored',
        near_critical_float_minutes: 960,
        use_expected_finish: true,
      },
    ]),
  );
});

it.each([
  ['Data date', 'tomorrow'],
  ['Data date', ''],
  ['Must finish by', '31.02.2026'],
])('does not save where %s is "%s"', async (label, text) => {
  const { user } = await shown();
  await user.clear(field(label));
  if (text) await user.type(field(label), text);
  await user.click(save());
  expect(problemOf(field(label))).toBe('This is not a date');
  expect(saved()).toEqual([]);
  expect(onClose).not.toHaveBeenCalled();
});

it('gives the selected rows a scenario, with its intensity where it counts with one', async () => {
  const { user } = await shown();
  expect(screen.queryByLabelText('Base intensity, volume a working day')).toBeNull();
  await choose(user, 'Scenario of selected rows (2)', '5. Base intensity, volume');
  await user.type(field('Base intensity, volume a working day'), '12');
  await user.click(save());
  await waitFor(() =>
    expect(asked(api.timetable.setScenario)).toMatchObject([
      { params: { id: 9 }, body: { ids: [4, 5], scenario: 5, base_intensity_per_day: 12 } },
    ]),
  );
});

it('takes the scenario of the version back for the selected rows', async () => {
  const { user } = await shown();
  await choose(user, 'Scenario of selected rows (2)', 'Entered remaining duration');
  await user.click(save());
  await waitFor(() => expect(asked(api.timetable.setScenario)).toHaveLength(1));
  expect(asked(api.timetable.setScenario)[0].body).toEqual({ ids: [4, 5], scenario: null });
});

it('has no scenario for rows where none is selected', async () => {
  await shown({ selected: [] });
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Scenario of selected rows (0)' }).disabled).toBe(true);
});

it('stays open where the settings are refused, with what was typed', async () => {
  refuse(api.timetable.saveSettings, 'version.locked');
  const { user } = await shown();
  await user.clear(field('Data date'));
  await user.type(field('Data date'), '04.05.2026');
  await user.click(save());
  await waitFor(() => expect(saved()).toHaveLength(1));
  await waitFor(() => expect(save().disabled).toBe(false));
  expect(field('Data date').value).toBe('04.05.2026 00:00');
  expect(onClose).not.toHaveBeenCalled();
});

it('lets who only reads look, and choose for themselves whether edits calculate', async () => {
  const { user } = await shown({ readOnly: true });
  expect(document.querySelector('fieldset')?.disabled).toBe(true);
  expect(save().disabled).toBe(true);
  await user.click(screen.getByRole('switch', { name: /Calculate after each edit/ }));
  expect(onEditChange).toHaveBeenCalledExactlyOnceWith(true);
});
