import { z } from 'zod';
import { ANYWHERE, endpoint, IN_SPACE, pathId } from '../endpoint.ts';
import { FIELD_MESSAGES } from '../fields.ts';

/** What is found: nodes of the hierarchy, versions, works, messages, comments, cards, files, values of attributes of nodes and of works. */
export const SEARCH_KINDS = ['node', 'version', 'row', 'message', 'comment', 'card', 'file', 'value', 'row_value'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** A question holds at most so many characters. */
export const SEARCH_LENGTH = 512;

const kindsField = z
  .string()
  .max(200)
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.enum(SEARCH_KINDS)).min(1));

/** Where the words stand in a text, as beginnings and ends. */
const marks = z.array(z.tuple([z.number(), z.number()]));

const searchHit = z.object({
  kind: z.enum(SEARCH_KINDS),
  /** The node that it stands at, null for a direct chat, and what leads to it there. */
  ids: z.object({
    node_id: z.number().nullable(),
    version_id: z.number().optional(),
    row_id: z.number().optional(),
    chat_id: z.number().optional(),
    message_id: z.number().optional(),
    comment_id: z.number().optional(),
    board_id: z.number().optional(),
    card_id: z.number().optional(),
    file_id: z.number().optional(),
    attribute_id: z.number().optional(),
  }),
  /** The kind of a node, or of a version with `version_` before it; null for the rest. */
  icon: z.string().nullable(),
  title: z.string(),
  /** The part of a message, a comment, a card or a value where the words stand. */
  text: z.string().nullable(),
  /** Names of the nodes above it that the caller sees, the topmost first. */
  path: z.array(z.string()),
  author: z.string().nullable(),
  at: z.string(),
  marks: z.object({ title: marks, text: marks }),
  /** In how many further versions of the schedule the work answers too; what is shown is the newest. */
  others: z.number(),
  /** It has no form of the words, but a longer word around one or one that differs by a mistake of typing. */
  alike: z.boolean(),
});
export type SearchHit = z.output<typeof searchHit>;

export const search = {
  find: endpoint({
    method: 'GET',
    path: '/api/v1/search',
    summary:
      'What holds all words of a question in any of their forms, newest first; the last word may be unfinished, words in quotes stand together. Behind that comes what holds them as parts of words and, where nothing else is found, in spite of mistakes of typing. `next` goes on before the last',
    right: 'space.read',
    place: ANYWHERE,
    query: z.object({
      q: z.string().max(SEARCH_LENGTH, FIELD_MESSAGES.tooLong512),
      /** Names of kinds with commas between them; left out: all. */
      kinds: kindsField.optional(),
      eps_id: pathId.optional(),
      /** Days, both included. */
      from: z.iso.date().optional(),
      until: z.iso.date().optional(),
      author: pathId.optional(),
      before: z
        .string()
        .regex(/^[pt]?\d{1,15}\.\d{1,15}$/)
        .optional(),
      limit: z.coerce.number<number>().int().min(1).max(50).default(30),
    }),
    output: z.object({ hits: z.array(searchHit), next: z.string().nullable() }),
  }),
  rebuild: endpoint({
    method: 'POST',
    path: '/api/v1/search/rebuild',
    summary: 'Index all of the space anew, a part after the other; what is not indexed yet is not found',
    right: 'space.manage',
    place: IN_SPACE,
  }),
};
