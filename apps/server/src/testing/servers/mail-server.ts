import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** What a mail server took. */
export type Taken = { from: string; to: string[]; message: string; secure: boolean };

/** A real mail server on a port of this machine, in the clear and without sign-in where the options do not say otherwise. */
export type MailServer = { port: number; taken: Taken[]; close(): Promise<void> };

/** Starts a mail server; on a free port where none is given. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const taken: Taken[] = [];
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    hideSTARTTLS: true,
    closeTimeout: 200,
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        taken.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          message: Buffer.concat(parts).toString('utf8'),
          secure: session.secure,
        });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as { port: number }).port,
    taken,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** The plain text of a message that has parts. */
export function plainTextOf(message: string): string {
  const part = /Content-Type: text\/plain[^]*?\r?\n\r?\n([^]*?)\r?\n--/.exec(message);
  const head = message.slice(part?.index ?? 0, (part?.index ?? 0) + 200);
  const body = part?.[1] ?? '';
  if (/Content-Transfer-Encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_code, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return /quoted-printable/i.test(head) ? Buffer.from(bytes, 'latin1').toString('utf8') : body;
}
