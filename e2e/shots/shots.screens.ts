/** The screens that pictures are taken of, and how each is opened: places by their address, the rest from the open schedule. */

import type { Locator, Page } from 'playwright-core';
import type { ShotPlaces } from './shots.data.ts';

type Scene = { page: Page; wording(key: string): string; places: ShotPlaces; shot(name: string): Promise<void> };
export type Screen = { name: string; open(scene: Scene): Promise<void> };

/** A screen at an address; `wait` names what only it has. */
const at = (name: string, path: (places: ShotPlaces) => string, then?: (scene: Scene) => Promise<void>): Screen => ({
  name,
  async open(scene) {
    await scene.page.goto(`/${scene.places.space}${path(scene.places)}`);
    await scene.page.getByRole('main').first().waitFor();
    await scene.page.waitForLoadState('networkidle');
    await then?.(scene);
  },
});

const button = ({ page, wording }: Scene, key: string): Locator => page.getByRole('button', { name: wording(key), exact: true }).first();
const entry = ({ page, wording }: Scene, key: string): Locator => page.getByRole('menuitem', { name: wording(key), exact: true }).first();

/** The load of resources stands there. */
const loaded = async ({ page }: Scene): Promise<void> => page.getByRole('grid').getByRole('rowheader').first().waitFor({ timeout: 60_000 });

export const PLACES: Screen[] = [
  at('structure', () => ''),
  at(
    'structure-node',
    () => '',
    async ({ page }) => page.getByText('Imported plan', { exact: true }).first().click(),
  ),
  at(
    'structure-menu',
    () => '',
    async ({ page }) => page.getByText('Baseline', { exact: true }).first().click({ button: 'right' }),
  ),
  at(
    'structure-delete',
    () => '',
    async (scene) => {
      await scene.page.getByText('Imported plan', { exact: true }).first().click();
      await scene.page.keyboard.press('Delete');
      await scene.page.getByRole('dialog').waitFor();
    },
  ),
  at(
    'structure-parity',
    () => '',
    async (scene) => {
      await scene.page.getByText(scene.places.versionName, { exact: true }).first().click({ button: 'right' });
      await entry(scene, 'parity.open').click();
      await scene.page.getByRole('dialog').getByRole('button').nth(1).waitFor();
    },
  ),
  at('home', () => '/home'),
  at('activities', () => '/activities'),
  at(
    'directories',
    () => '/directories',
    async ({ page }) => {
      await page.getByRole('treegrid').first().getByRole('row').nth(3).waitFor({ state: 'attached' });
    },
  ),
  at(
    'grid',
    ({ project }) => `/grid/${project}`,
    async ({ page }) => {
      await page.getByRole('treegrid').first().getByRole('row').nth(3).waitFor({ state: 'attached' });
    },
  ),
  at('compare', ({ schedule, version }) => `/compare/${schedule}?versions=${version}`),
  at('view-settings', () => '/viewsettings'),
  at(
    'calendars',
    () => '/calendars',
    async ({ page }) => {
      await page.getByRole('treegrid').or(page.getByRole('tree')).first().getByRole('row').or(page.getByRole('treeitem')).first().click();
    },
  ),
  at('attributes', () => '/attributes'),
  at('resources', ({ project }) => `/resources/${project}`, loaded),
  at(
    'resources-work',
    ({ project }) => `/resources/${project}`,
    async (scene) => {
      await loaded(scene);
      await scene.page.getByRole('grid').getByRole('rowheader').first().click();
      await scene.page.getByRole('region').getByRole('row').nth(1).waitFor();
    },
  ),
  at(
    'resources-distributions',
    ({ project }) => `/resources/${project}`,
    async (scene) => {
      await button(scene, 'distributions.open').click();
      const choices = scene.page.getByRole('dialog').getByRole('combobox');
      await choices.first().waitFor();
      await choices.nth(2).selectOption('end');
      await scene.page.waitForTimeout(4000);
    },
  ),
  at('scoreboard', () => '/scoreboard'),
  at('pipeline', ({ project }) => `/pipeline/${project}`),
  at('kanban', ({ schedule }) => `/kanban-schedule/${schedule}`),
  at('board', ({ schedule, board }) => `/kanban-schedule/${schedule}/${board}`),
  at('search', () => '/search?q=co'),
  at('cyclogram', ({ version }) => `/schedule/${version}/cyclogram`),
  at('reports', ({ version }) => `/schedule/${version}/reports`),
  at('print', ({ version }) => `/schedule/${version}/print`),
  at('reports-node', ({ project }) => `/reports/${project}`),
  at('estimates', ({ project }) => `/estimates/${project}`),
  at('model', ({ project }) => `/model/${project}`),
  at('dashboard', () => '/analytics'),
  at('profile', () => '/profile'),
  at('admin', () => '/admin'),
  at(
    'backups',
    () => '/admin',
    async ({ page, wording }) => page.getByRole('tab', { name: wording('admin.tab_backups') }).click(),
  ),
  at(
    'roles',
    () => '/admin',
    async ({ page, wording }) => page.getByRole('tab', { name: wording('admin.tab_roles') }).click(),
  ),
  at(
    'settings',
    () => '/admin',
    async ({ page, wording }) => page.getByRole('tab', { name: wording('admin.tab_settings') }).click(),
  ),
  at(
    'audit',
    () => '/admin',
    async ({ page, wording }) => page.getByRole('tab', { name: wording('admin.tab_audit') }).click(),
  ),
  at(
    'chat',
    () => '/home',
    async ({ page, wording }) =>
      page
        .getByRole('button', { name: new RegExp(`^${wording('chat.title')}`) })
        .first()
        .click(),
  ),
  at(
    'chat-open',
    () => '/home',
    async ({ page, wording }) => {
      await page
        .getByRole('button', { name: new RegExp(`^${wording('chat.title')}`) })
        .first()
        .click();
      await page.getByText('Imported plan', { exact: true }).last().click();
      await page.getByRole('article').first().waitFor();
    },
  ),
  at(
    'notices',
    () => '/home',
    async ({ page, wording }) =>
      page
        .getByRole('button', { name: new RegExp(`^${wording('notices.title')}`) })
        .first()
        .click(),
  ),
];

const TABS = [
  'analytics',
  'node_info',
  'task_relations',
  'directories',
  'related_schedules',
  'gallery',
  'timesheets',
  'daily_planning',
  'planning',
  'assignments',
];

const from = (name: string, open: (scene: Scene) => Promise<void>): Screen => ({ name: `schedule-${name}`, open });
const grid = (page: Page): Locator => page.getByRole('treegrid').first();

/** Taken in their order from the open schedule. */
export const SCHEDULE_SHOTS: Screen[] = [
  from('open', async () => {}),
  from('f9-menu', async (scene) => {
    await button(scene, 'timetable.menu').click();
    const kinds = scene.page.getByRole('dialog').locator('[aria-expanded=false]');
    if (await kinds.count()) await kinds.first().click();
  }),
  from('f9-result', async ({ page, wording }) => {
    await grid(page).focus();
    await page.keyboard.press('F9');
    await page.getByRole('button', { name: wording('timetable.calculated'), exact: true }).waitFor();
    await page.waitForTimeout(800);
  }),
  from('settings', async (scene) => {
    await button(scene, 'timetable.menu').click();
    await button(scene, 'timetable.settings').click();
  }),
  from('leveling', async (scene) => {
    await button(scene, 'timetable.menu').click();
    await button(scene, 'timetable.leveling_open').click();
    await scene.page.waitForTimeout(1500);
  }),
  from('version-menu', async (scene) => button(scene, 'versions.menu').click()),
  from('copy', async (scene) => {
    await button(scene, 'versions.menu').click();
    await entry(scene, 'versions.copy_to').click();
  }),
  from('history', async (scene) => button(scene, 'edits.history').click()),
  from('filter', async (scene) => {
    await button(scene, 'filter.title').click();
    await scene.page.getByRole('button', { name: scene.wording('filter.add_condition'), exact: true }).click();
  }),
  from('grouping', async (scene) => {
    await button(scene, 'grouping.title').click();
    await scene.page.getByRole('button', { name: scene.wording('grouping.add_level'), exact: true }).click();
  }),
  from('grouped', async () => {}),
  from('ungroup', async (scene) => {
    await button(scene, 'grouping.title').click();
    await scene.page.getByRole('button', { name: scene.wording('grouping.off'), exact: true }).click();
    await scene.page.keyboard.press('Escape');
    await button(scene, 'layout.title').click();
  }),
  from('cells', async (scene) => {
    await button(scene, 'values.cells').click();
    await scene.page.waitForTimeout(1500);
  }),
  from('cells-fact', async ({ page, wording }) => {
    await page
      .getByRole('toolbar', { name: wording('values.cells'), exact: true })
      .getByText(wording('values.mode_fact'))
      .click();
    await page.waitForTimeout(1500);
  }),
  from('cells-hours', async ({ page, wording }) => {
    await page.getByLabel(wording('values.measure'), { exact: true }).first().selectOption('labour');
    await page.waitForTimeout(1500);
  }),
  from('cells-off', async (scene) => button(scene, 'values.cells').click()),
  from('load', async (scene) => {
    await button(scene, 'resource.strip').click();
    await scene.page.waitForTimeout(2500);
    await scene.page.keyboard.press('Escape');
  }),
  from('period', async (scene) => {
    const one = scene.page.locator('#info-tab-daily_planning');
    await grid(scene.page).focus();
    await scene.page.keyboard.press('Control+Home');
    for (let step = 0; step < 5; step += 1) await scene.page.keyboard.press('ArrowDown');
    if (!(await one.isVisible())) await scene.page.getByRole('button', { name: scene.wording('ui.open_panel') }).click();
    await one.click();
    await button(scene, 'values.period').click();
    await scene.page.getByRole('dialog').getByRole('textbox').first().waitFor();
  }),
  from('find', async ({ page }) => {
    await grid(page).focus();
    await page.keyboard.press('Control+F');
  }),
  from('export', async (scene) => button(scene, 'export.open').click()),
  from('rule', async (scene) => {
    await grid(scene.page).focus();
    await scene.page.keyboard.press('Control+Home');
    for (let step = 0; step < 3; step += 1) await scene.page.keyboard.press('ArrowDown');
    await button(scene, 'bulk.title').click();
  }),
  from('row-menu', async ({ page }) => {
    await grid(page).focus();
    await page.keyboard.press('Shift+F10');
  }),
  from('why', async (scene) => {
    await grid(scene.page).focus();
    await scene.page.keyboard.press('Shift+F10');
    await entry(scene, 'why.title').click({ timeout: 3000 });
  }),
  from('delete', async ({ page }) => {
    await grid(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').first().waitFor();
  }),
  from('keys', async ({ page }) => {
    await grid(page).focus();
    await page.keyboard.press('F1');
  }),
  from('palette', async ({ page }) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').last().fill('a');
  }),
  ...TABS.map((tab) =>
    from(`tab-${tab}`, async ({ page, wording }) => {
      const one = page.locator(`#info-tab-${tab}`);
      if (!(await one.isVisible())) await page.getByRole('button', { name: wording('ui.open_panel') }).click();
      if (tab === 'node_info') {
        await grid(page).focus();
        for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowDown');
      }
      await one.click();
      await page.waitForTimeout(500);
    }),
  ),
];
