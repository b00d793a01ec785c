import type { api } from '@gantry/contract';
import { LANGUAGES } from '@gantry/domain';
import type { Handlers } from '../../../platform/http/http.ts';
import { chooseLanguage } from '../users/users.service.ts';
import { LANGUAGE_NAMES, textsOf } from './localization.service.ts';

export const localizationRoutes: Handlers<typeof api.localization> = {
  list: async () => ({ languages: LANGUAGES.map((id) => ({ id, name: LANGUAGE_NAMES[id] })) }),
  texts: async (_context, { params }) => ({ id: params.id, texts: textsOf(params.id) }),
  choose: (context, { params }) => chooseLanguage(context, params.id),
};
