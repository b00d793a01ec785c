-- Of which revision a version was read for examples.
create table ai_reading (
  space_id bigint not null,
  version_id bigint not null,
  revision int not null,
  -- The program's way of reading: what was read in another way is read anew.
  reading int not null,
  primary key (space_id, version_id),
  foreign key (space_id, version_id) references version (space_id, id) on delete cascade
);
alter table ai_reading enable row level security;
alter table ai_reading force row level security;
create policy by_space on ai_reading
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
create policy in_reach on ai_reading as restrictive
  using ((select app_ids('app.nodes')) is null or version_id in (select id from version));

-- Rows that have parts, as others are divided by them. `stem`: what the name says of the work; `path`: the same of the names above.
create table ai_example (
  space_id bigint not null,
  version_id bigint not null,
  item_id bigint not null,
  name text not null,
  stem text not null,
  path text not null,
  volume double precision,
  unit text not null,
  children jsonb not null,
  relations jsonb not null,
  primary key (space_id, version_id, item_id),
  foreign key (space_id, version_id) references version (space_id, id) on delete cascade
);
create index ai_example_stem on ai_example (space_id, stem, version_id);
alter table ai_example enable row level security;
alter table ai_example force row level security;
create policy by_space on ai_example
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
create policy in_reach on ai_example as restrictive
  using ((select app_ids('app.nodes')) is null or version_id in (select id from version));

-- Parts that were proposed for a row, and those that somebody accepted.
create table ai_proposal (
  space_id bigint not null references space (id) on delete cascade,
  id bigint generated always as identity,
  version_id bigint not null,
  item_id bigint not null,
  row_name text not null,
  revision int not null,
  proposed jsonb not null,
  applied jsonb,
  applied_revision int,
  author_id bigint not null,
  author text not null,
  at timestamptz not null default now(),
  primary key (space_id, id),
  foreign key (space_id, version_id) references version (space_id, id) on delete cascade
);
create index ai_proposal_version on ai_proposal (space_id, version_id, id);
alter table ai_proposal enable row level security;
alter table ai_proposal force row level security;
create policy by_space on ai_proposal
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
create policy in_reach on ai_proposal as restrictive
  using ((select app_ids('app.nodes')) is null or version_id in (select id from version));
