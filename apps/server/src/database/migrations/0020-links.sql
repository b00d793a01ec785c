-- Relations between items of different schedules. A link is content of the version that it was made in; the other end is told by
-- version and item without a foreign key: it may be deleted by people who do not edit this version, and comes back with an undo.
create table link (
  space_id bigint not null,
  version_id bigint not null,
  id int not null,
  item_id int not null,
  side text not null,
  type text not null,
  lag_minutes int not null,
  lag_calendar text,
  other_schedule_id int not null,
  other_version_id int not null,
  other_item_id int not null,
  other_code text not null,
  other_name text not null,
  primary key (space_id, version_id, id),
  foreign key (space_id, version_id) references version (space_id, id) on delete cascade,
  foreign key (space_id, version_id, item_id) references wbs_item (space_id, version_id, id) deferrable initially deferred
);
create index link_item on link (space_id, version_id, item_id);
create index link_other on link (space_id, other_schedule_id);

alter table link enable row level security;
alter table link force row level security;
create policy by_space on link
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
