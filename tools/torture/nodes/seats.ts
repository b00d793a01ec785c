/** I10: members of a space are activated by several servers at once, and never more of them than its licence has seats. */

import { setTimeout } from 'node:timers/promises';
import { api } from '@gantry/contract';
import { newIssuer } from '../../../apps/server/src/testing/servers/license-issuer.ts';
import type { Foreign } from './canary.ts';
import type { Cluster } from './cluster.ts';

export const issuer = newIssuer();
/** One of them is the owner's. */
const SEATS = 3;
const PEOPLE = 6;
const PAUSE_MS = 1_000;
const CALL_MS = 5_000;

/** What was seen: seats that were refused and taken, and moments at which there were too many. */
export type Seen = { refused: number; taken: number; broken: string[] };

/** Gives the foreign space its licence, and members that are disabled; answers their ids. */
export async function openSeats({ sql }: Cluster, { owner, desk }: Foreign): Promise<number[]> {
  await owner.call(api.licenses.load, { body: { token: await issuer.issue({ paid_users: SEATS }) } });
  const people = await sql<{ id: number }>(
    `insert into app_user (login, email, first_name, last_name, password_hash, secret_question, secret_answer_hash)
     select 'seat' || n, 'seat' || n || '@gantry.example', 'Seat', n::text, '', '', '' from generate_series(1, $1::int) n returning id::int`,
    [PEOPLE],
  );
  const ids = people.map(({ id }) => id);
  await sql(`insert into space_user (space_id, user_id, role, status) select $1, unnest($2::bigint[]), 'planner', 'disabled'`, [
    desk.spaceId,
    ids,
  ]);
  return ids;
}

/** Activates all members at once by one server after the other, and disables them again, until it is over. */
export async function takeSeats(
  { sql, nodes }: Cluster,
  { desk }: Foreign,
  people: readonly number[],
  isOver: () => boolean,
): Promise<Seen> {
  const { spaceId, token } = desk;
  const seen: Seen = { refused: 0, taken: 0, broken: [] };
  const set = async (id: number, at: number, status: 'active' | 'disabled'): Promise<number> =>
    fetch(`${nodes[at % nodes.length].wire.url}/api/v1/space/${spaceId}/users/${id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'x-space-id': String(spaceId), 'content-type': 'application/json' },
      body: JSON.stringify({ status }),
      signal: AbortSignal.timeout(CALL_MS),
    }).then(
      (answer) => answer.status,
      () => 0,
    );
  for (let round = 0; !isOver(); round += 1) {
    const answers = await Promise.all(people.map((id, at) => set(id, at + round, 'active')));
    seen.taken += answers.filter((status) => status === 200).length;
    seen.refused += answers.filter((status) => status === 402).length;
    seen.broken.push(...(await checkSeats(sql, spaceId).catch(() => [])));
    await Promise.all(people.map((id, at) => set(id, at + round, 'disabled')));
    await setTimeout(PAUSE_MS);
  }
  seen.broken.push(...(await checkSeats(sql, spaceId)));
  return seen;
}

/** More seats than there are, or members without one. */
async function checkSeats(sql: Cluster['sql'], spaceId: number): Promise<string[]> {
  const [{ seats, unseated }] = await sql<{ seats: number; unseated: number }>(
    `select (select count(distinct user_id) from seat where space_id = $1 and kind = 'users')::int as seats,
       (select count(*) from space_user m where m.space_id = $1 and m.status = 'active'
          and not exists (select from seat s where s.space_id = $1 and s.user_id = m.user_id and s.kind = 'users'))::int as unseated`,
    [spaceId],
  );
  return [...(seats > SEATS ? [`${seats} seats of ${SEATS}`] : []), ...(unseated ? [`${unseated} members without a seat`] : [])];
}
