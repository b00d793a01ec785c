import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fail } from '../../../platform/fail.ts';
import { isWeakPassword, type LeakedPasswords } from './users.rules.ts';

/** Leaked passwords, the most common one first; read when somebody sets a password and not kept: that is rare, and they are many. */
const require = createRequire(import.meta.url);
const FILE = require.resolve('@zxcvbn-ts/language-common/src/passwords.json');
const FIRST = 3000;

/** The list of leaked passwords. */
export async function readLeaked(): Promise<LeakedPasswords> {
  const list = JSON.parse(await readFile(FILE, 'utf8')) as string[];
  return { all: new Set(list), first: new Set(list.slice(0, FIRST)) };
}

/** Refuses a password that is tried first. */
export async function refuseGuessable(password: string, person: Parameters<typeof isWeakPassword>[1]): Promise<void> {
  if (isWeakPassword(password, person, await readLeaked())) fail('user.password_weak');
}
