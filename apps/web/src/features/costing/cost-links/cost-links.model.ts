import type { api, OutdatedCosts, Output } from '@gantry/contract';
import type { TFunction } from 'i18next';
import { formatNumber } from '../../../lib/numbers.ts';

/** A work that can carry rows of an estimate. */
export type Work = { id: number; code: string; name: string };
export type Suggestion = Output<typeof api.costLinks.suggest>['works'][number];

const plain = (text: string): string =>
  text
    .toLocaleLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Works in the order in which they are offered for a row: suggested ones first, the rest as in the plan; those that hold all words. */
export function offeredWorks(
  works: readonly Work[],
  suggestions: readonly Suggestion[],
  words: string,
): (Work & { why: Suggestion['why'] | null })[] {
  const wanted = plain(words).split(' ').filter(Boolean);
  const place = new Map(suggestions.map(({ item_id, why }, at) => [item_id, { at, why }]));
  return works
    .filter(({ code, name }) => wanted.every((word) => plain(`${code} ${name}`).includes(word)))
    .map((work) => ({ ...work, why: place.get(work.id)?.why ?? null }))
    .toSorted((a, b) => (place.get(a.id)?.at ?? place.size) - (place.get(b.id)?.at ?? place.size));
}

/** An exact decimal as people write it. */
export const money = (text: string): string => formatNumber(Number(text), { decimals: text.split('.')[1]?.length ?? 0 });

/** What of estimates is another since costs were updated, each thing once. */
export function outdatedInWords(outdated: readonly OutdatedCosts[], t: TFunction): string[] {
  const words = outdated.flatMap(({ name, currency, why, was, now }) =>
    why.map((reason) => {
      const [before, after] = reason === 'rate' ? [was.rate || '–', now?.rate || '–'] : [was.revision, now?.revision];
      return t(`cost_link.outdated_${reason}`, { name, currency, was: before, now: after });
    }),
  );
  return [...new Set(words)];
}
