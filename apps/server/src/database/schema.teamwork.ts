import type { ChatNotify } from '@gantry/contract';
import type { ColumnType, Generated } from 'kysely';
import type { Instant } from './schema.access.ts';

/** Tables of what people do together beside the plan. */

/** What the storage keeps once, however often it is shown. */
export type StorageBlobTable = {
  space_id: number;
  id: Generated<number>;
  file_key: string;
  sha256: string;
  bytes: number;
  crc32: number;
  media: string;
  width: number | null;
  height: number | null;
  thumb_key: string | null;
  view_key: string | null;
  taken_at: Date | null;
};

/** A file of a node or of one of its works. */
export type StorageItemTable = {
  space_id: number;
  id: Generated<number>;
  blob_id: number;
  node_id: number;
  row_id: number | null;
  row_code: string | null;
  name: string;
  taken_at: Date;
  client_key: string | null;
  created_by: number | null;
  created_at: Instant;
  deleted_at: Date | null;
  deleted_by: number | null;
};

/** What concerns a person. */
export type NoticeTable = {
  space_id: number;
  id: Generated<number>;
  user_id: number;
  kind: string;
  actor_id: number | null;
  node_id: number;
  row_id: number | null;
  row_code: string | null;
  data: ColumnType<unknown, string, string>;
  dedupe: string;
  at: Instant;
  checked_at: ColumnType<Date | null, Date | undefined, Date>;
  hidden_list: Generated<boolean>;
  hidden_area: Generated<boolean>;
  mailed_at: ColumnType<Date | null, Date | undefined, Date>;
};

/** A choice of files that a person may fetch as one zip. */
export type StorageArchiveTable = {
  space_id: number;
  key: string;
  user_id: number;
  name: string;
  items: number[];
  expires_at: ColumnType<Date, Date | undefined, Date>;
};

/** What somebody wrote at a node or at one of its works. */
export type CommentTable = {
  space_id: number;
  id: Generated<number>;
  node_id: number;
  row_id: number | null;
  row_code: string | null;
  text: string;
  reply_to: number | null;
  client_key: string;
  created_by: number | null;
  created_at: Instant;
  deleted_at: Date | null;
  deleted_by: number | null;
};

/** Somebody who was mentioned in a comment and reads there. */
export type MentionTable = {
  space_id: number;
  id: Generated<number>;
  node_id: number;
  comment_id: number;
  user_id: number;
  created_at: Instant;
};

/** A list of what has to be done for a work, in every version of its schedule. */
export type ChecklistTable = {
  space_id: number;
  id: Generated<number>;
  node_id: number;
  row_id: number;
  row_code: string;
  name: string;
  rank: string;
  created_by: number | null;
  created_at: Instant;
};

export type ChecklistItemTable = {
  space_id: number;
  id: Generated<number>;
  node_id: number;
  checklist_id: number;
  text: string;
  rank: string;
  required: Generated<boolean>;
  photo_required: Generated<boolean>;
  due: string | null;
  person_id: number | null;
  done_at: Date | null;
  done_by: number | null;
};

/** A conversation of a node or of some people. */
export type ChatTable = {
  space_id: number;
  id: Generated<number>;
  kind: 'node' | 'direct';
  node_id: number | null;
  people_key: string | null;
  last_seq: Generated<number>;
  last_change: Generated<number>;
  last_at: ColumnType<Date | null, Date | undefined, Date>;
  created_at: Instant;
};

export type ChatPersonTable = {
  space_id: number;
  chat_id: number;
  user_id: number;
  last_read_seq: Generated<number>;
  notify: ColumnType<ChatNotify | null, ChatNotify | null | undefined, ChatNotify | null>;
  pinned: Generated<boolean>;
};

export type ChatSettingTable = {
  space_id: number;
  user_id: number;
  notify: ChatNotify;
  sound: boolean;
  desktop: boolean;
  preview: boolean;
  enter_sends: boolean;
};

export type ChatMessageTable = {
  space_id: number;
  id: Generated<number>;
  chat_id: number;
  seq: number;
  change: number;
  author_id: number | null;
  text: string;
  mentions: number[];
  reply_to: number | null;
  client_key: string;
  created_at: Instant;
  edited_at: ColumnType<Date | null, Date | undefined, Date>;
  deleted_at: ColumnType<Date | null, Date | undefined, Date>;
  deleted_by: ColumnType<number | null, number | undefined, number>;
};

/** What a message said before it was changed. */
export type ChatVersionTable = { space_id: number; id: Generated<number>; message_id: number; text: string; until: Instant };

export type ChatReactionTable = { space_id: number; message_id: number; user_id: number; emoji: string; at: Instant };

export type ChatFileTable = {
  space_id: number;
  id: Generated<number>;
  blob_id: number;
  message_id: number | null;
  name: string;
  created_by: number | null;
  created_at: Instant;
};
