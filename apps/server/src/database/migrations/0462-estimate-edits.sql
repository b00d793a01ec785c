-- Acts of people on estimates, for undo: each line holds what the other state is, and swaps with what stands when it is taken back or done again.
create table estimate_edit (
  space_id bigint not null,
  estimate_id bigint not null,
  no int not null,
  project_id bigint not null,
  kind text not null check (kind in ('rows', 'head', 'edition')),
  -- Lines of one act, such as a paste of many cells, go together.
  act text not null,
  undone boolean not null default false,
  author_id bigint references app_user on delete set null,
  author_name text not null,
  created_at timestamptz not null default now(),
  content bytea not null,
  primary key (space_id, estimate_id, no),
  foreign key (space_id, estimate_id) references estimate (space_id, id) on delete cascade
);
create index estimate_edit_author on estimate_edit (author_id);

alter table estimate_edit enable row level security;
alter table estimate_edit force row level security;
create policy by_space on estimate_edit
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
create policy in_reach on estimate_edit as restrictive
  using ((select app_ids('app.nodes')) is null or project_id = any ((select app_ids('app.nodes'))::bigint[]))
  with check ((select app_ids('app.nodes')) is null or project_id = any ((select app_ids('app.nodes'))::bigint[]));
