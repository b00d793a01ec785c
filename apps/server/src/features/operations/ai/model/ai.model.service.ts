import type { AiProposedPart, AiProposedRelation, AiSilence } from '@gantry/contract';
import type { Context } from '../../../../platform/context.ts';
import type { SafeFetch } from '../../../../platform/egress/egress.ts';
import { Refused } from '../../../../platform/fail.ts';
import { describeError } from '../../../../platform/log.ts';
import { jsonOf, keptSince, partsOfAnswer, requestOf, type ShownExample, type ShownRow, textOfAnswer } from './ai.model.rules.ts';
import { countCalls, isModelAllowed, listCalls, saveCall } from './ai.model.repository.ts';

/** The model of the installation: any endpoint of OpenAI's form. */
export type AiModel = { url: string; name: string; key: string | null; callsADay: number; safeFetch: SafeFetch };

const LIMIT_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
const PAGE = 30;
/** Characters of a prompt or an answer that are kept. */
const MOST_KEPT = 200_000;
/** After so many failures in a row nobody waits for it for a while. */
const [FAILURES, REST_MS] = [5, 10 * 60_000];

type Offered = { rows: AiProposedPart[]; relations: AiProposedRelation[] };

/** What the people of a space may ask: the model's name where the installation has one, and whether the space allows it. */
export async function modelOfSpace(context: Context, model: AiModel | null) {
  const allowed = await context.read((db) => isModelAllowed(db, context.spaceId));
  return { model: model && { name: model.name, host: new URL(model.url).host }, allowed };
}

type Refined<T> = { result: T; silence: null } | { result: null; silence: AiSilence };

/**
 * Has a model refine parts that the history offers, and has the engine try what it answers; without a result where it may not be asked, has
 * been asked too often, gives no answer, or one that is not what was asked for or that the engine refuses. It is asked once, has no tools,
 * and gets names, types, units and the row's volume alone.
 */
export async function refine<T extends object>(
  context: Context,
  model: AiModel | null,
  asked: { row: ShownRow; examples: readonly ShownExample[]; offered: Offered; minutes: number },
  tries: (parts: Offered) => Promise<T>,
): Promise<Refined<T>> {
  const { spaceId, userId } = context;
  const now = context.now();
  const { allowed, calls, failures } = await context.read(async (db) => ({
    allowed: await isModelAllowed(db, spaceId),
    calls: await countCalls(db, spaceId, new Date(now.getTime() - DAY_MS)),
    failures: await countCalls(db, spaceId, new Date(now.getTime() - REST_MS), FAILURES),
  }));
  if (!model || !allowed) return { result: null, silence: 'not_allowed' };
  if (calls >= model.callsADay) return { result: null, silence: 'used_up' };
  if (failures >= FAILURES) return { result: null, silence: 'resting' };
  const request = requestOf(model.name, asked.row, asked.examples, asked.offered);
  const answered = await ask(context, model, JSON.stringify(request));
  const parts = answered === null ? null : partsOfAnswer(answered, asked.offered, asked.minutes);
  const result = parts && (await unlessRefused(tries(parts)));
  const prompt = request.messages.map(({ content }) => content).join('\n\n');
  const answer = answered === null ? null : storable(textOfAnswer(answered) ?? JSON.stringify(answered));
  await context.database.write({ spaceId, userId }, (tx) =>
    saveCall(tx, {
      space_id: spaceId,
      user_id: userId,
      model: model.name,
      at: now,
      failed: result === null,
      prompt: storable(prompt),
      answer,
    }),
  );
  if (result !== null) return { result, silence: null };
  return { result: null, silence: answered === null ? 'no_answer' : 'unusable' };
}

async function unlessRefused<T extends object>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/** A text as a column takes it; of a longer one its beginning is kept. */
const storable = (text: string): string => text.slice(0, MOST_KEPT).toWellFormed().replaceAll('\0', '');

/** What the model was shown and has answered, newest first, for those who answer for the space. */
export async function listModelCalls(context: Context, before: number | undefined) {
  const since = keptSince(context.now());
  const found = await context.read((db) => listCalls(db, context.spaceId, { since, before: before ?? null, limit: PAGE + 1 }));
  return {
    items: found.slice(0, PAGE).map(({ at, person, ...call }) => ({ ...call, at: at.toISOString(), person: person ?? '' })),
    more: found.length > PAGE,
  };
}

async function ask({ log }: Context, { url, key, safeFetch }: AiModel, body: string): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) };
  try {
    const answer = await safeFetch(`${url.replace(/\/+$/, '')}/chat/completions`, { method: 'POST', headers, body, limitMs: LIMIT_MS });
    if (answer.status === 200) return jsonOf(await answer.text()) ?? '';
    log.warn('ai.model', { status: answer.status });
  } catch (error) {
    log.warn('ai.model', describeError(error));
  }
  return null;
}
