-- What transactions take turns by, within one space: a row stands on the server of its space, where a distributed database has several.
create table space_lock (
  space_id bigint not null references space on delete cascade,
  name text not null,
  primary key (space_id, name)
);

alter table space_lock enable row level security;
alter table space_lock force row level security;
create policy by_space on space_lock
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
