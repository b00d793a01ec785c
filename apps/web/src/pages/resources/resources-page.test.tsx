import { api, type ResourceSettingsAnswer } from '@gantry/contract';
import { USUAL_RESOURCE_SETTINGS } from '@gantry/domain';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signedInWith } from '../../testing/examples.ts';
import { answer, asked, refuse } from '../../testing/fake-server.ts';
import { show } from '../../testing/show.tsx';
import { ResourcesPage } from './resources-page.tsx';

const STARTS = ['2026-01-01', '2026-02-01', '2026-03-01'];
const crew = {
  key: 'cR1',
  code: 'R1',
  name: 'Concreters',
  kind: 'labour' as const,
  unit: 'h',
  of: [{ version_id: 7, resource_id: 3 }],
  values: [80, 240],
  capacity: [160, 160],
  over_days: [0, 6],
};
const HEAD = { data_date: '2026-02-10T08:00', versions: 2, waiting: 0, extent: { from: '2026-01-05', to: '2026-02-28' } };
const work = {
  version_id: 7,
  schedule_id: 4,
  schedule: 'Tower',
  item_id: 12,
  code: 'A12',
  name: 'Slab',
  start: '2026-02-02T08:00',
  finish: '2026-02-20T17:00',
  progress: 0.25,
  amount: 240,
};

const settings = (own: ResourceSettingsAnswer['own'] = {}): ResourceSettingsAnswer => {
  const usual = {
    ...USUAL_RESOURCE_SETTINGS,
    columns: [...USUAL_RESOURCE_SETTINGS.columns],
    reasons: [...USUAL_RESOURCE_SETTINGS.reasons],
  };
  const from = { columns: null, period: null, thresholds: null, timesheet_approval: null, reasons: null };
  return { eps_id: null, settings: { ...usual, ...own }, own, inherited: usual, from };
};

afterEach(() => void vi.restoreAllMocks());
beforeEach(() => {
  for (const side of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600);
  answer(api.preferences.readState, { state: null });
  answer(api.preferences.saveState, {});
  answer(api.indicators.list, { indicators: [] });
  answer(api.eps.tree, { nodes: [], versions: [] });
  answer(api.resourceSettings.read, settings());
  answer(api.resources.loadOfSpace, {
    ...HEAD,
    starts: STARTS,
    resources: [crew, { ...crew, key: 'cM', code: 'M', name: 'Crane', over_days: [0, 0] }],
  });
  answer(api.resources.worksOfSpace, { total: 1, works: [work] });
});

it('opens around the data date; a cell shows the works behind it', async () => {
  signedInWith(['plan.read']);
  const { user } = await show(<ResourcesPage />);
  const grid = await screen.findByRole('grid', { name: 'Resources' });
  expect(asked(api.resources.loadOfSpace).at(-1)?.query).toMatchObject({
    period: 'month',
    measure: 'units',
    from: '2025-12-01',
    to: '2027-06-01',
  });
  await user.click(within(grid).getAllByRole('gridcell', { name: /Feb 2026: 240 of 160, 6 days beyond the limit/ })[0]);
  const details = await screen.findByRole('region', { name: 'R1 Concreters' });
  expect(await within(details).findByRole('link', { name: 'A12 Slab' })).toHaveProperty(
    'href',
    expect.stringContaining('/schedule/7?target=12'),
  );
  expect(asked(api.resources.worksOfSpace).at(-1)?.query).toMatchObject({ key: 'cR1', from: '2026-02-01', to: '2026-03-01' });
});

it('walks the cells by arrows', async () => {
  signedInWith(['plan.read']);
  const { user } = await show(<ResourcesPage />);
  const grid = await screen.findByRole('grid', { name: 'Resources' });
  grid.focus();
  await user.keyboard('{ArrowDown}');
  expect(await screen.findByRole('region', { name: 'M Crane' })).toBeTruthy();
  await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(await screen.findByRole('region', { name: 'R1 Concreters' })).toBeTruthy();
  expect(grid.getAttribute('aria-activedescendant')).toBe('load-1-1');
});

it('keeps what is beyond the limit, and says when nothing passes', async () => {
  signedInWith(['plan.read']);
  const { user } = await show(<ResourcesPage />);
  await screen.findByRole('grid', { name: 'Resources' });
  await user.click(screen.getByRole('switch', { name: 'Only beyond the limit' }));
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['R1 Concreters']);
  await user.type(screen.getByRole('textbox', { name: 'Find a resource' }), 'zzz');
  expect(screen.getByText('No resource passes the filter')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear the filter' }));
  expect(screen.getAllByRole('rowheader')).toHaveLength(2);
});

it('counts works alone that meet a rule of the indicator that the address names, until it is cleared', async () => {
  signedInWith(['plan.read']);
  const late = {
    id: 9,
    name: 'Late',
    node_id: null,
    node_name: null,
    inherited: false,
    rules: [{ condition: 'late', state: 'warn' as const, tint: 3, text: '' }],
  };
  answer(api.indicators.list, { indicators: [late, { ...late, id: 10, name: 'Over the norm' }] });
  const { user } = await show(<ResourcesPage />, { path: '/1?filter_indicator=9&target=cR1' });
  await screen.findByRole('grid', { name: 'Resources' });
  expect(asked(api.resources.loadOfSpace).at(-1)?.query).toMatchObject({ period: 'month', filter_indicator: 9 });
  expect(asked(api.resources.worksOfSpace).at(-1)?.query).toMatchObject({ filter_indicator: 9 });
  const select = screen.getByRole('combobox', { name: 'Indicator' });
  expect(select).toHaveProperty('value', 'Late');
  await user.click(select);
  await user.click(await screen.findByRole('option', { name: 'Over the norm' }));
  await vi.waitFor(() => expect(asked(api.resources.loadOfSpace).at(-1)?.query).toMatchObject({ filter_indicator: 10 }));
});

it('says how many schedules are counted as long as there are others, and asks until there are none', async () => {
  signedInWith(['plan.read']);
  let isCounted = false;
  answer(api.resources.loadOfSpace, ({ query }) => {
    const versions = isCounted || query.period === 'year' ? 2 : 1;
    return { ...HEAD, versions, waiting: 2 - versions, starts: STARTS, resources: [crew] };
  });
  await show(<ResourcesPage />);
  await screen.findByText('Counted 1 of 2 schedules');
  await screen.findByRole('grid', { name: 'Resources' });
  expect(asked(api.resources.loadOfSpace).at(-1)?.query).toMatchObject({ wait_ms: 1500 });
  isCounted = true;
  await vi.waitFor(() => expect(screen.queryByText(/^Counted/)).toBeNull());
  screen.getByRole('grid', { name: 'Resources' });
});

it('opens where the load begins when nothing lies around the data date', async () => {
  signedInWith(['plan.read']);
  answer(api.resources.loadOfSpace, { ...HEAD, data_date: '2031-02-10T08:00', starts: STARTS, resources: [crew] });
  await show(<ResourcesPage />);
  await screen.findByRole('grid', { name: 'Resources' });
  expect(asked(api.resources.loadOfSpace).at(-1)?.query).toMatchObject({ period: 'month', from: '2026-01-01' });
  expect(screen.getByRole('button', { name: 'To the start' })).toHaveProperty('disabled', true);
});

it('offers money to those alone who may see it', async () => {
  signedInWith(['plan.read']);
  await show(<ResourcesPage />);
  await screen.findByRole('grid', { name: 'Resources' });
  expect(screen.queryByRole('radio', { name: 'Cost' })).toBeNull();
});

it('moves the window, by another measure, and comes back to the data date', async () => {
  signedInWith(['plan.read', 'cost.read']);
  const { user } = await show(<ResourcesPage />);
  await screen.findByRole('grid', { name: 'Resources' });
  await user.click(screen.getByRole('radio', { name: 'Cost' }));
  await user.click(screen.getByRole('button', { name: 'Later' }));
  expect(asked(api.resources.loadOfSpace).at(-1)?.query).toMatchObject({ measure: 'cost', from: '2026-09-01' });
  await user.click(screen.getByRole('button', { name: 'To the data date' }));
  expect(screen.getByRole('button', { name: 'To the data date' })).toHaveProperty('disabled', true);
});

it('says why nothing can be shown', async () => {
  signedInWith(['plan.read']);
  refuse(api.resources.loadOfSpace, 'version.not_found');
  await show(<ResourcesPage />);
  expect(await screen.findByText('The load could not be counted')).toBeTruthy();
});

it('shows what the settings of the place say, and changes them', async () => {
  signedInWith(['plan.read', 'structure.edit']);
  answer(api.resourceSettings.read, settings({ columns: ['kind', 'over_days'], period: 'week', thresholds: { near: 50, over: 100 } }));
  answer(api.resourceSettings.save, settings());
  const { user } = await show(<ResourcesPage />);
  const grid = await screen.findByRole('grid', { name: 'Resources' });
  expect(asked(api.resources.loadOfSpace).at(-1)?.query).toMatchObject({ period: 'week' });
  expect(
    within(grid)
      .getAllByRole('columnheader')
      .slice(0, 3)
      .map(({ textContent }) => textContent),
  ).toEqual(['Resource', 'Kind', 'Days over']);
  // 80 of 160 is near a limit where half of it is near.
  expect(within(grid).getAllByRole('gridcell', { name: /80.0 of 160/ })[0].dataset['tone']).toBe('near');
  await user.click(screen.getByRole('button', { name: 'Settings of resources' }));
  const dialog = await screen.findByRole('dialog', { name: 'Resources of the space' });
  await user.click(await within(dialog).findByRole('checkbox', { name: /Period shown first/ }));
  // What is not set here any more is as above.
  await user.click(within(dialog).getByRole('checkbox', { name: /Columns of the load/ }));
  await user.click(within(dialog).getByRole('checkbox', { name: /Who approves hours/ }));
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Who approves hours' }), 'two');
  await user.click(within(dialog).getByRole('button', { name: 'Save' }));
  expect(asked(api.resourceSettings.save).at(-1)?.body).toEqual({
    eps_id: null,
    thresholds: { near: 50, over: 100 },
    timesheet_approval: 'two',
  });
});

it('shows what the address asks for, and keeps there what is looked for', async () => {
  signedInWith(['plan.read']);
  const { user, place } = await show(<ResourcesPage />, { path: '/1/resources?filter=cran' });
  const grid = await screen.findByRole('grid', { name: 'Resources' });
  expect(within(grid).getByText('Crane')).toBeTruthy();
  expect(within(grid).queryByText('Concreters')).toBeNull();
  const field = screen.getByDisplayValue('cran');
  await user.clear(field);
  await user.type(field, 'conc');
  expect(await within(grid).findByText('Concreters')).toBeTruthy();
  await vi.waitFor(() => expect(place()).toBe('/1/resources?filter=conc'));
  await user.clear(field);
  await vi.waitFor(() => expect(place()).toBe('/1/resources'));
});
