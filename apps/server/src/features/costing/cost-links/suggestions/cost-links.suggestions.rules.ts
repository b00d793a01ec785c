import type { SUGGESTED_BY } from '@gantry/contract';
import type { UnitDimension } from '@gantry/domain';
import { dimensionOf, likenessTo, normalForm } from '@gantry/engine';

/** `path` are the phases above a work, as `Building/Walls`; `unit` is that of its volume. */
export type NamedWork = { id: number; code: string; name: string; path?: string; unit?: string };
/** A row of an estimate; `elements` are works that its elements of models are linked with, and how many of them; `section` are the names of its
 * sections, as `Building/Walls`; `uses` are codes and names of works that rows of its code were linked with, and how often. */
export type AskedRow = {
  code: string;
  volumeCode: string;
  name: string;
  unit?: string;
  uses: readonly (readonly [text: string, count: number])[];
  elements?: readonly (readonly [workId: number, count: number])[];
  section?: string;
};
export type OfferedWork = { item_id: number; code: string; name: string; score: number; why: (typeof SUGGESTED_BY)[number] };

/** Works of a version, ready to be offered for any row: by their codes and names, and by the words of their names. */
export type WorksByWords = {
  works: readonly NamedWork[];
  byText: ReadonlyMap<string, readonly number[]>;
  byWord: ReadonlyMap<string, Uint32Array>;
  /** How much the words of each name say together. */
  weights: Float64Array;
  /** Where a row is counted, again for each: sums of words, which are 0 between rows, works that are found, their sums, and a bit a work. */
  room: { sums: Float64Array; found: Uint32Array; common: Float64Array; bits: Uint32Array; kept: Map<Uint32Array, Uint32Array> };
  places: ReadonlyMap<number, number>;
  /** What the units of works measure; null: no unit, or one that nobody knows. */
  dimensions: readonly (UnitDimension | null)[];
  /** Works by the phases above them, with the words of these phases. */
  byPhases: readonly { words: readonly string[]; works: readonly number[] }[];
};

const MOST = 8;
const NONE = new Uint32Array(0);
const SCORE_FROM = 0.3;
/** The most that a name alone can say, and how many of the works with the nearest words are compared by their letters too. */
const MOST_BY_NAME = 0.89;
const NEAREST = 64;
/** What a work loses at most under other phases than those that are most like the row's section, and what a section alone scores. */
const BY_SECTION = 0.05;
const SECTION_ALONE = 0.3;
const SAME_SECTION = 0.6;
/** What a name says at most of a work whose unit measures something else than the row's. */
const OTHER_DIMENSION = 0.3;
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
  const byPath = new Map<string, number[]>();
  for (const [at, { path }] of works.entries()) if (path) put(byPath, path, at);
  const byPhases = [...byPath].map(([path, under]) => ({ words: wordsOf(path), works: under }));
  return {
    works,
    byText,
    byWord: listsOf(byWord),
    weights,
    room: {
      sums: new Float64Array(works.length),
      found: new Uint32Array(works.length),
      common: new Float64Array(works.length),
      bits: new Uint32Array((works.length + 31) >>> 5),
      kept: new Map(),
    },
    places: new Map(works.map(({ id }, at) => [id, at])),
    dimensions: dimensionsOf(works),
    byPhases,
  };
}

/** The works of each word; words that the same works have, as both of a term, share one list. */
function listsOf(byWord: ReadonlyMap<string, readonly number[]>): Map<string, Uint32Array> {
  const alike = new Map<string, Uint32Array>();
  return new Map(
    [...byWord].map(([word, found]) => {
      const sign = `${found.length} ${found[0]} ${found[found.length - 1]} ${found.reduce((sum, at) => (Math.imul(sum, 31) + at) | 0, 0)}`;
      const before = alike.get(sign);
      if (before && found.every((at, index) => before[index] === at)) return [word, before];
      const list = Uint32Array.from(found);
      alike.set(sign, list);
      return [word, list];
    }),
  );
}

function dimensionsOf(works: readonly NamedWork[]): (UnitDimension | null)[] {
  const known = new Map<string, UnitDimension | null>();
  return works.map(({ unit = '' }) => {
    const before = known.get(unit);
    if (before !== undefined) return before;
    const dimension = dimensionOf(unit);
    known.set(unit, dimension);
    return dimension;
  });
}

/** What a word says: the fewer works have it, the more. */
const weightOf = (found: ArrayLike<number> | undefined, count: number): number => Math.log(1 + count / Math.max(1, found?.length ?? 0));

/**
 * Works for a row, the likeliest first: whose code is the row's volume code; with the row's elements of models; that rows of its code were linked
 * with before; whose code is the row's; with a name that is much alike, those under phases like the row's section first; then the few under such
 * phases, and those with a name that is alike and a unit of another dimension.
 */
export function worksForRow(known: WorksByWords, row: AskedRow): OfferedWork[] {
  const offered = new Map<number, OfferedWork>();
  const offer = (at: number, score: number, why: OfferedWork['why']): void => {
    const { id, code, name } = known.works[at];
    if (score > (offered.get(id)?.score ?? 0)) offered.set(id, { item_id: id, code, name, score, why });
  };
  const withText = (text: string): readonly number[] => known.byText.get(normalForm(text)) ?? [];
  const withCode = (text: string) => withText(text).filter((at) => normalForm(known.works[at].code) === normalForm(text));
  for (const at of withCode(row.volumeCode)) offer(at, 1, 'volume_code');
  const elements = (row.elements ?? []).flatMap(([id, count]) => {
    const at = known.places.get(id);
    return at === undefined ? [] : [{ at, count }];
  });
  const mostElements = Math.max(1, ...elements.map(({ count }) => count));
  for (const { at, count } of elements) offer(at, 0.95 + (0.05 * count) / mostElements, 'element');
  const most = Math.max(1, ...row.uses.map(([, count]) => count));
  for (const [text, count] of row.uses) for (const at of withText(text)) offer(at, 0.9 + (0.05 * count) / most, 'history');
  for (const at of withCode(row.code)) offer(at, 0.9, 'code');
  const { astray, alone } = bySection(known, row.section ?? '');
  const dimension = dimensionOf(row.unit ?? '');
  for (const { at, likely } of alike(known, row.name, astray)) {
    const score = Math.min(MOST_BY_NAME, likely) - (astray?.[at] ?? 0);
    const measures = known.dimensions[at];
    if (score >= SCORE_FROM) offer(at, dimension && measures && measures !== dimension ? OTHER_DIMENSION * score : score, 'name');
  }
  for (const at of alone) offer(at, SECTION_ALONE, 'section');
  return [...offered.values()].sort((a, b) => b.score - a.score || a.item_id - b.item_id).slice(0, MOST);
}

/** What each work loses under other phases than those most like a section, up to `BY_SECTION`, and the works under these phases where they are few. */
function bySection({ works, byPhases }: WorksByWords, section: string): { astray: Float64Array | null; alone: readonly number[] } {
  const own = new Set(wordsOf(section));
  const likely = byPhases.flatMap((phases) => {
    const common = phases.words.filter((word) => own.has(word)).length;
    return common ? [{ like: (2 * common) / (own.size + phases.words.length), works: phases.works }] : [];
  });
  if (!likely.length) return { astray: null, alone: [] };
  const best = likely.reduce((most, { like }) => Math.max(most, like), 0);
  const astray = new Float64Array(works.length).fill(BY_SECTION * best);
  for (const { like, works: under } of likely) for (const at of under) astray[at] = BY_SECTION * (best - like);
  const alone = best < SAME_SECTION ? [] : likely.filter(({ like }) => like === best).flatMap(({ works: under }) => under);
  return { astray, alone: alone.length > MOST ? [] : alone };
}

/**
 * Works with a name like another one, by their common words, and the nearest of these by their letters too. The rarer words of the name, half of
 * its weight, choose the works; one that has none of them is at most two thirds like it, and comes in where no other is liker.
 */
function alike(known: WorksByWords, name: string, astray: Float64Array | null): { at: number; likely: number }[] {
  const chosen = nearest(known, name, astray, 0.5);
  const near = chosen.some(({ likely }) => likely > 2 / 3) ? chosen : nearest(known, name, astray, 1);
  const like = likenessTo(name);
  return near.map(({ at, likely }) => ({
    at,
    likely: (1 - BY_LETTERS) * (likely + (astray?.[at] ?? 0)) + BY_LETTERS * like(known.works[at].name),
  }));
}

/** The works nearest to a name, among those that have a word of the rarest ones that make this share of its weight. */
function nearest(known: WorksByWords, name: string, astray: Float64Array | null, share: number): { at: number; likely: number }[] {
  const { works, byWord, weights, room } = known;
  const byList = new Map<Uint32Array, number>();
  for (const word of wordsOf(name)) {
    const having = byWord.get(word) ?? NONE;
    byList.set(having, (byList.get(having) ?? 0) + weightOf(having, works.length));
  }
  const words = [...byList].map(([having, weight]) => ({ having, weight }));
  const own = words.reduce((sum, { weight }) => sum + weight, 0);
  words.sort((a, b) => a.having.length - b.having.length);
  const { found, sums, common } = room;
  let count = 0;
  let used = 0;
  let next = 0;
  for (; next < words.length && (used < share * own || count < NEAREST); next += 1) {
    const { weight, having } = words[next];
    used += weight;
    for (let index = 0; index < having.length; index += 1) {
      const at = having[index];
      if (sums[at] === 0) found[count++] = at;
      sums[at] += weight;
    }
  }
  for (let index = 0; index < count; index += 1) {
    common[index] = sums[found[index]];
    sums[found[index]] = 0;
  }
  for (const { weight, having } of words.slice(next)) {
    const bits = bitsOf(having, room);
    for (let index = 0; index < count; index += 1) common[index] += weight * ((bits[found[index] >>> 5] >>> (found[index] & 31)) & 1);
  }
  let near: { at: number; likely: number }[] = [];
  let least = 0;
  const shorten = (): void => {
    near = near.sort((a, b) => b.likely - a.likely || a.at - b.at).slice(0, NEAREST);
    least = near.length === NEAREST ? near[NEAREST - 1].likely : 0;
  };
  for (let index = 0; index < count; index += 1) {
    const at = found[index];
    const lost = astray === null ? 0 : astray[at];
    if (2 * common[index] <= (least + lost) * (own + weights[at])) continue;
    const likely = (2 * common[index]) / (own + weights[at]) - lost;
    near.push({ at, likely });
    if (near.length >= 2 * NEAREST) shorten();
  }
  shorten();
  return near;
}

/** A bit a work: those that have a word. What many works have is kept. */
function bitsOf(having: Uint32Array, { bits: again, kept }: WorksByWords['room']): Uint32Array {
  const before = kept.get(having);
  if (before) return before;
  const isKept = having.length > again.length;
  const bits = isKept ? new Uint32Array(again.length) : again.fill(0);
  for (let index = 0; index < having.length; index += 1) bits[having[index] >>> 5] |= 1 << (having[index] & 31);
  if (isKept) kept.set(having, bits);
  return bits;
}
