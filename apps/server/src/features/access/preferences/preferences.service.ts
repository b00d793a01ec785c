import type { Context } from '../../../platform/context.ts';
import { findPreference, forgetOldest, savePreference } from './preferences.repository.ts';

/** States of a person in a space, one for each screen and object. */
export const STATES_KEPT = 5000;

const keyOf = (context: Context, a: string, b: string) => ({ space_id: context.spaceId, user_id: context.userId, a, b });

/** How the caller left a screen (a) for an object (b); null where they never did. */
export async function readScreenState(context: Context, a: string, b: string) {
  return context.read((db) => findPreference(db, keyOf(context, a, b)));
}

/** Keeps how the caller leaves a screen; of too many states the oldest go. */
export async function saveScreenState(context: Context, a: string, b: string, state: unknown): Promise<void> {
  const key = keyOf(context, a, b);
  await context.write(async (tx) => {
    if (await savePreference(tx, key, state)) await forgetOldest(tx, key, STATES_KEPT);
  });
}
