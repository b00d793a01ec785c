import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';

/** A letter in plain text, and where mail programs show it the same as a page; with an address that ends such letters by one POST (RFC 8058). */
export type Letter = { to: string; subject: string; text: string; html?: string; unsubscribe?: string };

/** A transport for letters. `send` resolves when the letter was handed over. */
export type Mail = {
  /** Whether letters are delivered, or stay in a folder until the operator forwards them. */
  readonly delivers: boolean;
  send(letter: Letter): Promise<void>;
};

/** The mail server refused this letter permanently; it is not retried. */
export class LetterRefused extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`the letter was refused: ${reason}`);
    this.name = 'LetterRefused';
    this.reason = reason;
  }
}

/** Stores letters as .eml files with mode 0600: they hold links that change passwords. */
export function openMailFolder(folder: string, from: string, log: Log): Mail {
  return {
    delivers: false,
    async send(letter) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`;
      const [unfinished, path] = [join(folder, `.${file}`), join(folder, file)];
      await writeFile(unfinished, asMessage(letter, from), { mode: 0o600, flush: true });
      await rename(unfinished, path);
      log.info('mail.kept', { file, why: 'no mail server is set up: letters lie in the folder mail of the data folder' });
    },
  };
}

/** A message by RFC 5322 whose every part is ASCII: no name and no address can add a header. */
export function asMessage({ to, subject, text }: Letter, from: string): string {
  const body = Buffer.from(text.replace(/\r?\n/g, '\r\n'))
    .toString('base64')
    .replace(/.{76}(?=.)/g, '$&\r\n');
  return [
    `From: Gantry <${plainAddress(from)}>`,
    `To: <${plainAddress(to)}>`,
    `Subject: ${inHeader(subject)}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@gantry.invalid>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    body,
    '',
  ].join('\r\n');
}

/** An address without what would end it or its line. */
export const plainAddress = (address: string): string => address.replace(/[^\x21-\x7e]|[<>,;:"()[\]\\]/g, '');

/** Encoded words of RFC 2047, each whole characters of at most 45 bytes. */
function inHeader(text: string): string {
  const words: string[] = [];
  let word = '';
  for (const character of text.replace(/\s+/g, ' ')) {
    if (Buffer.byteLength(word + character) > 45) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  return [...words, word].map((part) => `=?utf-8?B?${Buffer.from(part).toString('base64')}?=`).join('\r\n ');
}
