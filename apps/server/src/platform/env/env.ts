import { LANGUAGES, LOG_LEVELS_FORM } from '@gantry/domain';
import { resolve } from 'node:path';
import { z } from 'zod';
import { aiVariables, readAi } from './env.ai.ts';
import { filesVariables, readBackups, readFiles } from './env.files.ts';
import { mailVariables, readMail, withSecretFiles } from './env.mail.ts';
import { privacyVariables, readPrivacy } from './env.privacy.ts';
import { readSignIn, signInVariables } from './env.sign-in.ts';
import { readTraces, tracesVariables } from './env.traces.ts';

/** `host:port`, an IPv6 host in brackets. */
const ADDRESS = /^(?<host>\[[0-9a-f:]+\]|[^:[\]\s]+):(?<port>\d{1,5})$/i;

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('data'),
  // Not a URL of the web: the host may be missing where a Unix socket is named behind the question mark.
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'it begins with postgresql://')
    .optional(),
  DATABASE_POOLER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'it begins with postgresql://')
    .optional(),
  GANTRY_DEMO: z.enum([...LANGUAGES, 'plan']).default('en-US'),
  GANTRY_DEMO_PASSWORD: z.string().min(1).max(128).optional(),
  GANTRY_REGISTRATION: z.enum(['open', 'closed']).default('open'),
  GANTRY_SUPPORT_EMAIL: z.string().default('support@gantry.example'),
  GANTRY_SUPPORT_PHONE: z.string().default('+000 000 000'),
  GANTRY_IDLENESS_MINUTES: z.coerce.number().int().min(0).default(30),
  GANTRY_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  GANTRY_RESTORE_BY_ANSWER: z.enum(['on', 'off']).default('on'),
  GANTRY_TRUSTED_PROXIES: z.string().default(''),
  ...filesVariables,
  ...mailVariables,
  ...privacyVariables,
  ...aiVariables,
  ...tracesVariables,
  GANTRY_EGRESS_ALLOWED: z.string().default(''),
  ...signInVariables,
  GANTRY_LICENSE_PUBLIC_KEYS: z.string().default(''),
  GANTRY_LICENSE_PUBLIC_KEYS_FILE: z.string().min(1).optional(),
  GANTRY_LICENSE: z.enum(['optional', 'required']).default('optional'),
  GANTRY_ADMINISTRATORS: z.string().default(''),
  GANTRY_METRICS: z.string().regex(ADDRESS, 'it is an address and a port, such as 127.0.0.1:9464').optional(),
  GANTRY_LEAVE_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  GANTRY_LOG_LEVEL: z.string().regex(LOG_LEVELS_FORM, 'it is a level, or levels of areas, such as info,import=debug').default('info'),
  GANTRY_WEB_PUSH: z.enum(['on', 'off']).default('off'),
  GANTRY_STORAGE_QUOTA_MB: z.coerce
    .number()
    .int()
    .positive()
    .max(1_000_000_000)
    .default(50 * 1024),
});

/** Names of all variables that are read. */
export const VARIABLES: readonly string[] = Object.keys(schema.shape);

const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

function readAddress(text: string | undefined): { host: string; port: number } | null {
  const { host, port } = ADDRESS.exec(text ?? '')?.groups ?? {};
  return host && port ? { host: host.replace(/^\[|\]$/g, ''), port: Number(port) } : null;
}

/** Settings of the installation, from the environment. */
export type Env = ReturnType<typeof readEnv>;

/** Parses the environment; throws one sentence that names the variable and what it wants. */
export function readEnv(source: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(withSecretFiles(given));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`The environment variable ${String(issue.path[0])} is not usable: ${issue.message}`);
  }
  const env = parsed.data;
  const smtp = readMail(env);
  // Letters hold links. They never begin with what a request calls its host, and a guess would send people to their own machine.
  if (smtp && !env.GANTRY_PUBLIC_URL)
    throw new Error('The environment variable GANTRY_PUBLIC_URL is not usable: a mail server needs the address that links begin with');
  if (env.DATABASE_POOLER_URL && !env.DATABASE_URL)
    throw new Error(
      'The environment variable DATABASE_POOLER_URL is not usable: DATABASE_URL must lead past the pooler to the same database, for what listens and migrates',
    );
  const signIn = readSignIn(env);
  if ((signIn.openid || signIn.adfs) && !env.GANTRY_PUBLIC_URL)
    throw new Error(
      'The environment variable GANTRY_PUBLIC_URL is not usable: an identity provider needs the address that it leads back to',
    );
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL ?? null,
    /** A pooler before that database, one connection a transaction; null: none. */
    poolerUrl: env.DATABASE_POOLER_URL ?? null,
    /** What the demo space of the first start holds: the whole sample in a language, or a plan alone. */
    demo: env.GANTRY_DEMO,
    demoPassword: env.GANTRY_DEMO_PASSWORD ?? null,
    registrationOpen: env.GANTRY_REGISTRATION === 'open',
    supportEmail: env.GANTRY_SUPPORT_EMAIL,
    supportPhone: env.GANTRY_SUPPORT_PHONE,
    /** Where people reach the page; links in letters begin with it, never with what a request calls its host. */
    publicUrl: (
      env.GANTRY_PUBLIC_URL ?? `http://${env.HOST === '0.0.0.0' || env.HOST === '::' ? 'localhost' : env.HOST}:${env.PORT}`
    ).replace(/\/+$/, ''),
    /** The S3 service for files; null: they lie in the folder `files` of the data folder. */
    s3: readFiles(env),
    /** Where copies of the whole installation are kept, the built-in database included; null: nowhere. */
    copiesDir: env.GANTRY_COPIES_DIR ? resolve(env.GANTRY_COPIES_DIR) : null,
    backups: readBackups(env, resolve(env.DATA_DIR)),
    /** The mail server; null: letters lie in the folder `mail` of the data folder. */
    smtp,
    mailFrom: env.GANTRY_MAIL_FROM ?? env.GANTRY_SUPPORT_EMAIL,
    privacy: readPrivacy(env),
    /** The model that proposals may be refined by, where a space allows it; null: none. */
    ai: readAi(env),
    restoreByAnswer: env.GANTRY_RESTORE_BY_ANSWER === 'on',
    idlenessMinutes: env.GANTRY_IDLENESS_MINUTES,
    trustedProxies: listOf(env.GANTRY_TRUSTED_PROXIES),
    /** Hosts that the server may call although they are private, speak plain HTTP or listen elsewhere. */
    egressAllowed: listOf(env.GANTRY_EGRESS_ALLOWED),
    signIn,
    /** Public keys that licences are checked against, as `readPublicKeys` takes them, and the file that holds more of them. */
    licenseKeys: env.GANTRY_LICENSE_PUBLIC_KEYS,
    licenseKeysFile: env.GANTRY_LICENSE_PUBLIC_KEYS_FILE ?? null,
    licenseRequired: env.GANTRY_LICENSE === 'required',
    /** Where `/metrics`, `/live` and `/ready` answer; null: nowhere. */
    metrics: readAddress(env.GANTRY_METRICS),
    /** How long a server that is asked to stop goes on answering while `/ready` sends others elsewhere. */
    leaveMs: env.GANTRY_LEAVE_SECONDS * 1000,
    /** Where traces of calls, statements and jobs go; null: none are made. */
    traces: readTraces(env),
    logLevel: env.GANTRY_LOG_LEVEL,
    /** What the files of a space may take together at most. */
    storageQuotaMb: env.GANTRY_STORAGE_QUOTA_MB,
    /** Whether the server calls the push services of browsers. */
    webPush: env.GANTRY_WEB_PUSH === 'on',
    /** Logins of those who look after the installation; with them nobody does for having come first. */
    administrators: listOf(env.GANTRY_ADMINISTRATORS).map((name) => name.toLowerCase()),
  };
}
