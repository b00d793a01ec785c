import { z } from 'zod';

/** Variables that name a model for proposals. */
export const aiVariables = {
  GANTRY_AI_URL: z.url({ protocol: /^https?$/ }).optional(),
  GANTRY_AI_MODEL: z.string().min(1).max(200).optional(),
  GANTRY_AI_KEY: z.string().min(1).optional(),
  GANTRY_AI_CALLS_A_DAY: z.coerce.number().int().min(1).max(1_000_000).default(200),
};

const variables = z.object(aiVariables);

/** The model that proposals may be refined by, behind an endpoint of OpenAI's form; null: there is none. */
export function readAi(env: z.output<typeof variables>): { url: string; name: string; key: string | null; callsADay: number } | null {
  if (!env.GANTRY_AI_URL) return null;
  if (!env.GANTRY_AI_MODEL) throw new Error('The environment variable GANTRY_AI_MODEL is not usable: GANTRY_AI_URL needs it beside itself');
  return { url: env.GANTRY_AI_URL, name: env.GANTRY_AI_MODEL, key: env.GANTRY_AI_KEY ?? null, callsADay: env.GANTRY_AI_CALLS_A_DAY };
}
