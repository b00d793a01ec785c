-- Workbooks that estimates were read from, by the checksum of the file, with the mapping of their columns: an export fills them anew.
create table estimate_source (
  space_id bigint not null,
  estimate_id bigint not null,
  project_id bigint not null,
  sha256 text not null,
  mapping jsonb not null,
  bytes bytea not null,
  primary key (space_id, estimate_id, sha256),
  foreign key (space_id, estimate_id) references estimate (space_id, id) on delete cascade
);
alter table estimate_source enable row level security;
alter table estimate_source force row level security;
create policy by_space on estimate_source
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
create policy in_reach on estimate_source as restrictive
  using ((select app_ids('app.nodes')) is null or project_id = any ((select app_ids('app.nodes'))::bigint[]))
  with check ((select app_ids('app.nodes')) is null or project_id = any ((select app_ids('app.nodes'))::bigint[]));
