import type { AttributeLevel, CalculationStatus, CoefficientTarget, NodeKind, SpaceRole, VersionKind } from '@gantry/domain';
import type { ColumnType, Generated } from 'kysely';
import type {
  ChatFileTable,
  ChatMessageTable,
  ChatPersonTable,
  ChatReactionTable,
  ChatSettingTable,
  ChatTable,
  ChatVersionTable,
  ChecklistItemTable,
  ChecklistTable,
  CommentTable,
  MentionTable,
  NoticeTable,
  StorageArchiveTable,
  StorageBlobTable,
  StorageItemTable,
} from './schema.teamwork.ts';
import type {
  AccessTokenTable,
  AppUserTable,
  AuditTable,
  DelegationTable,
  Instant,
  InvitationTable,
  LicenseTable,
  NodeGrantTable,
  PasswordResetTable,
  SessionTable,
  SignInAttemptTable,
  UserIdentityTable,
} from './schema.access.ts';

/** Tables as the query builder sees them; the rows of version content are described by `VERSION_TABLES` of the domain instead. */
type Json<T> = ColumnType<T, string, string>;

export type JobTable = {
  /** Null for work of the installation, such as the deletion of a space. */
  space_id: number | null;
  id: Generated<number>;
  user_id: number;
  /** Who began it; null where nobody did but the installation. */
  actor_id: ColumnType<number | null, number | null | undefined, never>;
  /** The access token that it was begun by; null where a session was. */
  token_id: ColumnType<number | null, number | null | undefined, never>;
  kind: string;
  title: string;
  status: Generated<'waiting' | 'running' | 'done' | 'failed' | 'cancelled'>;
  progress: Generated<number>;
  stage: Generated<string>;
  input: Json<Record<string, unknown>>;
  result: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  findings: ColumnType<unknown[], string | undefined, string>;
  error: ColumnType<{ code: string; parameters: Record<string, unknown> } | null, string | null | undefined, string | null>;
  cancel_requested: Generated<boolean>;
  attempts: Generated<number>;
  fence: Generated<number>;
  lease_until: ColumnType<Date | null, Date | null | undefined, Date | null>;
  not_before: ColumnType<Date | null, Date | null | undefined, Date | null>;
  tries: Generated<number>;
  created_at: Instant;
  finished_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

export type VersionTableRow = {
  space_id: number;
  id: Generated<number>;
  schedule_id: number;
  name: string;
  kind: Generated<VersionKind>;
  locked: Generated<boolean>;
  revision: Generated<number>;
  chain: Generated<Buffer>;
  last_id: Generated<number>;
  item_count: Generated<number>;
  calculation_status: Generated<CalculationStatus>;
  data_date: string | null;
  calculation: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  source: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  created_at: Instant;
  updated_at: Instant;
};

export type VersionEditTable = {
  space_id: number;
  version_id: number;
  revision: number;
  name: string;
  author_id: number;
  at: Instant;
  kind: 'add' | 'update' | 'delete';
  row_count: number;
  diff: Buffer;
  diff_bytes: number;
  undoes: number | null;
  undone_by: number | null;
  redoes: number | null;
  chain: Buffer | null;
};

export type ImportProposalTable = {
  space_id: number;
  id: Generated<number>;
  version_id: number;
  schedule_id: number;
  author_id: number;
  revision: number;
  file_name: string;
  acceptable: boolean;
  summary: Json<unknown>;
  content: Buffer;
  created_at: Instant;
};

export type PreparedFileTable = {
  space_id: number;
  key: string;
  user_id: number;
  stored_key: string;
  name: string;
  media_type: string;
  bytes: number;
  expires_at: ColumnType<Date, Date, Date>;
};

export type Schema = {
  app_user: AppUserTable;
  session: SessionTable;
  session_visit: { space_id: number; session_id: number; at: Instant };
  password_reset: PasswordResetTable;
  user_identity: UserIdentityTable;
  sign_in_attempt: SignInAttemptTable;
  access_token: AccessTokenTable;
  sign_in_throttle: { key: string; tries: number; window_start: Instant };
  repeated_call: {
    space_id: number;
    id: Generated<number>;
    user_id: number;
    key: string;
    hash: Buffer;
    answer: Json<unknown> | null;
    at: Instant;
  };
  installation: { key: string; value: Json<unknown> };
  space: {
    id: Generated<number>;
    name: string;
    kind: Generated<'regular' | 'free' | 'demo'>;
    deleting: Generated<boolean>;
    allowed_addresses: Generated<string[]>;
    created_by: number;
    created_at: Instant;
  };
  space_user: {
    space_id: number;
    user_id: number;
    role: SpaceRole;
    role_id: ColumnType<number | null, number | null | undefined, number | null>;
    executor: Generated<boolean>;
    status: Generated<'active' | 'disabled'>;
    created_at: Instant;
  };
  role: { space_id: number; id: Generated<number>; code: SpaceRole | null; name: string; rights: string[]; created_at: Instant };
  node_grant: NodeGrantTable;
  delegation: DelegationTable;
  invitation: InvitationTable;
  license: LicenseTable;
  seat: { space_id: number; user_id: number; kind: 'users' | 'estimate' | 'bim'; taken_at: Instant };
  license_clock: { id: Generated<number>; installation: Generated<string>; seen_at: ColumnType<Date, Date | undefined, Date> };
  audit: AuditTable;
  preference: { space_id: number; user_id: number; a: string; b: string; state: Json<unknown> };
  preset: {
    space_id: number;
    id: Generated<number>;
    kind: string;
    owner_id: number;
    name: string;
    shared: Generated<boolean>;
    content: Json<unknown>;
    created_at: Instant;
    updated_at: Instant;
  };
  active_preset: { space_id: number; user_id: number; kind: string; target: string; preset_id: number };
  schedule_setting: { space_id: number; schedule_id: number; settings: Json<unknown> };
  row_flags: { space_id: number; version_id: number; user_id: number; checked: number[]; folded: number[] };
  job: JobTable;
  eps_node: {
    space_id: number;
    id: Generated<number>;
    parent_id: number | null;
    kind: NodeKind;
    name: string;
    position: number;
    key: string | null;
    created_at: Instant;
    updated_at: Instant;
  };
  node_attribute: {
    space_id: number;
    id: Generated<number>;
    node_id: number | null;
    key: string;
    name: string;
    type: string;
    owners: string[];
    list_values: Json<string[]>;
    unit: string;
    required: boolean;
    is_unique: boolean;
    inherits: boolean;
    default_value: ColumnType<unknown, string | null | undefined, string | null>;
    formula: string | null;
    position: Generated<number>;
    created_at: Instant;
    updated_at: Instant;
  };
  node_value: {
    space_id: number;
    node_id: number;
    attribute_id: number;
    value: Json<unknown>;
    updated_by: number | null;
    updated_at: Instant;
  };
  attribute_access: {
    space_id: number;
    id: Generated<number>;
    node_id: number;
    role_id: number;
    attribute_id: number | null;
    attribute_name: string | null;
    level: AttributeLevel;
    updated_by: number | null;
    updated_at: Instant;
  };
  indicator: {
    space_id: number;
    id: Generated<number>;
    node_id: number | null;
    name: string;
    rules: Json<unknown>;
    created_at: Instant;
    updated_at: Instant;
  };
  directory: {
    space_id: number;
    id: Generated<number>;
    node_id: number;
    name: string;
    kind: string;
    revision: Generated<number>;
    chain: Generated<Buffer>;
    last_id: Generated<number>;
    row_count: Generated<number>;
    created_at: Instant;
    updated_at: Instant;
  };
  directory_edit: {
    space_id: number;
    directory_id: number;
    revision: number;
    name: string;
    author_id: number;
    at: Instant;
    kind: 'add' | 'update' | 'delete';
    row_count: number;
    undoes: number | null;
    undone_by: number | null;
    redoes: number | null;
    chain: Buffer | null;
    diff: Buffer;
    diff_bytes: number;
  };
  coefficient_set: { space_id: number; id: Generated<number>; name: string; source: string };
  coefficient: {
    space_id: number;
    id: Generated<number>;
    set_id: number;
    position: number;
    code: string;
    name: string;
    target: CoefficientTarget;
    labour: number | null;
    equipment: number | null;
    material: number | null;
    all: number | null;
  };
  catalog_act: {
    space_id: number;
    id: Generated<number>;
    author_id: number;
    source: string;
    source_id: number;
    name: string;
    state: Generated<string>;
    change: Json<unknown>;
    before: Json<unknown>;
    after: Json<unknown> | null;
    left_alone: Json<unknown>;
    unchanged: Generated<number>;
    edits: Json<unknown>;
    created_at: Instant;
  };
  catalog_proposal: {
    act_id: number | null;
    space_id: number;
    id: Generated<number>;
    version_id: number;
    revision: number;
    source: string;
    source_id: number;
    summary: Json<unknown>;
    content: Buffer;
    created_at: Instant;
  };
  directory_relation: {
    space_id: number;
    id: Generated<number>;
    name: string;
    from_id: number;
    to_id: number;
    options: Json<unknown>;
    updated_at: Instant;
  };
  directory_upload: {
    space_id: number;
    id: Generated<number>;
    node_id: number;
    directory_id: number | null;
    author_id: number;
    revision: number;
    file_name: string;
    summary: Json<unknown>;
    content: Buffer;
    accepted: Json<unknown> | null;
    created_at: Instant;
  };
  directory_upload_piece: { space_id: number; upload_id: number; part: string; place: number; lines: number; content: Buffer };
  directory_upload_rule: { space_id: number; id: Generated<number>; directory_id: number; name: string; rule: Json<unknown> };
  measure: { space_id: number; id: Generated<number>; name: string; sign: string };
  specialty: { space_id: number; id: Generated<number>; name: string };
  user_specialty: { space_id: number; id: Generated<number>; user_id: number; specialty_id: number };
  parametric_list: { space_id: number; id: Generated<number>; name: string; entries: Json<unknown> };
  node_calendar: {
    space_id: number;
    id: Generated<number>;
    node_id: number | null;
    name: string;
    week: Json<unknown>;
    series: Json<unknown>;
    minutes_per_day: number;
    minutes_per_week: number;
    minutes_per_month: number;
    minutes_per_year: number;
    is_default: Generated<boolean>;
    created_at: Instant;
    updated_at: Instant;
  };
  version: VersionTableRow;
  version_source: { space_id: number; version_id: number; part: number; content: Buffer };
  import_setting: { space_id: number; id: Generated<number>; schedule_id: number; name: string; rule: Json<unknown>; updated_at: Instant };
  import_proposal: ImportProposalTable;
  prepared_file: PreparedFileTable;
  version_edit: VersionEditTable;
  presence: {
    space_id: number;
    connection: string;
    version_id: number;
    user_id: number;
    row_id: number | null;
    since: Instant;
    seen_at: Instant;
  };
  storage_blob: StorageBlobTable;
  storage_item: StorageItemTable;
  storage_archive: StorageArchiveTable;
  notice: NoticeTable;
  chat: ChatTable;
  chat_person: ChatPersonTable;
  chat_setting: ChatSettingTable;
  chat_message: ChatMessageTable;
  chat_version: ChatVersionTable;
  chat_reaction: ChatReactionTable;
  chat_file: ChatFileTable;
  checklist: ChecklistTable;
  checklist_item: ChecklistItemTable;
  comment: CommentTable;
  mention: MentionTable;
};
