import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { countTry, forgetTries, takeBackTry } from './auth.repository.ts';

/** Counts belong to no space and to no audit entry. */
const NOBODY = { spaceId: null, userId: null };

/** How often something may be tried under a key before it must wait. */
export type Limit = { key: string; tries: number; windowSeconds: number };

/** The key of tries at one person, however they are named: by login or email, in any case. Nobody's name has a key of its own, so that waiting tells nothing. */
export const keyOfPerson = (what: string, found: { id: number } | null | undefined, name: string): string =>
  found ? `${what}:${found.id}` : `${what}:?${name.normalize('NFKC').toLowerCase()}`;

/** Counts a try under each key, and refuses where one has had too many. Call it before the secret is looked at. */
export async function countTries(context: Context, limits: readonly Limit[]): Promise<void> {
  const over = await context.database.write(NOBODY, async (tx) => {
    const exceeded: Limit[] = [];
    for (const limit of limits) if ((await countTry(tx, limit.key, limit.windowSeconds)) > limit.tries) exceeded.push(limit);
    return exceeded;
  });
  if (over.length) fail('auth.too_many_tries', { minutes: Math.max(...over.map(({ windowSeconds }) => windowSeconds)) / 60 });
}

/** A good try: its own count starts anew, and at the keys that others share it counts for nothing. */
export async function forgiveTries(context: Context, own: string | null, shared: readonly string[] = []): Promise<void> {
  await context.database.write(NOBODY, async (tx) => {
    if (own !== null) await forgetTries(tx, own);
    for (const key of shared) await takeBackTry(tx, key);
  });
}
