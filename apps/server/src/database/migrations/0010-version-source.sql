-- The file that a version was imported from, packed and in pieces, for a way back without loss. Its format, its code page and
-- how it was read stand in version.source.
create table version_source (
  space_id bigint not null,
  version_id bigint not null,
  part int not null,
  content bytea not null,
  primary key (space_id, version_id, part),
  foreign key (space_id, version_id) references version (space_id, id) on delete cascade
);
alter table version_source alter column content set storage external;

alter table version_source enable row level security;
alter table version_source force row level security;
create policy by_space on version_source
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
