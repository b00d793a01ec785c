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

/** A letter as its reader sees it: the text, and the files that come with it. */
export type ReadLetter = { to: string; text: string; attachments: { name: string; bytes: Buffer }[] };

/** All letters so far, oldest first. */
function readLetters(dataDir: string): ReadLetter[] {
  const folder = join(dataDir, 'mail');
  try {
    return readdirSync(folder)
      .filter((file) => file.endsWith('.eml') && !file.startsWith('.'))
      .sort()
      .map((file) => readLetter(readFileSync(join(folder, file), 'utf8')));
  } catch {
    return [];
  }
}

function readLetter(message: string): ReadLetter {
  const { head, body } = splitPart(message);
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1];
  const parts = boundary === undefined ? [{ head, body }] : body.split(`--${boundary}`).slice(1, -1).map(splitPart);
  const [text, ...others] = parts.map((part) => ({ head: part.head, bytes: Buffer.from(part.body, 'base64') }));
  return {
    to: /^To: <(.+)>\r$/m.exec(head)?.[1] ?? '',
    text: text.bytes.toString(),
    attachments: others.map((part) => ({
      name: decodeURIComponent(/filename\*=utf-8''(\S+)/.exec(part.head)?.[1] ?? ''),
      bytes: part.bytes,
    })),
  };
}

function splitPart(part: string): { head: string; body: string } {
  const end = part.indexOf('\r\n\r\n');
  return { head: part.slice(0, end + 2), body: part.slice(end + 4) };
}

/** The texts of all letters so far, oldest first. */
export const letters = (dataDir: string): string[] => readLetters(dataDir).map(({ text }) => text);

/** The letters that an address has had so far, oldest first. */
export const mailTo = (dataDir: string, address: string): ReadLetter[] => readLetters(dataDir).filter(({ to }) => to === address);
