-- Which spaces a session has stood in: who looks after a space sees the sessions that were in it, and of no other ones that they are there.
create table session_visit (
  space_id bigint not null references space on delete cascade,
  session_id bigint not null references session (id) on delete cascade,
  at timestamptz not null default now(),
  primary key (space_id, session_id)
);
create index session_visit_session on session_visit (session_id);

alter table session_visit enable row level security;
alter table session_visit force row level security;
create policy by_space on session_visit
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');

-- Who looks after the installation: whoever was there first, until others are appointed.
alter table app_user add column administrator boolean not null default false;
update app_user set administrator = true where id = (select min(id) from app_user);
