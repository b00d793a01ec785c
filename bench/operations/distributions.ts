import { api } from '@gantry/contract';
import { ended, fillSpace, type Place, seconds } from './place.ts';

const WORKS = 100_000;
const TABLES = ['wbs_item', 'assignment', 'resource', 'node_distribution'];

/** O7: how a measure lies over the dates of 100,000 works is looked at, changed and taken back. */
export async function distributions(place: Place): Promise<void> {
  const { person, client } = await place.serve();
  const { spaceId, owner, projectId } = await fillSpace(person, 'Distributions', WORKS, 1);
  await client.query(
    `insert into resource (space_id, version_id, id, code, name, kind, unit, "limit", price_per_unit)
     select space_id, id, last_id + 1, 'R', 'Crew', 'labour', 'h', 1, 10 from version where space_id = $1`,
    [spaceId],
  );
  await client.query(
    `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units,
       planned_cost, actual_cost, remaining_cost, lag_minutes, driving)
     select w.space_id, w.version_id, v.last_id + 1 + row_number() over (order by w.id), w.id, v.last_id + 1, 40, 0, 40, 400, 0, 400, 0, false
     from wbs_item w join version v on v.space_id = w.space_id and v.id = w.version_id where w.space_id = $1 and w.type = 'task'`,
    [spaceId],
  );
  await client.query('update version set last_id = last_id + 1000000 where space_id = $1', [spaceId]);
  await client.query('analyze assignment');
  const eps_id = projectId;
  const sums = async (): Promise<string> => {
    const found: string[] = [];
    for (const table of TABLES) {
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(sum(('x' || substr(md5((to_jsonb(t))::text), 1, 15))::bit(60)::bigint), 0) as sum from "${table}" t where space_id = $1`,
        [spaceId],
      );
      found.push(rows[0].sum);
    }
    return found.join(' ');
  };
  const before = await sums();
  const values = [{ measure: 'labour' as const, mode: 'start' as const }];
  let looked = await owner.call(api.distributions.save, { body: { eps_id, values, preview: true } });
  const times = [];
  for (let at = 0; at < 3; at++)
    times.push(await seconds(async () => (looked = await owner.call(api.distributions.save, { body: { eps_id, values, preview: true } }))));
  place.note(`distribution of ${looked.affects.works} works looked at, best of 3`, Math.min(...times), 's', 2);
  let act = 0;
  const saving = await seconds(async () => {
    const saved = await owner.call(api.distributions.save, { body: { eps_id, values } });
    if (JSON.stringify(saved.affects) !== JSON.stringify(looked.affects)) throw new Error('What was looked at is not what happens.');
    act = saved.act_id ?? 0;
    await ended(owner, saved.job_id ?? 0);
  });
  place.note('the same carried out', saving, 's', 20);
  const changed = (await sums()) !== before;
  const { job_id: job } = await owner.call(api.distributions.takeBack, { body: { eps_id, act_id: act } });
  await ended(owner, job);
  place.note('tables after it was taken back that differ from before', changed && (await sums()) === before ? 0 : 1, '', 0);
}
