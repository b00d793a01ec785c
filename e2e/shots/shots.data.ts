/** What the pictures show: a real schedule with a baseline, an edit and comments, a card board, what a team said, a scoreboard, a pipeline. */

import { basename } from 'node:path';
import { readFileSync } from 'node:fs';
import { api } from '@gantry/contract';
import type { Browser } from 'playwright-core';
import { type Caller, signIn } from '../caller.ts';
import { DEMO } from '../product.ts';
import { madeFile, realFile } from '../schedule-file.ts';
import { fillDays } from './shots.days.ts';
import { fillTeam } from './shots.team.ts';

export type ShotPlaces = {
  space: number;
  project: number;
  schedule: number;
  version: number;
  /** The name of that version, as its file gave it. */
  versionName: string;
  demoVersion: number;
  board: number;
  row: string;
};

/** Fills the demo space once; a product that has been filled before is taken as it is. */
export async function fillForShots(url: string, browser: Browser): Promise<ShotPlaces> {
  const demo = await signIn(url);
  const space = (await demo.call(api.users.spaces)).spaces[0].id;
  const member = demo.inSpace(space);
  const { nodes, versions } = await member.call(api.eps.tree);
  const project = nodes.find(({ kind }) => kind === 'project')?.id as number;
  const demoVersion = versions[0].id;
  const known = nodes.find(({ kind, name }) => kind === 'schedule' && name === 'Imported plan');
  const schedule =
    known?.id ?? (await member.call(api.projects.createSchedule, { params: { id: project }, body: { name: 'Imported plan' } })).id;
  const version = known
    ? versions
        .filter(({ schedule_id: of }) => of === schedule)
        .map(({ id }) => id)
        .sort((a, b) => a - b)[0]
    : await upload(url, space, schedule);
  if (!known) await fill(member, { schedule, version });
  if (!known) await fillDays(member, { schedule, version, space, url });
  const { boards } = await member.call(api.kanban.list, { params: { id: schedule }, query: {} });
  if (!known) await fillTeam(member, { schedule, board: boards[0].id, browser });
  const { items } = await member.call(api.wbs.list, { params: { id: version }, query: { limit: 200 } });
  const versionName = (await member.call(api.versions.get, { params: { id: version } })).name;
  const row = items.find(({ type, duration_minutes: minutes }) => type === 'task' && Number(minutes) > 0)?.name as string;
  return { space, project, schedule, version, versionName, demoVersion, board: boards[0].id, row };
}

async function upload(url: string, space: number, schedule: number): Promise<number> {
  const { token } = await (
    await fetch(`${url}${api.auth.login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(DEMO),
    })
  ).json();
  const path = realFile('progress-override-692.xer');
  const made = madeFile('small.xer', 40);
  const body = new FormData();
  body.append('file', new Blob([path ? readFileSync(path) : new Uint8Array(made.buffer)]), path ? basename(path) : made.name);
  const answer = await fetch(`${url}${api.imports.uploadNow.path.replace('{id}', String(schedule))}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'x-space-id': String(space) },
    body,
  });
  return (await answer.json()).version_id;
}

async function fill(member: Caller, { schedule, version }: { schedule: number; version: number }) {
  const params = { id: version };
  await member.call(api.timetable.calculateNow, { params });
  const copy = await member.call(api.versions.copyTo, { params: { id: version, scheduleId: schedule }, body: { name: 'Baseline' } });
  if (copy.id !== null) await member.call(api.versions.setTarget, { params: { id: copy.id }, body: {} });
  await member.call(api.versions.updateTargetDates, { params, body: { version_id: version } });
  const { items } = await member.call(api.wbs.list, { params, query: { limit: 200 } });
  const tasks = items.filter(
    ({ type, status, duration_minutes: minutes }) => type === 'task' && status === 'not_started' && Number(minutes) > 0,
  );
  const changed = tasks.slice(0, 2).map(({ id, duration_minutes: minutes }) => ({ id, duration_minutes: Number(minutes) + 10 * 480 }));
  await member.call(api.wbs.updateMany, { params, body: { items: changed } });
  await member.call(api.timetable.calculateNow, { params });
  const columns = [{ name: 'To do' }, { name: 'In progress', wip_limit: 3 }, { name: 'Done' }];
  await member.call(api.kanban.create, { body: { eps_id: schedule, name: 'Punch list', columns } });
  await member.call(api.scoreboard.create, {
    body: {
      name: 'Schedules',
      shared: true,
      content: {
        rows: { kind: 'schedule', under: null },
        columns: (
          ['progress', 'progress_behind', 'deviation_days', 'spi', 'cpi', 'overdue', 'negative_float', 'critical', 'works'] as const
        ).map((figure) => ({ figure, warn: null, error: null })),
        sort: 'worst',
      },
    },
  });
}
