import type { SUGGESTED_BY } from '@gantry/contract';
import { likeness, normalForm } from '@gantry/engine';

export type NamedWork = { id: number; code: string; name: string };
/** A row of an estimate; `uses` are codes and names of works that rows of its code were linked with, and how often. */
export type AskedRow = { code: string; volumeCode: string; name: string; uses: readonly (readonly [text: string, count: number])[] };
export type OfferedWork = { item_id: number; code: string; name: string; score: number; why: (typeof SUGGESTED_BY)[number] };

/** Works of a version, ready to be offered for any row: by their codes and names, and by the words of their names. */
export type WorksByWords = {
  works: readonly NamedWork[];
  byText: ReadonlyMap<string, readonly number[]>;
  byWord: ReadonlyMap<string, readonly number[]>;
  /** How much the words of each name say together. */
  weights: Float64Array;
};

const MOST = 8;
const SCORE_FROM = 0.3;
/** The most that a name alone can say, and how many of the works with the nearest words are compared by their letters too. */
const MOST_BY_NAME = 0.89;
const NEAREST = 64;
/** What the letters say of a name beside its words. */
const BY_LETTERS = 0.25;

/** The beginnings of the words of a name, in which endings do not count, its numbers, and each with the one before it. */
function wordsOf(name: string): string[] {
  const words = (normalForm(name).match(/\p{L}+|\p{N}+/gu) ?? []).map((word) => word.slice(0, 6));
  const all = new Set(words);
  for (let at = 1; at < words.length; at += 1) all.add(`${words[at - 1]} ${words[at]}`);
  return [...all];
}

export function worksByWords(works: readonly NamedWork[]): WorksByWords {
  const byText = new Map<string, number[]>();
  const byWord = new Map<string, number[]>();
  const put = (map: Map<string, number[]>, key: string, at: number): void => {
    const list = map.get(key);
    if (list) list.push(at);
    else map.set(key, [at]);
  };
  const words = works.map(({ code, name }, at) => {
    for (const text of new Set([normalForm(code), normalForm(name)])) if (text !== '') put(byText, text, at);
    const own = wordsOf(name);
    for (const word of own) put(byWord, word, at);
    return own;
  });
  const weights = Float64Array.from(words, (own) => own.reduce((sum, word) => sum + weightOf(byWord.get(word), works.length), 0));
  return { works, byText, byWord, weights };
}

/** What a word says: the fewer works have it, the more. */
const weightOf = (found: readonly number[] | undefined, count: number): number => Math.log(1 + count / Math.max(1, found?.length ?? 0));

/** Works for a row, the likeliest first: whose code is the row's volume code; that rows of its code were linked with before; whose code is the row's; with a name that is much alike. */
export function worksForRow(known: WorksByWords, row: AskedRow): OfferedWork[] {
  const offered = new Map<number, OfferedWork>();
  const offer = (at: number, score: number, why: OfferedWork['why']): void => {
    const { id, code, name } = known.works[at];
    if (score > (offered.get(id)?.score ?? 0)) offered.set(id, { item_id: id, code, name, score, why });
  };
  const withText = (text: string): readonly number[] => known.byText.get(normalForm(text)) ?? [];
  const withCode = (text: string) => withText(text).filter((at) => normalForm(known.works[at].code) === normalForm(text));
  for (const at of withCode(row.volumeCode)) offer(at, 1, 'volume_code');
  const most = Math.max(1, ...row.uses.map(([, count]) => count));
  for (const [text, count] of row.uses) for (const at of withText(text)) offer(at, 0.9 + (0.05 * count) / most, 'history');
  for (const at of withCode(row.code)) offer(at, 0.9, 'code');
  for (const { at, likely } of alike(known, row.name)) offer(at, Math.min(MOST_BY_NAME, likely), 'name');
  return [...offered.values()]
    .filter(({ score }) => score >= SCORE_FROM)
    .sort((a, b) => b.score - a.score || a.item_id - b.item_id)
    .slice(0, MOST);
}

function alike({ works, byWord, weights }: WorksByWords, name: string): { at: number; likely: number }[] {
  const common = new Float64Array(works.length);
  let own = 0;
  for (const word of wordsOf(name)) {
    const found = byWord.get(word);
    const weight = weightOf(found, works.length);
    own += weight;
    for (const at of found ?? []) common[at] += weight;
  }
  const near: { at: number; likely: number }[] = [];
  let least = 0;
  const shorten = (): void => {
    near.sort((a, b) => b.likely - a.likely || a.at - b.at).splice(NEAREST);
    least = near.length === NEAREST ? near[NEAREST - 1].likely : 0;
  };
  for (let at = 0; at < works.length; at += 1) {
    const likely = common[at] === 0 ? 0 : (2 * common[at]) / (own + weights[at]);
    if (likely <= least) continue;
    near.push({ at, likely });
    if (near.length >= 2 * NEAREST) shorten();
  }
  shorten();
  return near.map(({ at, likely }) => ({ at, likely: (1 - BY_LETTERS) * likely + BY_LETTERS * likeness(name, works[at].name) }));
}
