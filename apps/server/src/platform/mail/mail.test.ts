import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../../testing/servers/mail-server.ts';
import { readEnv } from '../env/env.ts';
import { LetterRefused } from './mail.ts';
import { openSmtp, type SmtpSettings } from './mail.smtp.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function startServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  open.push(() => server.close());
  return server;
}

const settings = (port: number, more: Partial<SmtpSettings> = {}): SmtpSettings => ({
  host: '127.0.0.1',
  port,
  encryption: 'none',
  user: null,
  password: null,
  ca: null,
  ...more,
});
const letter = { to: 'anna@plans.example', subject: 'Проверка', text: 'Здравствуйте!\n\nСсылка.\n', html: '<p>Здравствуйте!</p>' };

/** A certificate of our own making for this machine. */
function makeCertificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-certificate-'));
  open.push(async () => rmSync(folder, { recursive: true, force: true }));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '2', ...subject], {
    stdio: 'ignore',
  });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
}

describe('a mail server', () => {
  test('gets a letter in plain text and as a page, in any language', async () => {
    const { port, taken } = await startServer();
    await openSmtp(settings(port), 'plans@gantry.example').send(letter);
    expect(taken).toMatchObject([{ from: 'plans@gantry.example', to: ['anna@plans.example'], secure: false }]);
    const { message } = taken[0];
    expect(message).toMatch(/^From: Gantry <plans@gantry\.example>$/m);
    expect(message).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(message).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(message).toContain('multipart/alternative');
    expect(message).toContain('text/html; charset=utf-8');
    expect(message).not.toMatch(/^X-Mailer/m);
  });

  test('is spoken to under STARTTLS, by a certificate of its own where that is named as trusted', async () => {
    const certificate = makeCertificate();
    const { port, taken } = await startServer({ ...certificate, hideSTARTTLS: false });
    await openSmtp(settings(port, { encryption: 'starttls', ca: certificate.cert }), 'plans@gantry.example').send(letter);
    expect(taken).toMatchObject([{ secure: true }]);
    // Nobody has said that this certificate is to be trusted.
    await expect(openSmtp(settings(port, { encryption: 'starttls' }), 'plans@gantry.example').send(letter)).rejects.toThrow(/certificate/i);
    expect(taken).toHaveLength(1);
  });

  test('gets nothing in the clear where encryption was asked for and it offers none', async () => {
    const { port, taken } = await startServer();
    const sending = openSmtp(settings(port, { encryption: 'starttls' }), 'plans@gantry.example').send(letter);
    await expect(sending).rejects.not.toBeInstanceOf(LetterRefused);
    expect(taken).toEqual([]);
  });

  test('is signed in to; wrong credentials are about the installation, not about the letter', async () => {
    const { port, taken } = await startServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'gantry' && password === 'pier four' ? done(null, { user: 1 }) : done(new Error('no')),
    });
    await openSmtp(settings(port, { user: 'gantry', password: 'pier four' }), 'plans@gantry.example').send(letter);
    expect(taken).toHaveLength(1);
    const wrong = openSmtp(settings(port, { user: 'gantry', password: 'x' }), 'plans@gantry.example').send(letter);
    await expect(wrong).rejects.not.toBeInstanceOf(LetterRefused);
  });

  test.each([
    ['has no such mailbox', 550, true],
    ['is busy', 451, false],
  ])('that %s refuses for good only where it says so', async (_what, responseCode, final) => {
    const { port } = await startServer({ onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode })) });
    const error: unknown = await openSmtp(settings(port), 'plans@gantry.example')
      .send(letter)
      .catch((thrown: unknown) => thrown);
    expect(error instanceof LetterRefused).toBe(final);
    expect(error).toBeInstanceOf(Error);
  });

  test('that is not there can be asked again', async () => {
    const socket = createServer();
    const port = await new Promise<number>((resolve) =>
      socket.listen(0, '127.0.0.1', () => resolve((socket.address() as { port: number }).port)),
    );
    await new Promise((resolve) => socket.close(resolve));
    const sending = openSmtp(settings(port), 'plans@gantry.example').send(letter);
    await expect(sending).rejects.not.toBeInstanceOf(LetterRefused);
  });

  test.each([
    ['a subject', { ...letter, subject: 'Hello\r\nBcc: thief@evil.example\r\n\r\nYours' }],
    ['an address', { ...letter, to: 'anna@plans.example\r\nBcc: thief@evil.example' }],
    ['a second address', { ...letter, to: 'anna@plans.example, thief@evil.example' }],
    ['a named address', { ...letter, to: 'anna@plans.example <thief@evil.example>' }],
  ])('gets no header and no receiver by %s that holds one', async (_what, injected) => {
    const { port, taken } = await startServer();
    await openSmtp(settings(port), 'plans@gantry.example')
      .send(injected)
      .catch(() => undefined);
    for (const { to, message } of taken) {
      expect(to).toHaveLength(1);
      expect(to).not.toContain('thief@evil.example');
      expect(message).not.toMatch(/^Bcc:/im);
    }
  });
});

describe('settings of the mail server', () => {
  const publicUrl = { GANTRY_PUBLIC_URL: 'https://plans.example' };
  test.each([
    [{ SMTP_HOST: 'mail' }, { host: 'mail', port: 587, encryption: 'starttls', user: null }],
    [
      { SMTP_HOST: 'mail', SMTP_ENCRYPTION: 'tls' },
      { port: 465, encryption: 'tls' },
    ],
    [
      { SMTP_HOST: 'mail', SMTP_ENCRYPTION: 'none', SMTP_PORT: '2525' },
      { port: 2525, encryption: 'none' },
    ],
    [{ SMTP_URL: 'smtps://a%40b:p%2Fq@mail:4650' }, { host: 'mail', port: 4650, encryption: 'tls', user: 'a@b', password: 'p/q' }],
    [{ SMTP_URL: 'smtp://mail' }, { port: 587, encryption: 'starttls' }],
  ])('%j', (given, expected) => {
    expect(readEnv({ ...publicUrl, ...given }).smtp).toMatchObject(expected);
  });

  test('a password stands in a file where an environment is no place for it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'gantry-secret-'));
    open.push(async () => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'password');
    const secret = 'a lighthouse in november';
    writeFileSync(file, `${secret}\n`);
    expect(readEnv({ ...publicUrl, SMTP_HOST: 'mail', SMTP_PASSWORD_FILE: file }).smtp?.password).toBe(secret);
    expect(() => readEnv({ ...publicUrl, SMTP_HOST: 'mail', SMTP_PASSWORD_FILE: join(folder, 'none') })).toThrow(/SMTP_PASSWORD_FILE/);
  });

  test('a mail server without the address that links begin with is refused at the start', () => {
    expect(() => readEnv({ SMTP_HOST: 'mail' })).toThrow(/GANTRY_PUBLIC_URL/);
    expect(readEnv({}).smtp).toBeNull();
  });
});
