import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fail } from '../../../platform/fail.ts';
import { isWeakPassword, type LeakedPasswords } from './users.rules.ts';

/** Leaked passwords, the most common one first. */
const require = createRequire(import.meta.url);
const FILE = require.resolve('@zxcvbn-ts/language-common/src/passwords.json');
const FIRST = 3000;

/** They are many, and rarely asked for: kept until the memory is needed. */
let kept: WeakRef<LeakedPasswords> | null = null;

/** The list of leaked passwords. */
export async function readLeaked(): Promise<LeakedPasswords> {
  const there = kept?.deref();
  if (there) return there;
  const list = JSON.parse(await readFile(FILE, 'utf8')) as string[];
  const leaked = { all: new Set(list), first: new Set(list.slice(0, FIRST)) };
  kept = new WeakRef(leaked);
  return leaked;
}

/** Refuses a password that is tried first. */
export async function refuseGuessable(password: string, person: Parameters<typeof isWeakPassword>[1]): Promise<void> {
  if (isWeakPassword(password, person, await readLeaked())) fail('user.password_weak');
}
