import { SEARCH_KINDS, type SearchHit, type SearchKind } from '@gantry/contract';
import type { SpaceRight } from '@gantry/domain';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/postgres/database.ts';
import { delegated, nodesBelow, nodesWith, ownAccess, rightsAnywhere, withinToken } from '../../access/roles/roles.access.service.ts';
import { sightOfValues } from '../../catalog/attributes/attributes.service.ts';
import { eraOf } from './search.index.repository.ts';
import {
  findEntries,
  type Found,
  listDirectChats,
  listPaths,
  listShown,
  type Shown,
  type Sight,
  type Wanted,
} from './search.repository.ts';
import { stemsOf } from './search.stems.service.ts';
import { excerptOf, marksOf, type Question, questionOf, tokensOf, tsqueryOf, withoutCommon } from './search.words.rules.ts';

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
/** Who sees little of much goes on from where this ends. */
const BATCHES = 20;

/** What the caller may read, and where. */
async function sightOf(context: Context, db: Db): Promise<Sight> {
  const { spaceId, userId } = context;
  const own = await ownAccess(context, db);
  const access = withinToken(context.actorId === userId ? own : delegated(own), spaceId, context.token);
  const nodes = (right: SpaceRight) => nodesWith(db, spaceId, access, right);
  return {
    structure: await nodes('structure.read'),
    plan: await nodes('plan.read'),
    chats: await nodes('chat.read'),
    boards: await nodes('boards.read'),
    files: await nodes('files.read'),
    // Who works in another's name has no part in their conversations.
    directChats: context.actorId === userId && rightsAnywhere(access).has('chat.read') ? await listDirectChats(db, spaceId, userId) : [],
  };
}

const keyOf = ({ kind, object, part }: { kind: SearchKind; object: number; part: number }): string => `${kind} ${object} ${part}`;

/** Texts of entries by their keys, without those that the caller may not read. */
async function shownOf(context: Context, db: Db, found: readonly Found[]): Promise<Map<string, Shown>> {
  const shown = new Map<string, Shown>();
  for (const [kind, ofKind] of Map.groupBy(found, (entry) => entry.kind)) {
    const rows = await listShown(db, context.spaceId, kind, ofKind);
    const isSeen = kind === 'value' ? await sightOfValues(context, db) : () => true;
    for (const row of rows) if (isSeen(row.object, row.part)) shown.set(keyOf({ kind, ...row }), row);
  }
  return shown;
}

function idsOf({ kind, object, part }: Found, { node_id, chat_id, version_id, row_id, board_id }: Shown): SearchHit['ids'] {
  const work = version_id === null || row_id === null ? {} : { version_id, row_id };
  if (kind === 'version') return { node_id, version_id: object };
  if (kind === 'row') return { node_id, version_id: object, row_id: part };
  if (kind === 'message') return { node_id, message_id: object, ...(chat_id === null ? {} : { chat_id }) };
  if (kind === 'comment') return { node_id, comment_id: object, ...work };
  if (kind === 'card') return { node_id, card_id: object, ...(board_id === null ? {} : { board_id }) };
  if (kind === 'file') return { node_id, file_id: object, ...work };
  if (kind === 'value') return { node_id, attribute_id: part };
  return { node_id };
}

/** Entries as they are shown. What holds none of the words any more, because it has just changed, is left out. */
async function hitsOf(context: Context, db: Db, found: readonly Found[], question: Question): Promise<{ entry: Found; hit: SearchHit }[]> {
  if (!found.length) return [];
  const shown = await shownOf(context, db, found);
  const texts = [...shown.values()].map(({ title, text }) => ({ title: tokensOf(title), text: tokensOf(text ?? '') }));
  const cuts = new Map([...shown.keys()].map((key, at) => [key, texts[at]]));
  const { stems } = await stemsOf(db, [...texts.flatMap(({ title, text }) => [title, text]), ...question.map(({ tokens }) => tokens)]);
  const paths = await listPaths(db, context.spaceId, [
    ...new Set([...shown.values()].flatMap(({ node_id }) => (node_id === null ? [] : [node_id]))),
  ]);
  return found.flatMap((entry) => {
    const [row, cut] = [shown.get(keyOf(entry)), cuts.get(keyOf(entry))];
    if (!row || !cut) return [];
    // The title of a message or a comment is the place, which nobody asked for.
    const isPlace = entry.kind === 'message' || entry.kind === 'comment' || entry.kind === 'value';
    const title = isPlace ? [] : marksOf(row.title, cut.title, question, stems);
    const inText = row.text === null ? [] : marksOf(row.text, cut.text, question, stems);
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
    };
    return [{ entry, hit }];
  });
}

/** What answers a question of the caller and may be read by them, newest first. */
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
    const until = asked.until === undefined ? undefined : Date.parse(asked.until) + DAY_MS;
    const wanted: Wanted = {
      query,
      kinds: asked.kinds ?? SEARCH_KINDS,
      nodes: asked.eps_id === undefined ? null : await nodesBelow(db, spaceId, asked.eps_id),
      ...(asked.author === undefined ? {} : { author: asked.author }),
      ...(asked.from === undefined ? {} : { from: Date.parse(asked.from) }),
      ...(until === undefined ? {} : { until }),
    };
    const [at, id] = (asked.before ?? '').split('.').map(Number);
    let before = asked.before === undefined ? null : { at, id };
    const newest = eraOf(Math.min(before?.at ?? Infinity, until ?? Infinity, Number(context.now()) + DAY_MS));
    const spans = [newest - FIRST_DAYS, null];
    const hits: { entry: Found; hit: SearchHit }[] = [];
    let span = 0;
    for (let batch = 0; batch < BATCHES && span < spans.length && hits.length <= asked.limit; batch++) {
      const found: Found[] = await findEntries(db, spaceId, wanted, sight, { before, fromEra: spans[span] }, BATCH);
      hits.push(...(await hitsOf(context, db, found, question)));
      const last = found.at(-1);
      if (last) before = { at: last.at_ms, id: last.id };
      if (found.length < BATCH) span++;
    }
    const shown = hits.slice(0, asked.limit);
    const last = shown.at(-1)?.entry;
    const goesOn = hits.length > asked.limit;
    const next = goesOn && last ? `${last.at_ms}.${last.id}` : null;
    // Much was passed over that the caller may not read.
    if (!goesOn && span < spans.length && before) return { hits: shown.map(({ hit }) => hit), next: `${before.at}.${before.id}` };
    return { hits: shown.map(({ hit }) => hit), next };
  });
}
