/** The tables of the migrated database, written by `npm run schema`; `VERSION_TABLES` of the domain describes those of version content. */

import type * as contract from '@gantry/contract';
import type * as domain from '@gantry/domain';
import type { ColumnType, GeneratedAlways, InsertType, Selectable, SelectType, UpdateType } from 'kysely';

type Json<T> = ColumnType<T, string, string>;
type Instant = ColumnType<Date, Date | string, Date | string>;
/** The driver reads a date as midnight of the server's own zone: select it inside JSON or as text. */
type CalendarDate = ColumnType<Date, string, string>;
/** The driver parses no array of bigint: select it inside JSON or turn its members into numbers. */
type BigintArray = ColumnType<string[], number[], number[]>;
type Generated<T> = ColumnType<SelectType<T>, InsertType<T> | undefined, UpdateType<T>>;

/** A row as it is read. */
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

export type Schema = {
  access_token: {
    id: Generated<number>;
    token_hash: Buffer;
    user_id: number;
    name: string;
    space_id: number | null;
    rights: domain.SpaceRight[];
    created_at: Generated<Instant>;
    expires_at: Instant;
    last_used_at: Instant | null;
  };
  action_item: {
    space_id: number;
    id: Generated<number>;
    node_id: number;
    row_id: number;
    row_code: string;
    row_name: string;
    title: string;
    text: Generated<string>;
    due: CalendarDate | null;
    remind_days: Generated<number>;
    status: Generated<string>;
    reason: string | null;
    created_by: number | null;
    created_at: Generated<Instant>;
    reminded_of: CalendarDate | null;
    passed_of: CalendarDate | null;
  };
  action_item_person: {
    space_id: number;
    item_id: number;
    user_id: number;
    node_id: number;
  };
  active_preset: {
    space_id: number;
    user_id: number;
    kind: string;
    target: string;
    preset_id: number;
  };
  app_user: {
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
    created_at: Generated<Instant>;
    privacy_accepted_at: Instant | null;
    avatar_key: string | null;
    avatar_type: string | null;
    administrator: Generated<boolean>;
    email_confirmed_at: Instant | null;
    privacy_version: string | null;
    credentials_revision: Generated<number>;
  };
  attribute_access: {
    space_id: number;
    id: Generated<number>;
    node_id: number;
    role_id: number;
    attribute_id: number | null;
    attribute_name: string | null;
    level: domain.AttributeLevel;
    updated_by: number | null;
    updated_at: Generated<Instant>;
  };
  attribute_file: {
    space_id: number;
    key: Generated<string>;
    name: string;
    content: Buffer;
    created_by: number | null;
    created_at: Generated<Instant>;
  };
  audit: {
    id: GeneratedAlways<number>;
    space_id: number | null;
    at: Generated<Instant>;
    actor_id: number | null;
    actor: string;
    on_behalf_of: number | null;
    address: string;
    request_id: string;
    action: string;
    object: Generated<string>;
    details: Json<Record<string, domain.JsonValue>> | null;
  };
  backup: {
    space_id: number;
    id: Generated<number>;
    job_id: number | null;
    name: string;
    at: Instant;
    program: string;
    schema_name: string;
    with_files: boolean;
    rows: Generated<number>;
    bytes: Generated<number>;
    manifest_id: string | null;
    counter: number | null;
    state: contract.Backup['state'];
    proved_at: Instant | null;
    findings: Generated<Json<contract.Backup['findings']>>;
    created_by: number | null;
  };
  backup_job: {
    space_id: number;
    id: Generated<number>;
    cadence: contract.BackupCadence;
    cron: string | null;
    at: string;
    weekday: number | null;
    day: number | null;
    time_zone: string;
    keep: Json<contract.BackupKeep>;
    with_files: boolean;
    next_at: Instant;
    last_at: Instant | null;
    created_by: number;
    created_at: Generated<Instant>;
  };
  backup_repository: {
    space_id: number;
    folder: string;
    key_wrapped: Buffer;
    counter: Generated<number>;
  };
  catalog_act: {
    space_id: number;
    id: Generated<number>;
    author_id: number;
    source: contract.UnsavedChange['source'];
    source_id: number;
    name: string;
    state: Generated<contract.CatalogAct['state']>;
    change: Json<domain.JsonValue>;
    before: Json<domain.JsonValue>;
    after: Json<domain.JsonValue> | null;
    left_alone: Generated<Json<contract.CatalogAct['left']>>;
    unchanged: Generated<number>;
    edits: Generated<Json<{ version_id: number; revision: number; calculated: boolean }[]>>;
    created_at: Generated<Instant>;
  };
  catalog_proposal: {
    space_id: number;
    id: Generated<number>;
    version_id: number;
    revision: number;
    source: contract.CatalogSource;
    source_id: number;
    summary: Json<unknown>;
    content: Buffer;
    created_at: Generated<Instant>;
    act_id: number | null;
  };
  chat: {
    space_id: number;
    id: Generated<number>;
    kind: 'node' | 'direct';
    node_id: number | null;
    people_key: string | null;
    last_seq: Generated<number>;
    last_change: Generated<number>;
    last_at: Instant | null;
    created_at: Generated<Instant>;
  };
  chat_file: {
    space_id: number;
    id: Generated<number>;
    blob_id: number;
    message_id: number | null;
    name: string;
    created_by: number | null;
    created_at: Generated<Instant>;
  };
  chat_message: {
    space_id: number;
    id: Generated<number>;
    chat_id: number;
    seq: number;
    change: number;
    author_id: number | null;
    text: string;
    mentions: Generated<BigintArray>;
    reply_to: number | null;
    client_key: string;
    created_at: Generated<Instant>;
    edited_at: Instant | null;
    deleted_at: Instant | null;
    deleted_by: number | null;
  };
  chat_person: {
    space_id: number;
    chat_id: number;
    user_id: number;
    last_read_seq: Generated<number>;
    notify: contract.ChatNotify | null;
    pinned: Generated<boolean>;
  };
  chat_reaction: {
    space_id: number;
    message_id: number;
    user_id: number;
    emoji: string;
    at: Generated<Instant>;
  };
  chat_setting: {
    space_id: number;
    user_id: number;
    notify: Generated<contract.ChatNotify>;
    sound: Generated<boolean>;
    desktop: Generated<boolean>;
    preview: Generated<boolean>;
    enter_sends: Generated<boolean>;
  };
  chat_version: {
    space_id: number;
    id: Generated<number>;
    message_id: number;
    text: string;
    until: Generated<Instant>;
  };
  checklist: {
    space_id: number;
    id: Generated<number>;
    node_id: number;
    row_id: number;
    row_code: string;
    name: string;
    rank: string;
    created_by: number | null;
    created_at: Generated<Instant>;
  };
  checklist_item: {
    space_id: number;
    id: Generated<number>;
    node_id: number;
    checklist_id: number;
    text: string;
    rank: string;
    required: Generated<boolean>;
    photo_required: Generated<boolean>;
    due: CalendarDate | null;
    person_id: number | null;
    done_at: Instant | null;
    done_by: number | null;
  };
  coefficient: {
    space_id: number;
    id: Generated<number>;
    set_id: number;
    position: number;
    code: Generated<string>;
    name: string;
    target: domain.CoefficientTarget;
    labour: number | null;
    equipment: number | null;
    material: number | null;
    all: number | null;
  };
  coefficient_set: {
    space_id: number;
    id: Generated<number>;
    name: string;
    source: Generated<string>;
  };
  comment: {
    space_id: number;
    id: Generated<number>;
    node_id: number;
    row_id: number | null;
    row_code: string | null;
    text: string;
    reply_to: number | null;
    client_key: string;
    created_by: number | null;
    created_at: Generated<Instant>;
    deleted_at: Instant | null;
    deleted_by: number | null;
    card_id: number | null;
    action_item_id: number | null;
  };
  cyclogram_colour: {
    space_id: number;
    id: Generated<number>;
    schedule_id: number;
    owner_id: number | null;
    line_by: string;
    value: string;
    tint: number;
  };
  delegation: {
    space_id: number;
    id: Generated<number>;
    giver_id: number;
    receiver_id: number;
    starts_at: Instant;
    ends_at: Instant;
    created_at: Generated<Instant>;
  };
  directory: {
    space_id: number;
    id: Generated<number>;
    node_id: number;
    name: string;
    kind: contract.DirectoryKind;
    revision: Generated<number>;
    last_id: Generated<number>;
    row_count: Generated<number>;
    created_at: Generated<Instant>;
    updated_at: Generated<Instant>;
    chain: Generated<Buffer>;
  };
  directory_attribute: {
    space_id: number;
    directory_id: number;
    id: number;
    position: number;
    name: string;
    type: string;
    unit: Generated<string>;
    required: Generated<boolean>;
    unique: Generated<boolean>;
    default_value: Json<unknown> | null;
    list_id: number | null;
    role: string | null;
    linked: Json<unknown> | null;
    donor: Json<unknown> | null;
  };
  directory_edit: {
    space_id: number;
    directory_id: number;
    revision: number;
    name: string;
    author_id: number;
    at: Generated<Instant>;
    kind: 'add' | 'update' | 'delete';
    row_count: number;
    undoes: number | null;
    undone_by: number | null;
    diff: Buffer;
    diff_bytes: number;
    chain: Buffer | null;
    redoes: number | null;
  };
  directory_list: {
    space_id: number;
    directory_id: number;
    id: number;
    position: number;
    name: string;
  };
  directory_list_value: {
    space_id: number;
    directory_id: number;
    id: number;
    list_id: number;
    position: number;
    text: string;
    parameter: number | null;
  };
  directory_relation: {
    space_id: number;
    id: Generated<number>;
    name: string;
    from_id: number;
    to_id: number;
    options: Json<contract.DirectoryRelationOptions>;
    updated_at: Generated<Instant>;
  };
  directory_relation_row: {
    space_id: number;
    id: Generated<number>;
    relation_id: number;
    row_a_id: number;
    row_b_id: number;
    quantity: number;
    coefficient_ids: Generated<BigintArray>;
    options: Json<unknown>;
  };
  directory_row: {
    space_id: number;
    directory_id: number;
    id: number;
    parent_id: number | null;
    position: number;
    code: Generated<string>;
    name: Generated<string>;
    measure_id: number | null;
    cells: Generated<Json<unknown>>;
    donors: Generated<Json<unknown>>;
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
    created_at: Generated<Instant>;
    accepted: Json<unknown> | null;
  };
  directory_upload_piece: {
    space_id: number;
    upload_id: number;
    part: string;
    place: number;
    lines: number;
    content: Buffer;
  };
  directory_upload_rule: {
    space_id: number;
    id: Generated<number>;
    directory_id: number;
    name: string;
    rule: Json<contract.DirectoryUploadRule>;
  };
  eps_node: {
    space_id: number;
    id: Generated<number>;
    parent_id: number | null;
    kind: domain.NodeKind;
    name: string;
    position: number;
    created_at: Generated<Instant>;
    updated_at: Generated<Instant>;
    key: string | null;
  };
  import_proposal: {
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
    created_at: Generated<Instant>;
  };
  import_setting: {
    space_id: number;
    id: Generated<number>;
    schedule_id: number;
    name: string;
    rule: Json<contract.ImportRule>;
    updated_at: Generated<Instant>;
  };
  indicator: {
    space_id: number;
    id: Generated<number>;
    node_id: number | null;
    name: string;
    rules: Json<domain.IndicatorRule[]>;
    created_at: Generated<Instant>;
    updated_at: Generated<Instant>;
  };
  indicator_result: {
    space_id: number;
    version_id: number;
    indicator_id: number;
    revision: number;
    counts: Json<{ rules: number[]; none: number }>;
    calculated_at: Generated<Instant>;
  };
  installation: {
    key: string;
    value: Json<unknown>;
  };
  invitation: {
    space_id: number;
    id: Generated<number>;
    email: string;
    role: domain.SpaceRole;
    role_id: number | null;
    invited_by: number;
    token_hash: Buffer | null;
    delivery: Generated<'waiting' | 'sent' | 'failed'>;
    trouble: string | null;
    created_at: Generated<Instant>;
    sent_at: Instant | null;
    expires_at: Instant;
  };
  job: {
    space_id: number | null;
    id: Generated<number>;
    user_id: number;
    kind: string;
    title: string;
    status: Generated<'waiting' | 'running' | 'done' | 'failed' | 'cancelled'>;
    progress: Generated<number>;
    stage: Generated<string>;
    input: Json<Record<string, unknown>>;
    result: Json<contract.Job['result']> | null;
    findings: Generated<Json<contract.Job['findings']>>;
    error: Json<contract.Job['error']> | null;
    cancel_requested: Generated<boolean>;
    attempts: Generated<number>;
    fence: Generated<number>;
    lease_until: Instant | null;
    created_at: Generated<Instant>;
    finished_at: Instant | null;
    not_before: Instant | null;
    tries: Generated<number>;
    actor_id: number | null;
    token_id: number | null;
  };
  kanban_board: {
    space_id: number;
    id: Generated<number>;
    node_id: number;
    name: string;
    source: 'free' | 'rows';
    group_by: string | null;
    filter: Json<domain.RowFilter> | null;
    rank: string;
    revision: Generated<number>;
    created_by: number | null;
    created_at: Generated<Instant>;
    deleted_at: Instant | null;
    deleted_by: number | null;
  };
  kanban_column: {
    space_id: number;
    id: Generated<number>;
    board_id: number;
    name: string;
    tint: number | null;
    wip_limit: number | null;
    on_enter: Json<contract.KanbanOnEnter> | null;
    done: Generated<boolean>;
    value: string | null;
    rank: string;
  };
  kanban_item: {
    space_id: number;
    id: Generated<number>;
    board_id: number;
    column_id: number | null;
    rank: string | null;
    title: string;
    description: Generated<string>;
    due: CalendarDate | null;
    priority: Generated<number>;
    schedule_id: number | null;
    row_id: number | null;
    row_code: string | null;
    changed_revision: number;
    created_by: number | null;
    created_at: Generated<Instant>;
    deleted_at: Instant | null;
    deleted_by: number | null;
    row_revision: Generated<number>;
  };
  kanban_item_label: {
    space_id: number;
    item_id: number;
    label_id: number;
  };
  kanban_item_person: {
    space_id: number;
    item_id: number;
    user_id: number;
  };
  kanban_label: {
    space_id: number;
    id: Generated<number>;
    board_id: number;
    name: string;
    tint: number | null;
    rank: string;
  };
  kanban_move: {
    space_id: number;
    id: Generated<number>;
    board_id: number;
    item_id: number;
    from_id: number | null;
    to_id: number | null;
    at: Generated<Instant>;
    by_id: number | null;
  };
  license: {
    space_id: number | null;
    id: Generated<number>;
    lid: string;
    token: string;
    active: Generated<boolean>;
    loaded_by: number | null;
    loaded_at: Generated<Instant>;
  };
  license_clock: {
    id: Generated<number>;
    installation: Generated<string>;
    seen_at: Generated<Instant>;
  };
  measure: {
    space_id: number;
    id: Generated<number>;
    name: string;
    sign: string;
  };
  mention: {
    space_id: number;
    id: Generated<number>;
    node_id: number;
    comment_id: number;
    user_id: number;
    created_at: Generated<Instant>;
  };
  node_attribute: {
    space_id: number;
    id: Generated<number>;
    node_id: number | null;
    key: string;
    name: string;
    type: domain.OwnAttributeType;
    owners: domain.AttributeOwner[];
    list_values: Generated<Json<string[]>>;
    unit: Generated<string>;
    required: Generated<boolean>;
    is_unique: Generated<boolean>;
    inherits: Generated<boolean>;
    default_value: Json<domain.JsonValue> | null;
    formula: string | null;
    position: Generated<number>;
    created_at: Generated<Instant>;
    updated_at: Generated<Instant>;
  };
  node_calendar: {
    space_id: number;
    id: Generated<number>;
    node_id: number | null;
    name: string;
    week: Json<contract.CalendarContent['week']>;
    series: Json<contract.CalendarContent['series']>;
    minutes_per_day: number;
    minutes_per_week: number;
    minutes_per_month: number;
    minutes_per_year: number;
    is_default: Generated<boolean>;
    created_at: Generated<Instant>;
    updated_at: Generated<Instant>;
  };
  node_grant: {
    space_id: number;
    id: Generated<number>;
    node_id: number;
    user_id: number;
    role: domain.SpaceRole;
    role_id: number | null;
    granted_by: number;
    created_at: Generated<Instant>;
  };
  node_value: {
    space_id: number;
    node_id: number;
    attribute_id: number;
    value: Json<domain.JsonValue>;
    updated_by: number | null;
    updated_at: Generated<Instant>;
  };
  notice: {
    space_id: number;
    id: Generated<number>;
    user_id: number;
    kind: domain.NoticeKind;
    actor_id: number | null;
    node_id: number;
    row_id: number | null;
    row_code: string | null;
    data: Json<{ name: string; count: number; date: string | null }>;
    dedupe: string;
    at: Generated<Instant>;
    checked_at: Instant | null;
    hidden_list: Generated<boolean>;
    hidden_area: Generated<boolean>;
    mailed_at: Instant | null;
  };
  notice_setting: {
    space_id: number;
    user_id: number;
    mail: Generated<Json<Partial<Record<domain.NoticeKind, domain.NoticeMailTime>>>>;
    mail_off: Generated<boolean>;
    hour: Generated<number>;
    time_zone: string | null;
    quiet_from: number | null;
    quiet_to: number | null;
    unsubscribe_key: Generated<string>;
    desktop: Generated<Json<Partial<Record<domain.NoticeKind, boolean>>>>;
  };
  parametric_list: {
    space_id: number;
    id: Generated<number>;
    name: string;
    entries: Json<unknown>;
  };
  password_reset: {
    token_hash: Buffer;
    user_id: number;
    created_at: Generated<Instant>;
    expires_at: Instant;
    used_at: Instant | null;
    credentials_revision: number;
  };
  pipe: {
    space_id: number;
    id: Generated<number>;
    project_id: number;
    name: string;
    main_schedule_id: number;
    main_attribute: string;
    main_separator: string;
    supply_schedule_id: number;
    supply_attribute: string;
    supply_separator: string;
    need_end: 'start' | 'finish';
    need_days: number;
  };
  pipe_approval: {
    space_id: number;
    project_id: number;
    schedule_id: number;
    code: string;
    user_name: string;
    approved_at: Generated<Instant>;
  };
  pipeline_setting: {
    space_id: number;
    project_id: number;
    content: Json<contract.PipelineSettings>;
  };
  preference: {
    space_id: number;
    user_id: number;
    a: string;
    b: string;
    state: Json<domain.JsonValue>;
  };
  prepared_file: {
    space_id: number;
    key: string;
    user_id: number;
    stored_key: string;
    name: string;
    media_type: string;
    bytes: number;
    expires_at: Instant;
  };
  presence: {
    space_id: number;
    connection: string;
    version_id: number;
    user_id: number;
    row_id: number | null;
    since: Generated<Instant>;
    seen_at: Generated<Instant>;
  };
  preset: {
    space_id: number;
    id: Generated<number>;
    kind: string;
    owner_id: number;
    name: string;
    shared: Generated<boolean>;
    content: Json<unknown>;
    created_at: Generated<Instant>;
    updated_at: Generated<Instant>;
  };
  push_device: {
    space_id: number;
    id: Generated<number>;
    user_id: number;
    session_id: number;
    endpoint: string;
    p256dh: string;
    auth: string;
    created_at: Generated<Instant>;
  };
  repeated_call: {
    space_id: number;
    id: Generated<number>;
    user_id: number;
    key: string;
    hash: Buffer;
    answer: Json<unknown> | null;
    at: Generated<Instant>;
  };
  risk_result: {
    space_id: number;
    version_id: number;
    revision: number;
    settings: Json<contract.RiskSettings>;
    result: Json<contract.RiskResultRow>;
    computed_at: Generated<Instant>;
  };
  role: {
    space_id: number;
    id: Generated<number>;
    code: domain.SpaceRole | null;
    name: Generated<string>;
    rights: string[];
    created_at: Generated<Instant>;
  };
  row_flags: {
    space_id: number;
    version_id: number;
    user_id: number;
    checked: Generated<number[]>;
    folded: Generated<number[]>;
  };
  schedule_setting: {
    space_id: number;
    schedule_id: number;
    settings: Json<unknown>;
  };
  search_change: {
    space_id: number;
    id: Generated<number>;
    kind: contract.SearchKind;
    object: number | null;
    part: number | null;
    seen: Generated<number>;
  };
  search_entry: {
    space_id: number;
    id: Generated<number>;
    kind: contract.SearchKind;
    object: number;
    part: Generated<number>;
    node_id: number | null;
    chat_id: number | null;
    author_id: number | null;
    at: Instant;
    era: number;
    tsv: string;
  };
  seat: {
    space_id: number;
    user_id: number;
    kind: domain.SeatKind;
    taken_at: Generated<Instant>;
  };
  session: {
    id_hash: Buffer;
    token_hash: Buffer;
    user_id: number;
    user_agent: Generated<string>;
    created_at: Generated<Instant>;
    last_activity: Generated<Instant>;
    expires_at: Instant;
    id: Generated<number>;
    address: Generated<string>;
    method: Generated<string>;
    token_until: Instant | null;
    return_path: string | null;
  };
  session_visit: {
    space_id: number;
    session_id: number;
    at: Generated<Instant>;
  };
  sign_in_attempt: {
    state_hash: Buffer;
    browser_hash: Buffer;
    method: string;
    nonce: string;
    code_verifier: string;
    return_path: string;
    former_session: Buffer | null;
    expires_at: Instant;
    used_at: Instant | null;
    tie_to: number | null;
  };
  sign_in_throttle: {
    key: string;
    tries: number;
    window_start: Instant;
  };
  space: {
    id: Generated<number>;
    name: string;
    kind: Generated<'regular' | 'free' | 'demo'>;
    deleting: Generated<boolean>;
    created_by: number;
    created_at: Generated<Instant>;
    allowed_addresses: Generated<string[]>;
    storage_quota_mb: number | null;
    time_zone: string | null;
    bare_letters: Generated<boolean>;
    currency: string | null;
    file_types: Generated<string[]>;
    replaced_by: number | null;
    replaced_until: Instant | null;
  };
  space_user: {
    space_id: number;
    user_id: number;
    role: domain.SpaceRole;
    status: Generated<'active' | 'disabled'>;
    created_at: Generated<Instant>;
    role_id: number | null;
    executor: Generated<boolean>;
  };
  specialty: {
    space_id: number;
    id: Generated<number>;
    name: string;
  };
  storage_archive: {
    space_id: number;
    key: string;
    user_id: number;
    name: string;
    items: BigintArray;
    expires_at: Generated<Instant>;
  };
  storage_blob: {
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
    taken_at: Instant | null;
  };
  storage_item: {
    space_id: number;
    id: Generated<number>;
    blob_id: number;
    node_id: number;
    row_id: number | null;
    row_code: string | null;
    name: string;
    taken_at: Instant;
    client_key: string | null;
    created_by: number | null;
    created_at: Generated<Instant>;
    deleted_at: Instant | null;
    deleted_by: number | null;
  };
  storage_upload: {
    space_id: number;
    key: string;
    user_id: number | null;
    node_id: number;
    row_id: number | null;
    name: string;
    client_key: string | null;
    length: number;
    received: Generated<number>;
    item_id: number | null;
    changed_at: Generated<Instant>;
  };
  storage_upload_part: {
    space_id: number;
    upload_key: string;
    starts_at: number;
    file_key: string;
  };
  user_identity: {
    issuer: string;
    subject: string;
    user_id: number;
    method: string;
    created_at: Generated<Instant>;
    last_used_at: Generated<Instant>;
    id: Generated<number>;
  };
  user_specialty: {
    space_id: number;
    id: Generated<number>;
    user_id: number;
    specialty_id: number;
  };
  version: {
    space_id: number;
    id: Generated<number>;
    schedule_id: number;
    name: string;
    kind: Generated<domain.VersionKind>;
    locked: Generated<boolean>;
    revision: Generated<number>;
    last_id: Generated<number>;
    item_count: Generated<number>;
    calculation_status: Generated<domain.CalculationStatus>;
    data_date: string | null;
    calculation: Json<Record<string, unknown>> | null;
    source: Json<Record<string, unknown>> | null;
    created_at: Generated<Instant>;
    updated_at: Generated<Instant>;
    chain: Generated<Buffer>;
  };
  version_edit: {
    space_id: number;
    version_id: number;
    revision: number;
    name: string;
    author_id: number;
    at: Generated<Instant>;
    kind: 'add' | 'update' | 'delete';
    row_count: number;
    diff: Buffer;
    diff_bytes: number;
    undoes: number | null;
    undone_by: number | null;
    redoes: number | null;
    chain: Buffer | null;
  };
  version_fact: {
    space_id: number;
    version_id: number;
    revision: number;
    counting: number;
    head: Json<unknown>;
    week: Buffer;
    month: Buffer;
    computed_at: Generated<Instant>;
  };
  version_source: {
    space_id: number;
    version_id: number;
    part: number;
    content: Buffer;
  };
};
