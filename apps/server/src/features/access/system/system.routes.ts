import { type api, IMPORT_BYTES } from '@gantry/contract';
import { type Language, LANGUAGES, LIMITS } from '@gantry/domain';
import type { FastifyRequest } from 'fastify';
import type { Env } from '../../../platform/env/env.ts';
import type { Handlers } from '../../../platform/http/http.ts';
import { PROGRAM_VERSION } from '../../../platform/program.ts';
import { guideIn } from './system.guide.service.ts';
import { type IdentityProviders, signInMethods } from '../single-sign-on/single-sign-on.service.ts';

export const systemRoutes = (env: Env, providers: IdentityProviders): Handlers<typeof api.system> => ({
  state: async (context) => ({
    product: 'gantry',
    version: PROGRAM_VERSION,
    allowed_langs: [...LANGUAGES],
    default_lang: 'en-US',
    support: { email: env.supportEmail, phone: env.supportPhone },
    sign_in_methods: await signInMethods(providers),
    registration_open: env.registrationOpen,
    restore_by_answer: env.restoreByAnswer,
    idleness_minutes: env.idlenessMinutes,
    remove_wbs_at_once: LIMITS.removeWbsAtOnce,
    upload_bytes: LIMITS.uploadBytes,
    import_bytes: IMPORT_BYTES,
    health: (await context.database.answers()) ? 'ok' : 'degraded',
  }),
  clientError: async (context, { body }) => {
    context.log.warn('client.error', { message: body.message, stack: body.stack, url: body.url?.split('?')[0] });
  },
  health: async (context, _input, { reply }) => {
    const alive = await context.database.answers();
    reply.status(alive ? 200 : 503);
    return { success: alive, database: alive ? 'ok' : 'unreachable' };
  },
  privacyPolicy: async (_context, _input, { request }) => {
    const { privacy } = env;
    if (!privacy) return { policy: null };
    return { policy: { version: privacy.version, text: privacy.translations[languageOf(request).slice(0, 2)] ?? privacy.text } };
  },
  guide: async (_context, _input, { request }) => ({ sections: guideIn(languageOf(request)) }),
});

/** The language that a caller asks for, as the page names it: the first part of a locale. */
const languageOf = ({ headers }: FastifyRequest): Language => {
  const asked = (headers['accept-language'] ?? '').slice(0, 2).toLowerCase();
  return LANGUAGES.find((language) => language.slice(0, 2) === asked) ?? 'en-US';
};
