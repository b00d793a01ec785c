-- Files that are values of attributes: a value names one by its random key.
create table attribute_file (
  space_id bigint not null references space on delete cascade,
  key uuid not null default gen_random_uuid(),
  name text not null,
  content bytea not null,
  created_by bigint references app_user on delete set null,
  created_at timestamptz not null default now(),
  primary key (space_id, key)
);

alter table attribute_file enable row level security;
alter table attribute_file force row level security;
create policy by_space on attribute_file
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
