-- Which pages have a version open, and on which row they stand. Lost with a crash: pages say it again when they connect.
create unlogged table presence (
  space_id bigint not null references space on delete cascade,
  connection uuid not null,
  version_id bigint not null,
  user_id bigint not null references app_user on delete cascade,
  row_id int,
  since timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (space_id, connection)
);
create index presence_version on presence (space_id, version_id);
create index presence_seen on presence (seen_at);

alter table presence enable row level security;
alter table presence force row level security;
create policy by_space on presence
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
