import { api } from '@gantry/contract';
import type pg from 'pg';
import { randomUUID } from 'node:crypto';
import type { Caller, makeVersion } from '../../e2e/caller.ts';
import { type GatedFigure, share } from '../gates.ts';
import { indexed } from '../teamwork/stage.ts';

type Made = Awaited<ReturnType<typeof makeVersion>>;

const PHONES = 200;
const ENTRIES = 20;
/** A day without a fact. */
const DAY = '2026-03-12';

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
  const figure = await all(async (phone) => {
    const { verdicts } = await member.call(api.dayEntries.report, { body: { entries: kept(phone) } });
    refused += verdicts.filter(({ state }) => state !== 'accepted').length;
  });
  return [
    { name: `${PHONES} phones send ${ENTRIES} reports each at once, p95`, figure, unit: 'ms', gate: 3000, floor },
    { name: 'reports of them that did not become facts', figure: refused, unit: '', gate: 0, floor: null },
  ];
}
