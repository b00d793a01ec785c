import { z } from 'zod';
import { ANYWHERE, atNode, endpoint, pathId } from '../endpoint.ts';
import { event, heardBy } from '../event.ts';
import { messageField } from '../fields.ts';
import { shownContent } from './storage.ts';

export const chatErrors = {
  'chat.not_found': 404,
  'chat.message_not_found': 404,
  'chat.empty_message': 422,
  'chat.too_many_files': 422,
  'chat.too_many_people': 422,
  'chat.person_not_found': 404,
  'chat.too_many_reactions': 422,
  'chat.file_not_found': 404,
  'chat.not_author': 403,
  'chat.too_fast': 429,
} as const;

/** A message says at most so many characters, and carries at most so many files. */
export const CHAT_TEXT_LENGTH = 8000;
export const CHAT_FILES = 10;
/** A direct chat has at most so many people, its author among them. */
export const CHAT_PEOPLE = 50;
/** A message has at most so many kinds of reactions. */
export const CHAT_REACTIONS = 20;
/** So many people of a kind of reaction are named; of the others there is the count. */
export const CHAT_REACTED = 50;
/** Counts of unread messages end here. */
export const CHAT_UNREAD_COUNTED = 100;
/** What a person hears of a chat. */
export const CHAT_NOTIFY = ['all', 'mentions', 'none'] as const;
export type ChatNotify = (typeof CHAT_NOTIFY)[number];

const chatFile = z.object({
  id: z.number(),
  name: z.string(),
  bytes: z.number(),
  media: z.string(),
  /** Size in points, of a picture that is shown. */
  width: z.number().nullable(),
  height: z.number().nullable(),
});
export type ChatFile = z.output<typeof chatFile>;

/** A message of a chat. `seq` counts the messages of its chat without gaps; `change` grows with every change of any of them. */
export const chatMessage = z.object({
  id: z.number(),
  chat_id: z.number(),
  seq: z.number(),
  change: z.number(),
  author_id: z.number().nullable(),
  author: z.string(),
  /** Markdown, as it was written; empty where the message is deleted. */
  text: z.string(),
  mentions: z.array(z.object({ user_id: z.number(), name: z.string().nullable() })),
  reply: z.object({ id: z.number(), seq: z.number(), author: z.string(), text: z.string().nullable() }).nullable(),
  files: z.array(chatFile),
  /** `user_ids`: the first ones who reacted, and the caller who did; what is pushed to all names the first ones alone. */
  reactions: z.array(z.object({ emoji: z.string(), count: z.number(), user_ids: z.array(z.number()) })),
  created_at: z.string(),
  edited_at: z.string().nullable(),
  deleted: z.boolean(),
  client_key: z.string(),
});
export type ChatMessage = z.output<typeof chatMessage>;

/** A chat as its reader sees it in the list. */
export const chatHead = z.object({
  /** Null where nobody wrote yet. */
  id: z.number().nullable(),
  kind: z.enum(['node', 'direct']),
  node_id: z.number().nullable(),
  /** The node, or the other people of a direct chat. */
  name: z.string(),
  last_seq: z.number(),
  last_change: z.number(),
  last_read_seq: z.number(),
  unread: z.number(),
  mentions: z.number(),
  notify: z.enum(CHAT_NOTIFY),
  pinned: z.boolean(),
  last: z.object({ author: z.string(), text: z.string(), at: z.string() }).nullable(),
});
export type ChatHead = z.output<typeof chatHead>;

const settings = z.object({
  /** What is heard of chats that say nothing else. */
  notify: z.enum(CHAT_NOTIFY),
  sound: z.boolean(),
  desktop: z.boolean(),
  /** Whether toasts show the words of a message, or only who wrote. */
  preview: z.boolean(),
  /** Enter sends, else Ctrl+Enter. */
  enter_sends: z.boolean(),
});
export type ChatSettings = z.output<typeof settings>;

const id = z.number().int().positive();
const one = z.object({ id: pathId });
const oneMessage = z.object({ chatId: pathId, messageId: pathId });
/** The space, where a browser fetches by an address alone. */
const inSpace = z.object({ space_id: pathId.optional() });

/** Fields of the form that sends a message; they stand before its files. One of the first three says where to. */
export const chatMessageForm = z.object({
  chat_id: pathId.optional(),
  eps_id: pathId.optional(),
  /** Ids of the other people, with commas. */
  user_ids: z
    .string()
    .regex(/^\d+(?:,\d+)*$/)
    .max(1000)
    .optional(),
  text: z.union([z.literal(''), messageField(CHAT_TEXT_LENGTH)]).default(''),
  reply_to: pathId.optional(),
  client_key: z.uuid(),
});
/** Fields of the form that changes a message. */
export const chatChangeForm = z.object({
  chat_id: pathId,
  message_id: pathId,
  text: z.union([z.literal(''), messageField(CHAT_TEXT_LENGTH)]).default(''),
  /** Ids of the files that stay, with commas. */
  keep_files: z
    .string()
    .regex(/^(?:\d+(?:,\d+)*)?$/)
    .max(1000)
    .default(''),
});

export const chat = {
  settings: endpoint({
    method: 'GET',
    path: '/api/v1/chat/settings',
    summary: 'What the caller hears of chats',
    right: 'chat.read',
    place: ANYWHERE,
    output: z.object({ defaults: settings }),
  }),
  setSettings: endpoint({
    method: 'POST',
    path: '/api/v1/chat/set-chat-settings',
    summary: 'Change what the caller hears: of one chat, or of all others',
    right: 'chat.read',
    place: ANYWHERE,
    body: z.union([
      z.strictObject({ chat_id: id, notify: z.enum(CHAT_NOTIFY).optional(), pinned: z.boolean().optional() }),
      settings.partial().strict(),
    ]),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/chat',
    summary: 'Chats that the caller reads, pinned ones first, then by their last message',
    right: 'chat.read',
    place: ANYWHERE,
    query: z.object({ search: z.string().max(100).default('') }),
    output: z.object({ chats: z.array(chatHead), unread: z.number(), mentions: z.number() }),
  }),
  ofNode: endpoint({
    method: 'GET',
    path: '/api/v1/chat/eps/{id}',
    summary: 'The chat of a node of the hierarchy; its id is null where nobody wrote yet',
    right: 'chat.read',
    place: atNode('id'),
    params: one,
    output: chatHead,
  }),
  messages: endpoint({
    method: 'GET',
    path: '/api/v1/chat/{id}/messages',
    summary: 'Messages of a chat in the order of their numbers: the last ones, before, after or around a number, or changed since',
    right: 'chat.read',
    place: ANYWHERE,
    params: one,
    query: z.object({
      before: z.coerce.number<number>().int().positive().optional(),
      after: z.coerce.number<number>().int().nonnegative().optional(),
      around: z.coerce.number<number>().int().positive().optional(),
      changed_after: z.coerce.number<number>().int().nonnegative().optional(),
      limit: z.coerce.number<number>().int().min(1).max(100).default(50),
    }),
    output: z.object({ messages: z.array(chatMessage), last_seq: z.number(), last_change: z.number() }),
  }),
  message: endpoint({
    method: 'GET',
    path: '/api/v1/chat/{id}/message',
    summary: 'One message of a chat',
    right: 'chat.read',
    place: ANYWHERE,
    params: one,
    query: z.object({ message_id: pathId }),
    output: z.object({ message: chatMessage }),
  }),
  users: endpoint({
    method: 'GET',
    path: '/api/v1/chat/{id}/users',
    summary: 'Who reads a chat, at most 500',
    right: 'chat.read',
    place: ANYWHERE,
    params: one,
    query: z.object({ search: z.string().max(100).default('') }),
    output: z.object({ people: z.array(z.object({ user_id: z.number(), name: z.string(), login: z.string().nullable() })) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v1/chat/create-message',
    summary: 'Write a message, with files: to a chat, to a node, or to people. Sent again with its key it is the same message',
    right: 'chat.write',
    place: ANYWHERE,
    request: 'multipart',
    audit: false,
    output: z.object({ success: z.literal(true), message: chatMessage }),
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/v1/chat/update-message',
    summary: 'Change one’s own message and its files',
    right: 'chat.write',
    place: ANYWHERE,
    request: 'multipart',
    audit: false,
    output: z.object({ success: z.literal(true), message: chatMessage }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v1/chat/{chatId}/{messageId}',
    summary: 'Delete a message with its files, one’s own or as a moderator; its number stays',
    right: 'chat.write',
    place: ANYWHERE,
    params: oneMessage,
  }),
  react: endpoint({
    method: 'PATCH',
    path: '/api/v1/chat/{chatId}/{messageId}/update-reaction',
    summary: 'React to a message with an emoji, or take that back',
    right: 'chat.write',
    place: ANYWHERE,
    audit: false,
    params: oneMessage,
    body: z.strictObject({
      emoji: z
        .string()
        .max(32)
        .regex(/^\p{RGI_Emoji}$/v, 'validation.emoji'),
      on: z.boolean(),
    }),
  }),
  read: endpoint({
    method: 'PATCH',
    path: '/api/v1/chat/update-last-read',
    summary: 'Say up to which message the caller has read; `exact` may also go back, so that what follows is unread again',
    right: 'chat.read',
    place: ANYWHERE,
    body: z.strictObject({ chat_id: id, seq: z.number().int().nonnegative(), exact: z.boolean().default(false) }),
    output: z.object({ success: z.literal(true), unread: z.number(), mentions: z.number() }),
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/v1/chat/{id}/file/{fileId}',
    summary: 'A file of a message, or a picture of it at most 256 or 1600 points wide and high',
    right: 'chat.read',
    place: ANYWHERE,
    params: z.object({ id: pathId, fileId: pathId }),
    query: inSpace.extend({ size: z.enum(['256', '1600']).optional() }),
    response: 'binary',
  }),
  fileContent: endpoint({
    method: 'GET',
    path: '/api/v1/chat/{id}/file/{fileId}/content',
    summary: 'Tables or text of a file of a message, as far as they are shown',
    right: 'chat.read',
    place: ANYWHERE,
    params: z.object({ id: pathId, fileId: pathId }),
    output: shownContent,
  }),
};

const idsOfMessage = { chat_id: z.number(), message_id: z.number() };
export const chatEvents = {
  chat_message_created: heardBy('chat.read', 'chat', 'chat_id', event({ chat_id: z.number(), message: chatMessage }, idsOfMessage)),
  /** A message or its reactions were changed. */
  chat_message_updated: heardBy('chat.read', 'chat', 'chat_id', event({ chat_id: z.number(), message: chatMessage }, idsOfMessage)),
  chat_message_deleted: heardBy('chat.read', 'chat', 'chat_id', event(idsOfMessage)),
  /** The person has read in a chat, perhaps on another page. */
  chat_read: heardBy('chat.read', 'chat', 'chat_id', event({ chat_id: z.number(), last_read_seq: z.number() })),
};
