import type { SpaceRole } from '@gantry/domain';
import type { ColumnType, Generated } from 'kysely';

/** Tables of people, of what lets them in and of what they may. */

/** A moment that the database fills in by itself. */
export type Instant = ColumnType<Date, Date | string | undefined, Date | string>;

export type AppUserTable = {
  id: Generated<number>;
  login: string;
  email: string;
  first_name: string;
  last_name: string;
  password_hash: string;
  secret_question: string;
  secret_answer_hash: string;
  language: string | null;
  status: Generated<'active' | 'disabled'>;
  created_at: Instant;
  privacy_accepted_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  avatar_key: string | null;
  avatar_type: string | null;
  administrator: Generated<boolean>;
  email_confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** Counts the addresses and passwords that the account has had. */
  credentials_revision: Generated<number>;
  privacy_version: string | null;
};

export type PasswordResetTable = {
  token_hash: Buffer;
  user_id: number;
  created_at: Instant;
  expires_at: ColumnType<Date, Date, Date>;
  used_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  credentials_revision: number;
};

export type AccessTokenTable = {
  id: Generated<number>;
  token_hash: Buffer;
  user_id: number;
  name: string;
  /** Null: every space of its owner. */
  space_id: number | null;
  rights: string[];
  created_at: Instant;
  expires_at: ColumnType<Date, Date, Date>;
  last_used_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

/** Which role somebody has: a built-in one, or with `role_id` one that people of the space made. */
type RoleColumns = { role: SpaceRole; role_id: number | null };

export type AuditTable = {
  id: Generated<number>;
  /** Null: the installation itself. */
  space_id: number | null;
  at: Instant;
  actor_id: number | null;
  actor: string;
  on_behalf_of: number | null;
  address: string;
  request_id: string;
  action: string;
  object: string;
  details: ColumnType<Record<string, unknown> | null, string | null, never>;
};

export type NodeGrantTable = RoleColumns & {
  space_id: number;
  id: Generated<number>;
  node_id: number;
  user_id: number;
  granted_by: number;
  created_at: Instant;
};

export type DelegationTable = {
  space_id: number;
  id: Generated<number>;
  giver_id: number;
  receiver_id: number;
  starts_at: ColumnType<Date, Date | string, Date | string>;
  ends_at: ColumnType<Date, Date | string, Date | string>;
  created_at: Instant;
};

export type InvitationTable = RoleColumns & {
  space_id: number;
  id: Generated<number>;
  email: string;
  invited_by: number;
  token_hash: Buffer | null;
  delivery: Generated<'waiting' | 'sent' | 'failed'>;
  trouble: string | null;
  created_at: Instant;
  sent_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  expires_at: ColumnType<Date, Date, Date>;
};

export type LicenseTable = {
  /** Null: corporate. */
  space_id: number | null;
  id: Generated<number>;
  lid: string;
  token: string;
  active: Generated<boolean>;
  loaded_by: number | null;
  loaded_at: Instant;
};

export type SessionTable = {
  id: Generated<number>;
  address: Generated<string>;
  id_hash: Buffer;
  token_hash: Buffer;
  user_id: number;
  user_agent: string;
  created_at: Instant;
  last_activity: Instant;
  expires_at: ColumnType<Date, Date, Date>;
  method: Generated<string>;
  token_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  return_path: string | null;
};

export type UserIdentityTable = {
  id: Generated<number>;
  issuer: string;
  subject: string;
  user_id: number;
  method: string;
  created_at: Instant;
  last_used_at: Instant;
};

export type SignInAttemptTable = {
  state_hash: Buffer;
  browser_hash: Buffer;
  method: string;
  nonce: string;
  code_verifier: string;
  return_path: string;
  former_session: Buffer | null;
  tie_to: number | null;
  expires_at: ColumnType<Date, Date, Date>;
  used_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};
