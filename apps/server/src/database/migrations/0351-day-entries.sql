-- Reports of what was done on a work on a day, one after the other: the fact of the day is made of them.
create table day_entry (
  space_id bigint not null,
  -- Given by who reports, so that a report that is sent twice is one.
  id uuid not null,
  seq bigint generated always as identity,
  node_id bigint not null,
  -- The work in every version: the row with this code, else the one with this id; its name as it was.
  row_id int not null,
  row_code text not null,
  row_name text not null,
  day date not null,
  -- `percent` where the work has no quantity: the share of it that is done.
  measure text not null,
  amount double precision not null,
  -- The fact of the day as the reporter saw it.
  base double precision,
  note text not null default '',
  reporter bigint references app_user on delete set null,
  state text not null check (state in ('pending', 'conflict', 'accepted', 'declined', 'taken_back')),
  -- The fact of the day that it came to.
  result double precision,
  reason text,
  decided_by bigint references app_user on delete set null,
  created_at timestamptz not null default now(),
  -- The edit that made a fact of it; and the one that took that back.
  version_id bigint,
  revision int,
  undone_revision int,
  primary key (space_id, id),
  foreign key (space_id, node_id) references eps_node (space_id, id) on delete cascade
);
create index day_entry_of_day on day_entry (space_id, node_id, row_id, day, seq desc);
create index day_entry_open on day_entry (space_id, node_id) where state in ('pending', 'conflict');
create index day_entry_of_edit on day_entry (space_id, version_id, revision) where version_id is not null;
create index day_entry_undone on day_entry (space_id, version_id, undone_revision) where undone_revision is not null;
create index timesheet_undone on timesheet (space_id, version_id, undone_revision) where undone_revision is not null;

alter table day_entry enable row level security;
alter table day_entry force row level security;
create policy by_space on day_entry
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
create policy in_reach on day_entry as restrictive
  using ((select app_ids('app.nodes')) is null or node_id = any ((select app_ids('app.nodes'))::bigint[]))
  with check ((select app_ids('app.nodes')) is null or node_id = any ((select app_ids('app.nodes'))::bigint[]));
