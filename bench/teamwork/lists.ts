/**
 * A list of 500 chats, one of them a million messages long, as three people see it: who has read everything, who has read nothing since the
 * first day, and who reads by grants on nodes; and jumps to the beginning of the long one. Floors are bare queries without rights.
 */

import { api } from '@gantry/contract';
import { BUILT_IN_ROLE_ID } from '@gantry/domain';
import { share, type GatedFigure } from '../gates.ts';
import { makeMembers, makeProject, type Member, openStage, type Stage, timesOf } from './stage.ts';

const CHATS = 500;
const SHORT = 60;
const TIMES = 40;

export async function measureLists(quick: boolean): Promise<GatedFigure[]> {
  const long = quick ? 100_000 : 1_000_000;
  const stage = await openStage();
  const { client } = stage;
  try {
    const { owner, spaceId, projectId } = await makeProject(stage);
    const [read, unread, granted] = await makeMembers(stage, spaceId, 3);
    await client.query(
      `with made as (insert into eps_node (space_id, parent_id, kind, name, position)
         select $1, $2, 'schedule', 'Schedule ' || n, n from generate_series(1, $3) n returning id)
       insert into chat (space_id, kind, node_id, last_at) select $1, 'node', id, now() from made`,
      [spaceId, projectId, CHATS],
    );
    const chats = (
      await client.query<{ id: string; node_id: string }>('select id, node_id from chat where space_id = $1 order by id', [spaceId])
    ).rows;
    // A door into the space and a role on each node: what somebody reads is asked for node by node.
    const role_id = (await owner.call(api.roles.create, { body: { name: 'Door', rights: ['space.read'] } })).id;
    await client.query(`update space_user set role = 'viewer', role_id = $3 where space_id = $1 and user_id = $2`, [
      spaceId,
      granted.id,
      role_id,
    ]);
    for (const { node_id } of chats.slice(0, 3))
      await owner.call(api.grants.grant, { body: { node_id: Number(node_id), user_id: granted.id, role_id: BUILT_IN_ROLE_ID.viewer } });
    await client.query(
      `insert into node_grant select (jsonb_populate_record(g, jsonb_build_object('node_id', c.node_id, 'id', 1000000 + c.id))).* from node_grant g, chat c
       where g.space_id = $1 and g.node_id = $2 and c.space_id = $1 and c.node_id not in (select node_id from node_grant where space_id = $1)`,
      [spaceId, chats[0].node_id],
    );
    await fill(stage, spaceId, { author: unread.id, mentioned: granted.id, chat: Number(chats[0].id), messages: long });
    await client.query(
      `insert into chat_person (space_id, chat_id, user_id, last_read_seq) select space_id, id, $2, last_seq from chat where space_id = $1`,
      [spaceId, read.id],
    );
    await client.query('update space_user set created_at = $2 where space_id = $1', [spaceId, new Date(0)]);
    await client.query('vacuum analyze chat_message, chat, chat_person, eps_node, node_grant');

    const figures: GatedFigure[] = [];
    const get = async <T>(member: Member, path: string): Promise<T> => {
      const answer = await fetch(`${stage.node.url}${path}`, { headers: member.headers });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as T;
    };
    const bareList = share(
      await timesOf(TIMES, () => client.query('select * from chat c join eps_node n on n.id = c.node_id where c.space_id = $1', [spaceId])),
      0.95,
    );
    for (const [name, member] of Object.entries({ 'who has read all': read, 'who has read nothing': granted })) {
      const { chats: listed } = await get<{ chats: unknown[] }>(member, api.chat.list.path);
      if (listed.length !== CHATS) throw new Error(`${listed.length} chats are listed for ${name}`);
      const times = await timesOf(TIMES, () => get(member, api.chat.list.path));
      figures.push({
        name: `T4 the list of ${CHATS} chats, ${name}, p95`,
        figure: share(times, 0.95),
        gate: 60,
        floor: bareList,
        unit: 'ms',
      });
    }
    const messages = api.chat.messages.path.replace('{id}', chats[0].id);
    const bare = share(
      await timesOf(TIMES, () =>
        client.query('select * from chat_message where space_id = $1 and chat_id = $2 and seq >= 1 order by seq limit 50', [
          spaceId,
          chats[0].id,
        ]),
      ),
      0.95,
    );
    const { messages: begin } = await get<{ messages: { seq: number }[] }>(granted, `${messages}?around=1`);
    if (begin[0]?.seq !== 1) throw new Error('the first message is not there');
    const jumps = await timesOf(TIMES, () => get(granted, `${messages}?around=1`));
    figures.push({ name: `T4 a jump to message 1 of ${long}, p95`, figure: share(jumps, 0.95), gate: 100, floor: bare, unit: 'ms' });
    const middle = await timesOf(TIMES, (at) => get(granted, `${messages}?around=${Math.floor((long * at) / TIMES) + 1}`));
    figures.push({ name: 'T4 a jump into the middle, p95', figure: share(middle, 0.95), gate: 100, floor: bare, unit: 'ms' });
    return figures;
  } finally {
    await stage.close();
  }
}

/** Messages of all chats; the triggers rest. One in a thousand mentions somebody. */
async function fill(
  { client }: Stage,
  spaceId: number,
  { author, mentioned, chat, messages }: { author: number; mentioned: number; chat: number; messages: number },
): Promise<void> {
  await client.query('set session_replication_role = replica');
  await client.query(
    `insert into chat_message (space_id, chat_id, seq, change, author_id, text, mentions, client_key, created_at)
     select $1, c.id, n, n, $2, 'The walls of section ' || n || ' are poured', case when n % 1000 = 0 then array[$3::bigint] else '{}' end,
       gen_random_uuid(), now() - interval '1 day' + n * interval '50 milliseconds'
     from chat c, generate_series(1, case when c.id = $4 then $5::int else ${SHORT} end) n where c.space_id = $1`,
    [spaceId, author, mentioned, chat, messages],
  );
  await client.query('set session_replication_role = default');
  await client.query(
    `update chat c set last_seq = m.seq, last_change = m.seq from (select chat_id, max(seq) as seq from chat_message group by chat_id) m
     where m.chat_id = c.id`,
  );
}
