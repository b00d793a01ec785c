import type { Tx } from '../../../platform/postgres/database.ts';
import { fail } from '../../../platform/fail.ts';
import { lockNames } from '../auth/auth.service.ts';
import { findByLoginOrEmail } from './users.repository.ts';

/** Refuses names that another person signs in with, in the transaction that takes them. Which of the two it is, and whose, is not told. */
export async function refuseTaken(tx: Tx, { login, email }: { login: string; email: string }, but?: number): Promise<void> {
  await lockNames(tx);
  const taken = await findByLoginOrEmail(tx, login, email);
  if (taken.some(({ id }) => id !== but)) fail('user.name_taken');
}
