import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { SmtpSettings } from '../mail/mail.smtp.ts';
import { errorMessage } from '../errors.ts';

/** Variables that name the mail server. */
export const mailVariables = {
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMTP_HOST: z.string().min(1).optional(),
  SMTP_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  SMTP_USER: z.string().min(1).optional(),
  SMTP_PASSWORD: z.string().optional(),
  SMTP_ENCRYPTION: z.enum(['starttls', 'tls', 'none']).optional(),
  SMTP_CA_FILE: z.string().optional(),
  GANTRY_MAIL_FROM: z.email().optional(),
};

const variables = z.object(mailVariables);
const PORTS = { starttls: 587, tls: 465, none: 25 };

/** The mail server; null where none is named. */
export function readMail(env: z.output<typeof variables>): SmtpSettings | null {
  const url = env.SMTP_URL ? new URL(env.SMTP_URL) : null;
  const host = url ? url.hostname : env.SMTP_HOST;
  if (!host) return null;
  const encryption = env.SMTP_ENCRYPTION ?? (url?.protocol === 'smtps:' ? 'tls' : 'starttls');
  return {
    host,
    port: Number(url?.port) || (env.SMTP_PORT ?? PORTS[encryption]),
    encryption,
    user: (url && decodeURIComponent(url.username)) || (env.SMTP_USER ?? null),
    password: (url && decodeURIComponent(url.password)) || (env.SMTP_PASSWORD ?? null),
    ca: env.SMTP_CA_FILE === undefined ? null : readNamedFile('SMTP_CA_FILE', env.SMTP_CA_FILE),
  };
}

/** Secrets that may stand in a file instead, named by the same variable with `_FILE` behind it. */
const SECRETS = ['SMTP_URL', 'SMTP_PASSWORD', 'OIDC_CLIENT_SECRET', 'ADFS_CLIENT_SECRET', 'GANTRY_S3_SECRET_KEY', 'GANTRY_AI_KEY'] as const;

/** The environment with the secrets that it names by a file. */
export function withSecretFiles(given: Record<string, string | undefined>): Record<string, string | undefined> {
  const read = SECRETS.flatMap((name): [string, string][] => {
    const path = given[`${name}_FILE`];
    return path ? [[name, readNamedFile(`${name}_FILE`, path).trim()]] : [];
  });
  return { ...given, ...Object.fromEntries(read) };
}

function readNamedFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`The environment variable ${name} is not usable: ${errorMessage(error)}`, { cause: error });
  }
}
