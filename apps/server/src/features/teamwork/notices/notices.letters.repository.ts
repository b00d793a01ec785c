import type { NoticeKind } from '@gantry/domain';
import { sql } from 'kysely';
import type { Row } from '../../../database/schema.generated.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import type { Mine } from './notices.repository.ts';

type SettingRow = Row<'notice_setting'>;
export type Settings = Pick<SettingRow, 'mail' | 'mail_off' | 'hour' | 'time_zone' | 'quiet_from' | 'quiet_to' | 'desktop'>;

/** What everybody has who has set nothing. */
export const USUAL: Settings = { mail: {}, mail_off: false, hour: 8, time_zone: null, quiet_from: null, quiet_to: null, desktop: {} };

export async function findSettings(db: Db, { spaceId, userId }: Mine): Promise<Settings> {
  const row = await db
    .selectFrom('notice_setting')
    .select(['mail', 'mail_off', 'hour', 'time_zone', 'quiet_from', 'quiet_to', 'desktop'])
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? USUAL;
}

export async function saveSettings(tx: Tx, { spaceId, userId }: Mine, { mail, desktop, ...rest }: Settings): Promise<void> {
  const values = { mail: JSON.stringify(mail), desktop: JSON.stringify(desktop), ...rest };
  await tx
    .insertInto('notice_setting')
    .values({ space_id: spaceId, user_id: userId, ...values })
    .onConflict((conflict) => conflict.columns(['space_id', 'user_id']).doUpdateSet(values))
    .execute();
}

/** What ends the letters of a person without a sign-in. */
export async function unsubscribeKeyOf(tx: Tx, { spaceId, userId }: Mine): Promise<string> {
  const { unsubscribe_key } = await tx
    .insertInto('notice_setting')
    .values({ space_id: spaceId, user_id: userId })
    .onConflict((conflict) => conflict.columns(['space_id', 'user_id']).doUpdateSet({ user_id: userId }))
    .returning('unsubscribe_key')
    .executeTakeFirstOrThrow();
  return unsubscribe_key;
}

/** Ends the letters whose key is given; the name of their space, or null where it is no such key. */
export async function endLetters(tx: Tx, { spaceId, userId }: Mine, key: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    update notice_setting p set mail_off = true from space s
    where s.id = p.space_id and p.space_id = ${spaceId} and p.user_id = ${userId} and p.unsubscribe_key::text = ${key}
    returning s.name`.execute(tx);
  return rows[0]?.name ?? null;
}

/** Notices of a person that were neither looked at nor mailed: since when, by kind, with how the person wants letters. */
export type Waiting = Omit<Settings, 'desktop'> & {
  space_id: number;
  user_id: number;
  space_zone: string | null;
  active: boolean;
  kinds: { kind: NoticeKind; oldest: string }[];
};

export async function listWaiting(db: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select w.space_id, w.user_id, w.kinds, s.time_zone as space_zone, coalesce(u.status = 'active' and m.status = 'active', false) as active,
           coalesce(p.mail, '{}') as mail, coalesce(p.mail_off, false) as mail_off, coalesce(p.hour, ${USUAL.hour}) as hour,
           p.time_zone, p.quiet_from, p.quiet_to
    from (
      select space_id, user_id, jsonb_agg(jsonb_build_object('kind', kind, 'oldest', oldest)) as kinds
      from (
        select space_id, user_id, kind, min(at) as oldest from notice
        where mailed_at is null and checked_at is null group by space_id, user_id, kind
      ) k group by space_id, user_id
    ) w
    join space s on s.id = w.space_id and not s.deleting join app_user u on u.id = w.user_id
    left join space_user m on m.space_id = w.space_id and m.user_id = w.user_id
    left join notice_setting p on p.space_id = w.space_id and p.user_id = w.user_id
    order by w.space_id, w.user_id`.execute(db);
  return rows;
}

/** Takes the waiting notices of some kinds for a letter; what another server has taken is not taken again. Answers their ids, newest first. */
export async function takeForLetter(tx: Tx, { spaceId, userId }: Mine, kinds: readonly NoticeKind[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update notice set mailed_at = now()
    where space_id = ${spaceId} and user_id = ${userId} and mailed_at is null and checked_at is null and kind = any(${[...kinds]})
    returning id`.execute(tx);
  return rows.map(({ id }) => id).sort((a, b) => b - a);
}

/** Whether letters of a space say nothing of the plan, and what the space is called. */
export async function findLetterSpace(db: Db, spaceId: number) {
  return db.selectFrom('space').select(['name', 'bare_letters']).where('id', '=', spaceId).executeTakeFirst();
}
