import { SEARCH_KINDS, type SearchHit, type SearchKind } from '@gantry/contract';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { nodesBelow } from '../../access/roles/roles.access.service.ts';
import { sightOfValues } from '../../catalog/attributes/attributes.service.ts';
import { alikeOf, tsqueryOfAlike } from './search.alike.rules.ts';
import { eraOf } from './search.index.repository.ts';
import { findEntries, findLexemes, type Found, listPaths, listShown, listTwins, type Shown, type Wanted } from './search.repository.ts';
import { fewPlaces, sightOf, sightOfRowValues } from './search.sight.service.ts';
import { askFor, askForMany } from './search.stems.repository.ts';
import { stemsOf } from './search.stems.service.ts';
import {
  excerptOf,
  marksOf,
  type Question,
  questionOf,
  type Stems,
  tokensOf,
  tsqueryAt,
  tsqueryOf,
  withoutCommon,
  withoutSigns,
} from './search.words.rules.ts';

export { rebuild } from './search.index.service.ts';

export type Asked = {
  q: string;
  kinds?: readonly SearchKind[];
  eps_id?: number;
  from?: string;
  until?: string;
  author?: number;
  before?: string;
  limit: number;
};

const DAY_MS = 86_400_000;
/** Days that are looked through before all: of a common word they hold enough. Of a rare one all are fewer than the days would cost. */
const FIRST_DAYS = 30;
const BATCH = 60;
const LARGEST_BATCH = 480;
/** Who sees little of much goes on from where this ends; what is only like the question is looked through for less. */
const BATCHES = { exact: 8, wide: 3 };
const LEXEMES = 100;

const keyOf = ({ kind, object, part }: { kind: SearchKind; object: number; part: number }): string => `${kind} ${object} ${part}`;

/** Texts of entries by their keys, without those that the caller may not read. */
async function shownOf(context: Context, db: Db, found: readonly Found[]): Promise<Map<string, Shown>> {
  const shown = new Map<string, Shown>();
  for (const [kind, ofKind] of Map.groupBy(found, (entry) => entry.kind)) {
    const rows = await listShown(db, context.spaceId, kind, ofKind);
    let isSeen = (_row: Shown): boolean => true;
    if (kind === 'value') {
      const sight = await sightOfValues(context, db);
      isSeen = ({ object, part }) => sight(object, part);
    } else if (kind === 'row_value') isSeen = await sightOfRowValues(context, db, rows);
    const textOf = ({ text }: Shown) => (text !== null && WRITTEN_IN_MARKDOWN.includes(kind) ? withoutSigns(text) : text);
    for (const row of rows) if (isSeen(row)) shown.set(keyOf({ kind, ...row }), { ...row, text: textOf(row) });
  }
  return shown;
}

function idsOf({ kind, object, part }: Found, { node_id, chat_id, version_id, row_id, board_id, attribute_id }: Shown): SearchHit['ids'] {
  const work = version_id === null || row_id === null ? {} : { version_id, row_id };
  if (kind === 'version') return { node_id, version_id: object };
  if (kind === 'row') return { node_id, version_id: object, row_id: part };
  if (kind === 'message') return { node_id, message_id: object, ...(chat_id === null ? {} : { chat_id }) };
  if (kind === 'comment') return { node_id, comment_id: object, ...work };
  if (kind === 'card') return { node_id, card_id: object, ...(board_id === null ? {} : { board_id }) };
  if (kind === 'file') return { node_id, file_id: object, ...work };
  if (kind === 'value') return { node_id, attribute_id: part };
  if (kind === 'row_value') return { node_id, ...work, ...(attribute_id === null ? {} : { attribute_id }) };
  return { node_id };
}

type Hit = { entry: Found; hit: SearchHit };
const TITLED_BY_PLACE: readonly SearchKind[] = ['message', 'comment', 'value', 'row_value'];
const WRITTEN_IN_MARKDOWN: readonly SearchKind[] = ['message', 'comment'];

/**
 * Entries as they are shown. What holds none of the words any more, because it has just changed, is left out, and of a work all but the
 * newest version.
 */
async function hitsOf(context: Context, db: Db, found: readonly Found[], { question, stems, phase, until }: Asking): Promise<Hit[]> {
  const works = found.flatMap(({ kind, id }) => (kind === 'row' ? [id] : []));
  const twins = new Map((works.length ? await listTwins(db, context.spaceId, works, until) : []).map((twin) => [twin.id, twin]));
  const newest = found.filter(({ id }) => twins.get(id)?.newer !== true);
  if (!newest.length) return [];
  const shown = await shownOf(context, db, newest);
  const texts = [...shown.values()].map(({ title, text }) => ({ title: tokensOf(title), text: tokensOf(text ?? '') }));
  const cuts = new Map([...shown.keys()].map((key, at) => [key, texts[at]]));
  const { stems: ofTexts } = await stemsOf(
    db,
    texts.flatMap(({ title, text }) => [title, text]),
  );
  const stemsOfBoth: Stems = (word) => [...new Set([...ofTexts(word), ...stems(word)])];
  const paths = await listPaths(db, context.spaceId, [
    ...new Set([...shown.values()].flatMap(({ node_id }) => (node_id === null ? [] : [node_id]))),
  ]);
  return newest.flatMap((entry) => {
    const [row, cut] = [shown.get(keyOf(entry)), cuts.get(keyOf(entry))];
    if (!row || !cut) return [];
    // The title of a message or a comment is the place, which nobody asked for.
    const title = TITLED_BY_PLACE.includes(entry.kind) ? [] : marksOf(row.title, cut.title, question, stemsOfBoth);
    const inText = row.text === null ? [] : marksOf(row.text, cut.text, question, stemsOfBoth);
    if (!title.length && !inText.length) return [];
    const excerpt = row.text === null ? null : excerptOf(row.text, inText);
    const path = (row.node_id !== null && paths.get(row.node_id)) || [];
    const hit: SearchHit = {
      kind: entry.kind,
      ids: idsOf(entry, row),
      icon: row.icon,
      title: row.title,
      text: excerpt?.text ?? null,
      path: entry.kind === 'node' ? path.slice(0, -1) : path,
      author: row.author,
      at: new Date(entry.at_ms).toISOString(),
      marks: { title, text: excerpt?.marks ?? [] },
      others: twins.get(entry.id)?.others ?? 0,
      alike: phase !== '',
    };
    return [{ entry, hit }];
  });
}

/** How near an answer must be: forms of the words; words that hold them; those and mistyped ones. */
type Phase = '' | 'p' | 't';
type Place = { at: number; id: number };
/** A question as it is asked of the index. */
type Asking = { phase: Phase; question: Question; query: string; stems: Stems; until: number | undefined };

const FIRST: Place = { at: 999_999_999_999_999, id: 0 };
const cursorOf = (phase: Phase, { at, id }: Place): string => `${phase}${at}.${id}`;

function placeOf(cursor: string | undefined): { phase: Phase; before: Place | null } {
  const [, letter, at, id] = /^([pt]?)(\d+)\.(\d+)$/.exec(cursor ?? '') ?? [];
  const phase = letter === 'p' || letter === 't' ? letter : '';
  const before = at === undefined ? null : { at: Number(at), id: Number(id) };
  return { phase, before: before?.at === FIRST.at ? null : before };
}

/** The question with stems that are like its words, for what does not answer it anyhow; null where there are none. */
async function widened(db: Db, spaceId: number, exact: Asking, phase: Phase): Promise<Asking | null> {
  const { question, query, stems } = exact;
  const mistyped = phase === 't';
  const asked = tsqueryOfAlike(question, stems, mistyped);
  if (asked === null) return null;
  const alike = alikeOf(question, stems, mistyped, await findLexemes(db, spaceId, asked, LEXEMES));
  const ofAll = tsqueryOf(question, stems, alike);
  if (ofAll === null || ofAll === query) return null;
  return { ...exact, phase, query: `(${ofAll}) & !(${query})`, stems: (word) => [...stems(word), ...alike(word)] };
}

/** What answers a question of the caller and may be read by them, newest first, and behind that what is like it. */
export async function find(context: Context, asked: Asked): Promise<{ hits: SearchHit[]; next: string | null }> {
  return context.read(async (db) => {
    const whole = questionOf(asked.q);
    const { stems, isCommon } = await stemsOf(
      db,
      whole.map(({ tokens }) => tokens),
    );
    const question = withoutCommon(whole, isCommon);
    const query = tsqueryOf(question, stems);
    if (query === null) return { hits: [], next: null };
    const { spaceId } = context;
    const sight = await sightOf(context, db);
    const wanted: Wanted = {
      kinds: asked.kinds ?? SEARCH_KINDS,
      nodes: asked.eps_id === undefined ? null : await nodesBelow(db, spaceId, asked.eps_id),
      ...(asked.author === undefined ? {} : { author: asked.author }),
      ...(asked.from === undefined ? {} : { from: Date.parse(asked.from) }),
      ...(asked.until === undefined ? {} : { until: Date.parse(asked.until) + DAY_MS }),
    };
    const places = fewPlaces(wanted, sight);
    const start = placeOf(asked.before);
    const exact: Asking = { phase: '', question, query, stems, until: wanted.until };
    const first = start.phase === '' ? await page(exact, start.before, asked.limit) : { hits: [], next: null };
    // What is like the question costs more than its answers: it is looked for where those end on the first page, and only then.
    if (first.next !== null || (asked.before !== undefined && start.phase === '')) return first;
    const phase = start.phase || (first.hits.length ? 'p' : 't');
    const wide = await widened(db, spaceId, exact, phase);
    if (!wide) return first;
    const more = await page(wide, start.phase ? start.before : null, asked.limit - first.hits.length);
    return { hits: [...first.hits, ...more.hits], next: more.next };

    /** The answers from behind a place on; of those that the caller may not read, so many are passed over and no more. */
    async function page(asking: Asking, from: Place | null, limit: number): Promise<{ hits: SearchHit[]; next: string | null }> {
      let before = from;
      const newest = eraOf(Math.min(before?.at ?? Infinity, wanted.until ?? Infinity, Number(context.now()) + DAY_MS));
      const spans = [newest - FIRST_DAYS, null];
      const hits: Hit[] = [];
      let waiting: Found[] = [];
      let [span, size] = [0, BATCH];
      const isExact = asking.phase === '';
      await (isExact ? askFor : askForMany)(db, places ? tsqueryAt(asking.query, places) : asking.query);
      for (let batch = isExact ? BATCHES.exact : BATCHES.wide; batch > 0 && span < spans.length && hits.length <= limit; batch--) {
        const found = await findEntries(db, spaceId, wanted, sight, { before, fromEra: spans[span] }, size);
        const last = found.at(-1);
        if (last) before = { at: last.at_ms, id: last.id };
        if (found.length < size) span++;
        else size = Math.min(2 * size, LARGEST_BATCH);
        waiting.push(...found);
        // Too few for a page are shown together with those of the days before.
        if (hits.length + waiting.length <= limit) continue;
        hits.push(...(await hitsOf(context, db, waiting, asking)));
        waiting = [];
      }
      hits.push(...(await hitsOf(context, db, waiting, asking)));
      const shown = hits.slice(0, limit);
      const last = shown.at(-1)?.entry;
      const answers = shown.map(({ hit }) => hit);
      if (hits.length > limit) return { hits: answers, next: cursorOf(asking.phase, last ? { at: last.at_ms, id: last.id } : FIRST) };
      // Much was passed over that the caller may not read.
      return { hits: answers, next: span < spans.length && before ? cursorOf(asking.phase, before) : null };
    }
  });
}
