-- The last simulation of a version: what was asked, of which revision, and what came out.
create table risk_result (
  space_id bigint not null,
  version_id bigint not null,
  revision int not null,
  settings jsonb not null,
  result jsonb not null,
  computed_at timestamptz not null default now(),
  primary key (space_id, version_id),
  foreign key (space_id, version_id) references version (space_id, id) on delete cascade
);
alter table risk_result enable row level security;
alter table risk_result force row level security;
create policy by_space on risk_result
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
create policy in_reach on risk_result as restrictive
  using ((select app_ids('app.nodes')) is null or version_id in (select id from version));
