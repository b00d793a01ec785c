/**
 * One act that names 10,000 people, their letters, and the timers of a morning over 20,000 schedules, run twice. The act is measured against
 * the same edit whose works are the author's own, which makes no notice.
 */

import { api } from '@gantry/contract';
import { join } from 'node:path';
import { createApp } from '../../apps/server/src/app.ts';
import { queueDueLetters } from '../../apps/server/src/features/teamwork/notices/notices.letters.service.ts';
import { noticeDueWorks } from '../../apps/server/src/features/teamwork/notices/notices.timers.service.ts';
import { readEnv } from '../../apps/server/src/platform/env/env.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { makeVersion, type Caller } from '../../e2e/caller.ts';
import { share, type GatedFigure } from '../gates.ts';
import { makeMembers, openStage, type Stage } from './stage.ts';

const DAY_MS = 86_400_000;
const ACTS = 3;

export async function measureNotices(quick: boolean): Promise<GatedFigure[]> {
  const [people, schedules] = quick ? [1000, 2000] : [10_000, 20_000];
  // A mail server that is away: letters stay in the queue.
  const mail = { GANTRY_PUBLIC_URL: 'https://plans.gantry.example', SMTP_HOST: '127.0.0.1', SMTP_PORT: '9', SMTP_ENCRYPTION: 'none' };
  const stage = await openStage(mail);
  // A server in this process, whose clock can be set.
  let now = new Date();
  const env = readEnv({ DATA_DIR: join(stage.folder, 'clock'), ...mail });
  const log = createLog({}, () => undefined);
  const app = await createApp(env, stage.cluster.administration, log, { now: () => now, jobs: 'elsewhere' });
  try {
    const { member, spaceId, versionId, itemIds } = await makeVersion(stage.person, 1);
    const members = await makeMembers(stage, spaceId, people);
    const rows = await fillRows(stage, { spaceId, versionId, first: itemIds[0], count: people });
    const { schedule_id } = await member.call(api.versions.get, { params: { id: versionId } });

    const { rows: self } = await stage.client.query<{ id: string }>(
      `select user_id as id from space_user where space_id = $1 and role = 'owner'`,
      [spaceId],
    );
    const own: number[] = [];
    const others: number[] = [];
    for (let at = 0; at < ACTS; at += 1) {
      await name(member, versionId, rows, () => null);
      own.push(await name(member, versionId, rows, () => Number(self[0].id)));
      await name(member, versionId, rows, () => null);
      others.push(await name(member, versionId, rows, (index) => members[(index + at) % people].id));
    }
    const made = await countOf(stage, `select count(*) from notice where space_id = $1 and kind = 'executor_assigned_to_task'`, [spaceId]);
    const cost = share(others, 0.5) - share(own, 0.5);
    console.log(`the act: ${share(others, 0.5).toFixed(0)} ms with ${people} notices, ${share(own, 0.5).toFixed(0)} ms without`);

    const more = await fillSchedules(stage, {
      spaceId,
      versionId,
      like: schedule_id,
      count: schedules,
      people: members.map(({ id }) => id),
    });
    now = new Date(`${more.day}T12:00:00Z`);
    await app.services.database.pool.query('analyze');
    const begun = performance.now();
    const first = await noticeDueWorks(app.services);
    const seconds = (performance.now() - begun) / 1000;
    const second = await noticeDueWorks(app.services);
    const bareBegun = performance.now();
    await stage.client.query(
      `select count(w.name) from version v join wbs_item w on w.space_id = v.space_id and w.version_id = v.id where v.kind = 'actual'`,
    );
    const bare = (performance.now() - bareBegun) / 1000;
    console.log(`the timers made ${first} notices of ${schedules} schedules`);

    now = new Date(now.getTime() + 3 * DAY_MS);
    const letters = await queueDueLetters(app.services);
    await queueDueLetters(app.services);
    const queued = await countOf(stage, `select count(*) from job where kind = 'letter' and space_id = $1`, [spaceId]);
    const receivers = await countOf(stage, 'select count(distinct user_id) from notice where space_id = $1', [spaceId]);
    console.log(`${letters} letters for ${receivers} people`);
    return [
      { name: `T9 ${people} notices in one act, over the same act without`, figure: cost / 1000, gate: 2, unit: 's' },
      { name: 'T9 notices of the acts too many or too few', figure: Math.abs(made - ACTS * people), gate: 0, unit: 'notices' },
      { name: 'T9 letters beside one a person', figure: Math.abs(queued - receivers), gate: 0, unit: 'letters' },
      { name: `T9 timers over ${schedules} schedules`, figure: seconds, gate: 60, floor: bare, unit: 's' },
      { name: 'T9 notices of the timers too many or too few', figure: Math.abs(first - schedules), gate: 0, unit: 'notices' },
      { name: 'T9 notices of a second run', figure: second, gate: 0, unit: 'notices' },
    ];
  } finally {
    await app.close();
    await stage.close();
  }
}

async function countOf({ client }: Stage, text: string, values: unknown[]): Promise<number> {
  return Number((await client.query<{ count: string }>(text, values)).rows[0].count);
}

/** Names the executor of each row in one edit; the time that it takes. */
async function name(
  member: Caller,
  versionId: number,
  rows: readonly number[],
  executor: (index: number) => number | null,
): Promise<number> {
  const items = rows.map((id, index) => ({ id, executor_id: executor(index) }));
  const begun = performance.now();
  await member.call(api.wbs.updateMany, { params: { id: versionId }, body: { items } });
  return performance.now() - begun;
}

/** Rows like the first one, up to a count. */
async function fillRows(
  { client }: Stage,
  { spaceId, versionId, first, count }: { spaceId: number; versionId: number; first: number; count: number },
) {
  await client.query(
    `insert into wbs_item select (jsonb_populate_record(w, jsonb_build_object('id', n, 'position', n, 'code', 'R' || n, 'name', 'Row ' || n))).*
     from wbs_item w, generate_series($3::int + 1, $3::int + $4::int - 1) n where w.space_id = $1 and w.version_id = $2`,
    [spaceId, versionId, first, count],
  );
  await client.query('update version set last_id = $3, item_count = $4 where space_id = $1 and id = $2', [
    spaceId,
    versionId,
    first + count,
    count,
  ]);
  await client.query('analyze wbs_item');
  return Array.from({ length: count }, (_none, at) => first + at);
}

/** Makes schedules with five works each in actual versions; one work of each starts on the day after the returned day. */
async function fillSchedules(
  { client }: Stage,
  {
    spaceId,
    versionId,
    like,
    count,
    people,
  }: { spaceId: number; versionId: number; like: number; count: number; people: readonly number[] },
): Promise<{ day: string }> {
  const day = '2027-03-01';
  await client.query('set session_replication_role = replica');
  const { rows } = await client.query<{ id: string }>(
    `with made as (insert into eps_node (space_id, parent_id, kind, name, position)
       select $1, (select parent_id from eps_node where space_id = $1 and id = $2), 'schedule', 'Schedule ' || n, n from generate_series(1, $3) n returning id)
     insert into version (space_id, schedule_id, name, kind, last_id, item_count) select $1, id, 'Version', 'actual', 5, 5 from made returning id`,
    [spaceId, like, count],
  );
  await client.query(
    `insert into wbs_item select (jsonb_populate_record(w, jsonb_build_object('version_id', v, 'id', n, 'position', n, 'code', 'S' || n, 'name', 'Work ' || n,
       'start', to_char($3::date + n, 'YYYY-MM-DD') || 'T09:00', 'finish', to_char($3::date + n + 30, 'YYYY-MM-DD') || 'T18:00',
       'status', 'not_started', 'executor_id', ($5::bigint[])[1 + (at::int + n) % cardinality($5::bigint[])], 'curator_id', null))).*
     from wbs_item w, unnest($4::bigint[]) with ordinality x (v, at), generate_series(1, 5) n
     where w.space_id = $1 and w.version_id = $2 and w.code = 'R' || w.id and w.id = (select max(id) from wbs_item where space_id = $1 and version_id = $2)`,
    [spaceId, versionId, day, rows.map(({ id }) => id), people],
  );
  await client.query('set session_replication_role = default');
  return { day };
}
