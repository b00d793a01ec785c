import { LANGUAGES } from '@gantry/domain';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const params = z.object({ id: z.enum(LANGUAGES) });

export const localization = {
  list: endpoint({
    method: 'GET',
    path: '/api/v1/localization',
    summary: 'Languages of the interface',
    right: 'public',
    output: z.object({ languages: z.array(z.object({ id: z.enum(LANGUAGES), name: z.string() })) }),
  }),
  texts: endpoint({
    method: 'GET',
    path: '/api/v1/localization/{id}',
    summary: 'All texts of a language, what is missing in English',
    right: 'public',
    params,
    output: z.object({ id: z.enum(LANGUAGES), texts: z.record(z.string(), z.string()) }),
  }),
  choose: endpoint({
    method: 'GET',
    path: '/api/v1/localization/set/{id}',
    summary: 'Remember the language of the signed-in person',
    right: 'signed_in',
    params,
    changesData: true,
    audit: false,
  }),
};
