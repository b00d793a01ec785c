import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';

/** A letter in plain text, and where mail programs show it the same as a page; with an address that ends such letters by one POST (RFC 8058). */
export type Letter = { to: string; subject: string; text: string; html?: string; unsubscribe?: string; attachment?: Attachment };

/** A file that comes with a letter. */
export type Attachment = { name: string; mediaType: string; content: Buffer };

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
export function asMessage({ to, subject, text, unsubscribe, attachment }: Letter, from: string): string {
  const content = part(['Content-Type: text/plain; charset=utf-8'], Buffer.from(text.replace(/\r?\n/g, '\r\n')));
  const boundary = `gantry-${randomUUID()}`;
  const body = attachment
    ? [
        `Content-Type: multipart/mixed; boundary="${boundary}"`,
        '',
        `--${boundary}`,
        ...content,
        `--${boundary}`,
        ...attached(attachment),
        `--${boundary}--`,
      ]
    : content;
  return [
    `From: Gantry <${plainAddress(from)}>`,
    `To: <${plainAddress(to)}>`,
    `Subject: ${inHeader(subject)}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@gantry.invalid>`,
    ...(unsubscribe === undefined ? [] : unsubscribeHeads(unsubscribe)),
    'MIME-Version: 1.0',
    ...body,
    '',
  ].join('\r\n');
}

const unsubscribeHeads = (address: string): string[] =>
  Object.entries(unsubscribeHeaders(address)).map(([name, value]) => `${name}: ${value.replace(/[^\x20-\x7e]/g, '')}`);

/** The headers by which mail programs end such letters with one POST (RFC 8058). */
export const unsubscribeHeaders = (address: string): Record<string, string> => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

const part = (heads: string[], bytes: Buffer): string[] => [
  ...heads,
  'Content-Transfer-Encoding: base64',
  '',
  bytes.toString('base64').replace(/.{76}(?=.)/g, '$&\r\n'),
];

/** The name by RFC 2231: percent signs and letters, so that no header ends in it. */
const attached = ({ name, mediaType, content }: Attachment): string[] =>
  part(
    [
      `Content-Type: ${mediaType.replace(/[^\w./+-]/g, '')}`,
      `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`,
    ],
    content,
  );

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
