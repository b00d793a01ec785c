import { type Letter, LetterRefused, type Mail, plainAddress, unsubscribeHeaders } from './mail.ts';
import { errorCode } from '../errors.ts';

/** How to reach the mail server. */
export type SmtpSettings = {
  host: string;
  port: number;
  /** `starttls` never falls back to plain text; `tls` is encrypted from the first byte; `none` is for a server on this machine. */
  encryption: 'starttls' | 'tls' | 'none';
  user: string | null;
  password: string | null;
  /** A certificate, as PEM, that is trusted beside those of the system. */
  ca: string | null;
};

const TIMES_MS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, dnsTimeout: 10_000 };

/** Sends letters by SMTP. A permanent refusal throws `LetterRefused`; other errors may be retried. */
export function openSmtp({ host, port, encryption, user, password, ca }: SmtpSettings, from: string): Mail {
  const options = {
    host,
    port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    ...(user === null ? {} : { auth: { user, pass: password ?? '' } }),
    ...(ca === null ? {} : { tls: { ca } }),
    ...TIMES_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  // Imported with the first letter: most processes never send one and save 20 MB.
  const opened = once(async () => (await import('nodemailer')).createTransport(options));
  return {
    delivers: true,
    async send(letter) {
      const transport = await opened();
      await transport.sendMail(asMailOptions(letter, from)).catch((error: unknown) => {
        throw isFinal(error) ? new LetterRefused(((error as { response?: string }).response ?? '').slice(0, 200)) : error;
      });
    },
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => (made ??= make());
}

/** Passes names and addresses as fields, so that they cannot inject headers or recipients. */
const asMailOptions = ({ to, subject, text, html, unsubscribe, attachment }: Letter, from: string) => ({
  from: { name: 'Gantry', address: plainAddress(from) },
  to: { name: '', address: plainAddress(to) },
  subject: subject.replace(/\p{Cc}+|\s+/gu, ' ').trim(),
  text,
  ...(html === undefined ? {} : { html }),
  ...(attachment === undefined
    ? {}
    : { attachments: [{ filename: attachment.name, contentType: attachment.mediaType, content: attachment.content }] }),
  headers: {
    'Auto-Submitted': 'auto-generated',
    ...(unsubscribe === undefined ? {} : unsubscribeHeaders(unsubscribe)),
  },
  xMailer: false as const,
});

/** RFC 5321: replies from 500 on are permanent. Those to authentication or STARTTLS concern the installation, not the letter. */
function isFinal(error: unknown): boolean {
  const code = errorCode(error);
  return (
    (code === 'EENVELOPE' || code === 'EMESSAGE') && error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500
  );
}
