/** A curator approves what the site reports and the hours that people write down, late facts show who and when; a planner levels, looks at the load under the chart and says how money lies over time. */

import { api } from '@gantry/contract';
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Account, newAccount, PASSWORD } from './accounts.ts';
import { newPerson } from './browser.ts';
import { type Caller, makeVersion, signIn } from './caller.ts';
import { cellOf, gridOf, walkTo } from './grid.ts';
import { browser, product } from './opened.ts';
import { DEMO } from './product.ts';
import { signInOnPage } from './visit.ts';

const EXECUTOR = 4;
const PICTURES = process.env['SITE_PICTURES'];
const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
/** The last day before today that is no Saturday and no Sunday: a work that is first reported on a day off begins on the next one that is worked. */
const LAST_WORKED = { 0: -2, 1: -3 }[new Date().getUTCDay()] ?? -1;
/** A day as tables write it, and as the day grid heads it. */
const shown = (offset: number): string => day(offset).split('-').toReversed().join('.');
function titleOfDay(offset: number): string {
  const date = new Date(`${day(offset)}T00:00:00Z`);
  const form = date.getUTCDate() === 1 ? { day: 'numeric', month: 'short' } : { weekday: 'short', day: 'numeric' };
  return new Intl.DateTimeFormat('en', { ...(form as object), timeZone: 'UTC' }).format(date);
}

let demo: Caller;
let member: Caller;
let place: { spaceId: number; versionId: number; itemIds: number[] };
let foreman: Account;
let curator: Account;
let schedule: number;

beforeAll(async () => {
  demo = await signIn(product.url);
  const made = await makeVersion(demo, 2);
  member = made.member;
  place = made;
  foreman = await newAccount(product.url, 'mason');
  curator = await newAccount(product.url, 'warden');
  for (const { login } of [foreman, curator])
    await member.call(api.spaces.invite, { params: { id: place.spaceId }, body: { login, role_id: EXECUTOR } });
  schedule = (await member.call(api.versions.get, { params: { id: place.versionId } })).schedule_id;
  await member.call(api.dayValues.saveScheduleSettings, { params: { id: schedule }, body: { fact_approval: 'curator' } });
  const [itemId] = place.itemIds;
  const body = { executor_id: foreman.id, curator_id: curator.id, volume: 100, start: `${day(-3)}T09:00`, duration_minutes: 2400 };
  await member.call(api.wbs.update, { params: { id: place.versionId, wbsId: itemId }, body });
});

const facts = async (): Promise<number[]> => {
  const params = { id: place.versionId, wbsId: place.itemIds[0] };
  const { series } = await member.call(api.dayValues.read, { params, query: {} });
  return series.filter(({ mode }) => mode === 'fact').flatMap(({ values }) => values.map(({ value }) => value));
};

/** Opens the information panel if it is closed, and waits for an element in it. */
async function unfolded(page: Page, wanted: Locator): Promise<void> {
  const folded = page.getByRole('button', { name: 'Open the panel' });
  await folded.or(wanted).first().waitFor();
  if (await folded.isVisible()) await folded.click();
  await wanted.first().waitFor();
}

test('what the site reports waits for the curator of the work, who declines with a reason and approves', async () => {
  const report = (amount: number, offset: number) => ({
    id: randomUUID(),
    schedule_id: schedule,
    row_id: place.itemIds[0],
    day: day(offset),
    measure: 'volume' as const,
    amount,
  });
  const entries = [report(30, LAST_WORKED), report(500, 0)];
  const { verdicts } = await foreman.inSpace(place.spaceId).call(api.dayEntries.report, { body: { entries } });
  expect(verdicts.map(({ state }) => state)).toEqual(['pending', 'pending']);
  expect(await facts()).toEqual([]);
  const { page, context, complaints } = await newPerson(browser, product.url, { infoTab: 'daily_planning' });
  await signInOnPage(page, { login: curator.login, password: PASSWORD });
  await page.goto(`/${place.spaceId}/schedule/${place.versionId}?target=${place.itemIds[0]}`);
  const panel = page.getByRole('region', { name: 'Reports of days' });
  await unfolded(page, panel);
  await panel.getByRole('button', { name: /^Decline.*500$/ }).click();
  await panel.getByRole('textbox', { name: 'Why not?' }).fill('More than there is');
  await panel.getByRole('button', { name: 'Decline', exact: true }).last().click();
  await panel.getByText('Declined', { exact: true }).waitFor();
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/curator.png` });
  await panel.getByRole('button', { name: /^Approve.*30$/ }).click();
  await panel.getByText('Counts', { exact: true }).waitFor();
  expect(await facts()).toEqual([30]);
  expect(complaints).toEqual([]);
  await context.close();
});

/** The day grid of the first work at the line of facts, as somebody sees it. */
async function cellsOfFacts(page: Page, measure: 'Volume' | 'Labour'): Promise<void> {
  await page.goto(`/${place.spaceId}/schedule/${place.versionId}?target=${place.itemIds[0]}`);
  await page.getByRole('button', { name: 'Cells by days' }).click();
  await page.getByRole('combobox', { name: 'Measure' }).first().selectOption({ label: measure });
  await page.getByText('Fact', { exact: true }).first().click();
}

test('hours that a person types are approved by the curator, never by themselves, and are the labour of their day', async () => {
  const person = await newPerson(browser, product.url, { infoTab: 'timesheets' });
  await signInOnPage(person.page, foreman);
  await person.page.goto(`/${place.spaceId}/home`);
  const week = person.page.getByRole('region', { name: 'My week' });
  await week.getByRole('textbox', { name: new RegExp(`Row 0, ${shown(0)}, hours$`) }).fill('7:30');
  await person.page.keyboard.press('Enter');
  await week.getByRole('button', { name: 'Submit 1' }).click();
  await week.getByRole('textbox', { name: new RegExp(`Row 0, ${shown(0)}, hours, Awaits approval$`) }).waitFor();
  // Their own hours wait in the work's tab without a button that approves.
  await person.page.goto(`/${place.spaceId}/schedule/${place.versionId}?target=${place.itemIds[0]}`);
  const own = person.page.getByRole('region', { name: 'Awaiting approval' });
  await unfolded(person.page, own.getByRole('button', { name: /^Take back/ }));
  expect(await own.getByRole('button', { name: /^Approve/ }).count()).toBe(0);
  expect(person.complaints).toEqual([]);
  await person.context.close();

  const { page, context, complaints } = await newPerson(browser, product.url, { infoTab: 'timesheets' });
  await signInOnPage(page, curator);
  await cellsOfFacts(page, 'Labour');
  const approve = page.getByRole('button', { name: /^Approve: Mason.*7.5 h/ });
  await unfolded(page, approve);
  await approve.click();
  await expect.poll(() => cellOf(page, 'Row 0', titleOfDay(0))).toBe('7.50');
  const cell = gridOf(page).getByRole('gridcell', { name: '7.50' }).last();
  expect(await cell.getAttribute('aria-description')).toContain('h of Mason Tester approved in timesheets');
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/hours.png` });
  expect(complaints).toEqual([]);
  await context.close();
});

test('a fact of a closed day counts on the first open one, and both days say who has entered it and when', async () => {
  const settings = { editing_period_days: { fact: 0 }, late_facts: 'first_open_day' as const };
  await member.call(api.dayValues.saveScheduleSettings, { params: { id: schedule }, body: settings });
  const { page, context, complaints } = await newPerson(browser, product.url, { infoTab: 'daily_planning' });
  await signInOnPage(page);
  await cellsOfFacts(page, 'Volume');
  await walkTo(page, 'Row 0', titleOfDay(LAST_WORKED));
  await page.keyboard.type('42');
  await page.keyboard.press('Enter');
  // Thirty were known of that day: twelve more count today.
  await expect.poll(() => cellOf(page, 'Row 0', titleOfDay(0))).toBe('12');
  const mark = new RegExp(`^12 of ${shown(LAST_WORKED)} counts on ${shown(0)} \\(.+, ${shown(0)}`);
  const today = gridOf(page).getByRole('gridcell', { name: '12', exact: true }).last();
  await expect.poll(() => today.getAttribute('aria-description')).toMatch(mark);
  // Enter has gone on to the next work.
  await page.keyboard.press('ArrowUp');
  await unfolded(page, page.getByRole('listitem').filter({ hasText: mark }));
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/late.png` });
  // What is shown is kept for the next time; several states are saved by the same call.
  await page.getByRole('button', { name: 'Cells by days' }).click();
  const kept = () => member.call(api.preferences.readState, { params: { a: 'schedule', b: 'cells' } });
  await expect.poll(kept).toMatchObject({ state: { on: false } });
  expect(complaints).toEqual([]);
  await context.close();
});

const task = (uid: number) => `<Task><UID>${uid}</UID><ID>${uid}</ID><Name>Pour ${uid}</Name><Type>0</Type><OutlineLevel>1</OutlineLevel>
  <Start>2031-03-03T08:00:00</Start><Finish>2031-03-28T17:00:00</Finish><Duration>PT160H0M0S</Duration><DurationFormat>7</DurationFormat></Task>`;
const assigned = (uid: number) => `<Assignment><UID>${uid}</UID><TaskUID>${uid}</TaskUID><ResourceUID>1</ResourceUID><Units>1</Units>
  <Work>PT160H0M0S</Work><RemainingWork>PT160H0M0S</RemainingWork><Cost>160000</Cost><RemainingCost>160000</RemainingCost></Assignment>`;
const SHIFT = '<WorkingTimes><WorkingTime><FromTime>08:00:00</FromTime><ToTime>16:00:00</ToTime></WorkingTime></WorkingTimes>';
const weekday = (type: number): string => {
  const works = type > 1 && type < 7;
  return `<WeekDay><DayType>${type}</DayType><DayWorking>${works ? 1 : 0}</DayWorking>${works ? SHIFT : ''}</WeekDay>`;
};
const FILE = `<?xml version="1.0" encoding="UTF-8"?>
<Project xmlns="http://schemas.microsoft.com/project"><Name>Two pours</Name><StartDate>2031-03-03T08:00:00</StartDate>
<CalendarUID>1</CalendarUID><Calendars><Calendar><UID>1</UID><Name>Standard</Name><IsBaseCalendar>1</IsBaseCalendar>
<WeekDays>${[1, 2, 3, 4, 5, 6, 7].map(weekday).join('')}</WeekDays></Calendar></Calendars>
<Tasks>${task(1)}${task(2)}</Tasks>
<Resources><Resource><UID>1</UID><ID>1</ID><Name>Concrete crew</Name><Type>1</Type><MaxUnits>1</MaxUnits><StandardRate>10</StandardRate></Resource></Resources>
<Assignments>${assigned(1)}${assigned(2)}</Assignments></Project>`;

async function imported(): Promise<number> {
  const body = new FormData();
  body.append('file', new Blob([FILE]), 'pours.xml');
  const answer = await member.ask(api.imports.uploadNow.path.replace('{id}', String(schedule)), { method: 'POST', body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return (JSON.parse(text) as { version_id: number }).version_id;
}

test('two works that need one crew are levelled, undone, and their money is laid at the end of each', async () => {
  const version = await imported();
  await member.call(api.timetable.calculateNow, { params: { id: version }, body: { data_date: '2031-03-03T08:00' } });
  const starts = async () =>
    (await member.call(api.wbs.list, { params: { id: version } })).items.map(({ start }) => String(start).slice(0, 10));
  expect(await starts()).toEqual(['2031-03-03', '2031-03-03']);
  const { page, context, complaints } = await newPerson(browser, product.url, { infoTab: null });
  await signInOnPage(page, DEMO);
  await page.goto(`/${place.spaceId}/schedule/${version}`);
  await page.getByRole('button', { name: 'Load under the chart' }).click();
  await page.getByRole('combobox', { name: 'Load of' }).click();
  await page.getByRole('option', { name: /Concrete crew/ }).click();
  await page.keyboard.press('Escape');
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/strip.png` });

  await page.getByRole('button', { name: 'Data date, options and log' }).click();
  await page.getByRole('button', { name: 'Level resources' }).click();
  const dialog = page.getByRole('dialog', { name: 'Leveling of resources' });
  await dialog.getByText('Pour 2').first().waitFor();
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/leveling.png` });
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect((await starts()).toSorted()).toEqual(['2031-03-03', '2031-03-31']);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect.poll(starts).toEqual(['2031-03-03', '2031-03-03']);

  await page.goto(`/${place.spaceId}/resources/${schedule}`);
  await page.getByRole('button', { name: 'Distribution over time' }).click();
  const form = page.getByRole('dialog', { name: /^Distribution over time/ });
  await form.getByRole('combobox', { name: 'Cost', exact: true }).selectOption('end');
  await form.getByRole('status', { name: 'What the change does' }).waitFor();
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/distribution.png` });
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  const { effective } = await member.call(api.distributions.read, { params: { id: schedule } });
  expect(effective.cost).toMatchObject({ mode: 'end', from_eps_id: schedule });
  expect(complaints).toEqual([]);
  await context.close();
});
