import { LANGUAGES } from '@gantry/domain';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** State that the page needs before sign-in. */
export const systemState = z.object({
  product: z.literal('gantry'),
  version: z.string(),
  allowed_langs: z.array(z.enum(LANGUAGES)),
  default_lang: z.enum(LANGUAGES),
  support: z.object({ email: z.string(), phone: z.string() }),
  sign_in_methods: z.array(z.enum(['password', 'adfs', 'kerberos', 'openid'])),
  registration_open: z.boolean(),
  /** Whether the answer to the security question opens an account without a letter. */
  restore_by_answer: z.boolean(),
  idleness_minutes: z.number(),
  remove_wbs_at_once: z.number(),
  upload_bytes: z.number(),
  /** The largest schedule file, which is sent in parts. */
  import_bytes: z.number(),
  health: z.enum(['ok', 'degraded']),
});

export const system = {
  state: endpoint({
    method: 'GET',
    path: '/api/v1/system-state',
    summary: 'State of the installation, read at start-up',
    right: 'public',
    output: systemState,
  }),
  clientError: endpoint({
    method: 'POST',
    path: '/api/v1/client-error',
    summary: 'Report an error that happened in the browser',
    right: 'public',
    body: z.object({ message: z.string().max(2000), stack: z.string().max(8000).optional(), url: z.string().max(2000).optional() }),
  }),
  health: endpoint({
    method: 'GET',
    path: '/api/v1/health-check',
    summary: 'Whether the server and its database answer',
    right: 'public',
    output: z.object({ success: z.boolean(), database: z.enum(['ok', 'unreachable']) }),
  }),
  /** Not spelled in the specification: what is accepted by `users/accept-privacy-policy` has to be read first. */
  privacyPolicy: endpoint({
    method: 'GET',
    path: '/api/v1/privacy-policy',
    summary: 'The privacy policy of the installation, in the language of the caller where it has it; null where there is none',
    right: 'public',
    output: z.object({ policy: z.object({ version: z.string(), text: z.string() }).nullable() }),
  }),
  guide: endpoint({
    method: 'GET',
    path: '/api/v1/guide',
    summary: 'The user guide, in the language of the caller: its sections in their order',
    right: 'public',
    output: z.object({ sections: z.array(z.object({ id: z.string(), title: z.string(), text: z.string() })) }),
  }),
};
