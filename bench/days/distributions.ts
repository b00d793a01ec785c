import { api } from '@gantry/contract';
import type pg from 'pg';
import type { makeVersion } from '../../e2e/caller.ts';
import type { GatedFigure } from '../gates.ts';

type Made = Awaited<ReturnType<typeof makeVersion>>;

/** How long it takes to look at, to write and to take back how the cost of all works lies; every work has one assignment. */
export async function measureDistributions(
  client: pg.Client,
  { member, spaceId, versionId }: Pick<Made, 'member' | 'spaceId' | 'versionId'>,
  { works, first, lastId }: { works: number; first: number; lastId: number },
): Promise<GatedFigure[]> {
  await client.query(
    `insert into resource (space_id, version_id, id, code, name, kind, unit, "limit", price_per_unit)
     values ($1, $2, $3, 'CREW', 'Crew', 'labour', 'h', 1, 10)`,
    [spaceId, versionId, lastId + 1],
  );
  await client.query(
    `insert into assignment (space_id, version_id, id, item_id, resource_id, planned_units, actual_units, remaining_units,
       planned_cost, actual_cost, remaining_cost, lag_minutes, driving)
     select $1, $2, $3::int + 2 + n, $4::int + n, $3::int + 1, 40, 0, 40, 400, 0, 400, 0, false from generate_series(0, $5::int - 1) n`,
    [spaceId, versionId, lastId, first, works],
  );
  await client.query('update version set last_id = $3 where space_id = $1 and id = $2', [spaceId, versionId, lastId + works + 3]);
  await client.query('vacuum analyze assignment');
  const { schedule_id: eps } = await member.call(api.versions.get, { params: { id: versionId } });
  const values = [{ measure: 'cost' as const, mode: 'end' as const }];
  const ended = async (id: number): Promise<void> => {
    for (;;) {
      const { status } = await member.call(api.jobs.get, { params: { id } });
      if (status === 'done') return;
      if (status === 'failed' || status === 'cancelled') throw new Error(`the job ${id} ended as ${status}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  };
  const lookAt = (mode: 'start' | 'end') =>
    member.call(api.distributions.save, { body: { eps_id: eps, values: [{ measure: 'cost' as const, mode }], preview: true } });
  let act = 0;
  // The page of resources and the dialog that opens from it do the same before.
  await member.call(api.resources.loadOfNode, { params: { id: eps }, query: {} });
  await member.call(api.distributions.read, { params: { id: eps } });
  const firstLook = await timed(() => lookAt('end'));
  // Another change of the same plan: nothing of it has been laid before.
  const looked = await timed(() => lookAt('start'));
  const saved = await timed(async () => {
    const { act_id: id, job_id: job } = await member.call(api.distributions.save, { body: { eps_id: eps, values } });
    act = id ?? 0;
    await ended(job ?? 0);
  });
  const undone = await timed(async () =>
    ended((await member.call(api.distributions.takeBack, { body: { eps_id: eps, act_id: act } })).job_id),
  );
  const figure = (name: string, value: number): GatedFigure => ({ name, figure: value, unit: 'ms', gate: 2000, floor: null });
  return [
    figure('what a distribution moves is looked at for the first time', firstLook),
    figure('and after another change', looked),
    figure('it is written', saved),
    figure('it is taken back', undone),
  ];
}
