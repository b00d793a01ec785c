import type { api, Input } from '@gantry/contract';
import { createHash, randomBytes } from 'node:crypto';
import type { Context, Services, TokenBounds } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { SESSION_ENDED } from '../auth/auth.service.ts';
import { membershipOf } from '../spaces/spaces.service.ts';
import { deleteTokens, findLive, hasTokens, listTokens, markUsed, saveToken } from './access-tokens.repository.ts';

export { listLiveTokens } from './access-tokens.repository.ts';

/** Prefix of every access token, so that scanners of files and logs recognise one. */
export const TOKEN_PREFIX = 'gantry_';

/** Tokens of a person, those that have ended counted in until they are revoked or forgotten. */
const MOST_TOKENS = 200;

/** Access tokens of the caller. */
export async function listOwnTokens(context: Context) {
  const rows = await context.read((db) => listTokens(db, context.userId));
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }));
}

/** Creates an access token and returns it in clear once; only its hash is stored. */
export async function createToken(context: Context, wish: Input<typeof api.accessTokens.create>['body']) {
  const { name, space_id, rights, days } = wish;
  if (space_id !== null && !(await membershipOf(context, space_id, context.userId))) fail('token.space_not_yours');
  const token = TOKEN_PREFIX + randomBytes(32).toString('base64url');
  const token_hash = createHash('sha256').update(token).digest();
  context.note({ name, space: space_id, rights, days });
  const id = await context.write(async (tx) => {
    if (await hasTokens(tx, context.userId, MOST_TOKENS)) fail('request.limit_reached', { most: MOST_TOKENS });
    return saveToken(tx, { token_hash, user_id: context.userId, name, space_id, rights: [...new Set(rights)], days });
  });
  return { id, token };
}

/** Revokes one of the caller's access tokens. */
export async function revokeToken(context: Context, id: number): Promise<void> {
  await context.write(async (tx) => {
    if (!(await deleteTokens(tx, context.userId, id))) fail('token.not_found');
    await notifyEnded(context, tx, context.userId);
  });
}

/** Revokes all access tokens of a person, in a transaction of the caller's. */
export async function revokeTokensOf(context: Pick<Context, 'push'>, tx: Tx, userId: number): Promise<void> {
  if (await deleteTokens(tx, userId, null)) await notifyEnded(context, tx, userId);
}

/** Channels that a token has opened end with it. */
const notifyEnded = ({ push }: Pick<Context, 'push'>, tx: Tx, userId: number) => push.send(tx, { spaceId: 0, userId }, SESSION_ENDED, {});

/** What a token allows; null where it has ended. */
export async function boundsOfToken(db: Db, userId: number, id: number): Promise<TokenBounds | null> {
  const row = await findLive(db, userId, id);
  return row ? { id, spaceId: row.space_id, rights: new Set(row.rights) } : null;
}

/** Notes that a token was used just now. */
export async function touchToken({ database }: Pick<Services, 'database'>, id: number): Promise<void> {
  await database.write({ spaceId: null, userId: null }, (tx) => markUsed(tx, id));
}
