-- Facts of days that were closed already when they were reported: the day that they are of, and the open one on which they count.
create table late_fact (
  space_id bigint not null,
  seq bigint generated always as identity,
  version_id bigint not null,
  -- The edit that wrote it; and the one that took that back.
  revision int not null,
  undone_revision int,
  item_id int not null,
  resource_id int,
  measure text not null,
  of_day date not null,
  day date not null,
  -- What the open day has more, or less, by it.
  amount double precision not null,
  reporter bigint references app_user on delete set null,
  primary key (space_id, seq),
  foreign key (space_id, version_id) references version (space_id, id) on delete cascade
);
create index late_fact_of_item on late_fact (space_id, version_id, item_id);

alter table late_fact enable row level security;
alter table late_fact force row level security;
create policy by_space on late_fact
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
