import type { Endpoint } from '@gantry/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context, Services } from '../context.ts';
import { startEvery } from '../jobs/every.ts';
import { deleteInBlocks } from '../jobs/jobs.clearing.ts';
import { type Db, storablePart, type Tx } from '../postgres/database.ts';
import { fail, Refused } from '../fail.ts';

/** A key counts for a day, and of one person in a space at least the last so many do. */
const HOURS = 24;
const KEPT = 1000;
/** Every so many calls of a person delete that person's expired keys; a timer deletes those of people who do not come back. */
const CLEAR_EVERY = 50;
const LOOK_EVERY_MS = 3_600_000;
/** Longer answers are not stored: a repeated call then gets plain success. */
const ANSWER_CHARACTERS = 64 * 1024;
const KEY = /^[\x21-\x7e]{8,128}$/;

type Call = { key: string; hash: Buffer };

/**
 * Answers a call that says by `Idempotency-Key` who it is: sent again by the same person, it changes nothing a second time and is
 * answered as it was the first time. The key is stored with the first transaction that the call commits: a call that was refused, or
 * whose server ended before that, is made anew. Calls outside of a space, and those that only read, have no keys.
 */
export async function onlyOnce<T>(
  context: Context,
  endpoint: Endpoint,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  run: () => Promise<T>,
): Promise<T> {
  const key = request.headers['idempotency-key'];
  if (key === undefined || !endpoint.changesData || !context.spaceId) return run();
  if (typeof key !== 'string' || !KEY.test(key))
    fail('request.invalid', { where: 'headers', fields: [], field: 'Idempotency-Key', reason: '' });
  const call = { key, hash: hashOf(context, request) };
  let saved = false;
  context.withFirst(async (tx) => {
    saved = await saveCall(tx, context, call);
    if (!saved) fail('request.done_already');
  });
  let answer: T;
  try {
    answer = await run();
  } catch (error) {
    // What was done already may well be refused the second time: the row is there, or gone.
    const known = !saved && error instanceof Refused && (await context.read((db) => findCall(db, context, key)));
    if (!known) throw error;
    if (!known.hash.equals(call.hash)) fail('request.key_of_another');
    if (known.answer === null) fail('request.done_already');
    reply.header('idempotent-replayed', 'true');
    return known.answer as T;
  }
  // A file or a stream has gone already.
  if (!reply.sent && answer !== reply) await context.database.write(scopeOf(context), (tx) => saveAnswer(tx, context, call, answer));
  return answer;
}

const scopeOf = ({ spaceId, userId }: Context) => ({ spaceId, userId });

function hashOf(context: Context, { method, url, body }: FastifyRequest): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([method, url, context.userId, body ?? null]))
    .digest();
}

async function saveCall(tx: Tx, { spaceId, actorId }: Context, { key, hash }: Call): Promise<boolean> {
  const saved = await tx
    .insertInto('repeated_call')
    .values({ space_id: spaceId, user_id: actorId, key, hash })
    .onConflict((conflict) =>
      conflict
        .columns(['space_id', 'user_id', 'key'])
        .doUpdateSet({ hash, answer: null, at: sql<Date>`now()` })
        .where('repeated_call.at', '<', sql<Date>`now() - make_interval(hours => ${HOURS})`),
    )
    .returning('id')
    .executeTakeFirst();
  if (saved && saved.id % CLEAR_EVERY === 0) await clear(tx, spaceId, actorId);
  return saved !== undefined;
}

async function clear(tx: Tx, spaceId: number, userId: number): Promise<void> {
  await sql`delete from repeated_call where space_id = ${spaceId} and user_id = ${userId}
    and at < now() - make_interval(hours => ${HOURS})`.execute(tx);
  await sql`delete from repeated_call where space_id = ${spaceId} and user_id = ${userId}
    and id in (select id from repeated_call where space_id = ${spaceId} and user_id = ${userId} order by at desc offset ${KEPT})`.execute(
    tx,
  );
}

/** Deletes the expired keys of repeated calls of all people; returns how many. */
export const forgetCalls = (services: Pick<Services, 'database'>, most?: number): Promise<number> =>
  deleteInBlocks(
    services,
    (limit) => sql`delete from repeated_call where (space_id, id) in (
      select space_id, id from repeated_call where at < now() - make_interval(hours => ${HOURS}) order by at limit ${limit}
      for update skip locked)`,
    most,
  );

/** Looks every hour; the returned function stops it. */
export const startCallClearing = (services: Pick<Services, 'database' | 'log'>): (() => void) =>
  startEvery(services.log, 'repeats.clearing', LOOK_EVERY_MS, () => forgetCalls(services));

async function findCall(db: Db, { spaceId, actorId }: Context, key: string) {
  return db
    .selectFrom('repeated_call')
    .select(['hash', 'answer'])
    .where('space_id', '=', spaceId)
    .where('user_id', '=', actorId)
    .where('key', '=', key)
    .where('at', '>=', sql<Date>`now() - make_interval(hours => ${HOURS})`)
    .executeTakeFirst();
}

async function saveAnswer(tx: Tx, { spaceId, actorId }: Context, { key, hash }: Call, answer: unknown): Promise<void> {
  const text = textWithin(answer, ANSWER_CHARACTERS);
  if (text === null) return;
  await tx
    .updateTable('repeated_call')
    .set({ answer: text })
    .where('space_id', '=', spaceId)
    .where('user_id', '=', actorId)
    .where('key', '=', key)
    .where('hash', '=', hash)
    .execute();
}

/** The fewest characters that a value adds to a JSON text beside its own text: one for the value and one for the separator. */
const LEAST = 2;

/** Writes an answer as JSON; returns null, without writing it to its end, where it is longer than `most` characters. */
export function textWithin(answer: unknown, most: number): string | null {
  let least = 0;
  const counted = (_key: string, part: unknown): unknown => {
    if (part !== undefined && typeof part !== 'function') least += LEAST + (typeof part === 'string' ? part.length : 0);
    if (least > most + LEAST) throw new TooLong();
    return storablePart(part);
  };
  try {
    const text = JSON.stringify(answer, counted);
    return text.length > most ? null : text;
  } catch (error) {
    if (error instanceof TooLong) return null;
    throw error;
  }
}

class TooLong extends Error {}
