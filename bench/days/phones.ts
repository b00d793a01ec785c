import { api } from '@gantry/contract';
import type pg from 'pg';
import { randomUUID } from 'node:crypto';
import type { Caller, makeVersion } from '../../e2e/caller.ts';
import { type GatedFigure, share } from '../gates.ts';

type Made = Awaited<ReturnType<typeof makeVersion>>;

const PHONES = 200;
const ENTRIES = 20;
/** A day without a fact. */
const DAY = '2026-03-12';

/** Waits until the search knows the version that counts: people report on it long after. */
async function indexed(client: pg.Client): Promise<void> {
  while ((await client.query('select from search_change limit 1')).rowCount) await new Promise((resolve) => setTimeout(resolve, 100));
}

/** How long phones wait that send all at once what they kept while there was no connection: each some reports of works of its own. */
export async function measurePhones(
  client: pg.Client,
  person: Caller,
  { member, spaceId, versionId, first }: Pick<Made, 'member' | 'spaceId' | 'versionId'> & { first: number },
): Promise<GatedFigure[]> {
  const { id: me } = await person.call(api.users.whoAmI);
  await client.query('update wbs_item set executor_id = $3 where space_id = $1 and version_id = $2', [spaceId, versionId, me]);
  const { schedule_id: schedule } = await member.call(api.versions.get, { params: { id: versionId } });
  await member.call(api.versions.setActual, { params: { id: versionId } });
  await indexed(client);
  const works = (
    await client.query<{ id: number; code: string }>(
      'select id, code from wbs_item where space_id = $1 and version_id = $2 and id > $3 order by id limit $4',
      [spaceId, versionId, first, PHONES * ENTRIES],
    )
  ).rows;
  const kept = (phone: number) =>
    Array.from({ length: ENTRIES }, (_, at) => {
      const { id, code } = works[(phone * ENTRIES + at) % works.length];
      return { id: randomUUID(), schedule_id: schedule, row_id: id, row_code: code, day: DAY, measure: 'volume' as const, amount: at + 1 };
    });
  const all = async (call: (phone: number) => Promise<unknown>): Promise<number> => {
    const taken = await Promise.all(
      Array.from({ length: PHONES }, async (_, phone) => {
        const begun = performance.now();
        await call(phone);
        return performance.now() - begun;
      }),
    );
    return share(taken, 0.95);
  };
  const floor = await all(() => member.call(api.versions.get, { params: { id: versionId } }));
  let refused = 0;
  const { execSync } = await import('node:child_process');
  const cpu = () => Object.fromEntries(execSync("ps -eo pid,times,cputimes,args | grep -v grep | grep -E 'postgres|server/|bench/days' ").toString().split('\n').filter(Boolean).map((l) => { const m = l.trim().split(/\s+/); const [,, ] = m; const st = (() => { try { return execSync('cat /proc/' + m[0] + '/stat 2>/dev/null').toString().split(') ')[1].split(' '); } catch { return []; } })(); return [m[0], [(Number(st[11]) + Number(st[12])) * 10, m.slice(3).join(' ').slice(-60)]]; }));
  if (process.env['PSS']) await client.query('create extension if not exists pg_stat_statements; select pg_stat_statements_reset()');
  const c0 = cpu(); const t0 = performance.now();
  const figure = await all(async (phone) => {
    const { verdicts } = await member.call(api.dayEntries.report, { body: { entries: kept(phone) } });
    refused += verdicts.filter(({ state }) => state !== 'accepted').length;
  });
  if (process.env['PSS']) { const { rows } = await client.query('select calls, round(total_plan_time::numeric,1) p, round(total_exec_time::numeric,1) e, rows, left(regexp_replace(query, $1, $2, $3), 130) q from pg_stat_statements order by total_plan_time+total_exec_time desc limit 40', ['\\s+', ' ', 'g']); for (const r of rows) console.log(r.calls, r.p, r.e, r.rows, r.q); }
  const c1 = cpu(); const sum: Record<string, number> = {}; for (const [pid, [ms, name]] of Object.entries(c1)) { const d = (ms as number) - ((c0[pid]?.[0] as number) ?? 0); const k = /postgres/.test(name as string) && !/node/.test(name as string) ? 'pg' : name as string; sum[k] = (sum[k] ?? 0) + d; } console.log('CPU', Math.round(performance.now() - t0), JSON.stringify(Object.entries(sum).filter(([, v]) => v > 0)));
  return [
    { name: `${PHONES} phones send ${ENTRIES} reports each at once, p95`, figure, unit: 'ms', gate: 3000, floor },
    { name: 'reports of them that did not become facts', figure: refused, unit: '', gate: 0, floor: null },
  ];
}
