import type { Context } from '../../../platform/context.ts';
import { findPreference, savePreference } from './preferences.repository.ts';

const keyOf = (context: Context, a: string, b: string) => ({ space_id: context.spaceId, user_id: context.userId, a, b });

/** How the caller left a screen (a) for an object (b); null where they never did. */
export async function readScreenState(context: Context, a: string, b: string) {
  return context.read((db) => findPreference(db, keyOf(context, a, b)));
}

/** Keeps how the caller leaves a screen. */
export async function saveScreenState(context: Context, a: string, b: string, state: unknown): Promise<void> {
  await context.write((tx) => savePreference(tx, keyOf(context, a, b), state));
}
