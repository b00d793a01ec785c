/** People of a journey and the letters that they get. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { api } from '@gantry/contract';
import { type Caller, signIn } from './caller.ts';

/** The password of everyone whom a journey registers. */
export const PASSWORD = 'eleven cranes over the harbour';
/** The answer to everybody's security question. */
export const ANSWER = 'Harbour street';

/** A registered person. */
export type Account = { login: string; password: string; id: number; call: Caller['call']; inSpace: Caller['inSpace'] };

/** Registers somebody and signs them in as a script. */
export async function newAccount(url: string, login: string): Promise<Account> {
  const body = {
    login,
    email: `${login}@gantry.example`,
    first_name: login[0].toUpperCase() + login.slice(1),
    last_name: 'Tester',
    password: PASSWORD,
    secret_question: 'On which street did you grow up?',
    answer: ANSWER,
  };
  const response = await fetch(`${url}${api.users.register.path}`, {
    method: api.users.register.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${login} could not register: ${await response.text()}`);
  const caller = await signIn(url, { login, password: PASSWORD });
  const { id } = await caller.call(api.users.whoAmI);
  return { login, password: PASSWORD, id, ...caller };
}

/** The texts of all letters so far, oldest first. */
export function letters(dataDir: string): string[] {
  const folder = join(dataDir, 'mail');
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.eml') && !file.startsWith('.'))
      .sort()
      .map((file) => Buffer.from(readFileSync(join(folder, file), 'utf8').split('\r\n\r\n')[1], 'base64').toString());
  } catch {
    return [];
  }
}
