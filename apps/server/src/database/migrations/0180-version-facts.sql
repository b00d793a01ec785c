-- What a version comes to, counted from its content at a revision: sums, and lines by weeks and months, packed by the program.
create table version_fact (
  space_id bigint not null,
  version_id bigint not null,
  revision int not null,
  -- The program's way of counting: what another way counted is counted anew.
  counting int not null,
  head jsonb not null,
  week bytea not null,
  month bytea not null,
  computed_at timestamptz not null default now(),
  primary key (space_id, version_id),
  foreign key (space_id, version_id) references version (space_id, id) on delete cascade
);
alter table version_fact enable row level security;
alter table version_fact force row level security;
create policy by_space on version_fact
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
create policy in_reach on version_fact as restrictive
  using ((select app_ids('app.nodes')) is null or version_id in (select id from version));
