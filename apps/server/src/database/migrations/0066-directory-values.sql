-- Rows of directories on the works of a version, as they were taken, with what they came to; without a work: a resource of the
-- version that stands for a row. Directories, relations and their rows are named without foreign keys: a version keeps what it took.
create table directory_value (
  space_id bigint not null,
  version_id bigint not null,
  id int not null,
  item_id int,
  directory_id int not null,
  row_id int not null,
  parent_id int,
  relation_id int,
  relation_row_id int,
  code text not null,
  name text not null,
  unit text not null,
  volume double precision,
  volume_unit text not null,
  crew double precision not null,
  rule text not null,
  labour_hours double precision not null,
  machine_hours double precision not null,
  cost double precision not null,
  norm jsonb not null,
  resource_id int,
  assignment_id int,
  entered jsonb,
  primary key (space_id, version_id, id),
  foreign key (space_id, version_id) references version (space_id, id) on delete cascade,
  foreign key (space_id, version_id, item_id) references wbs_item (space_id, version_id, id) deferrable initially deferred,
  foreign key (space_id, version_id, parent_id) references directory_value (space_id, version_id, id) deferrable initially deferred
);
create index directory_value_item on directory_value (space_id, version_id, item_id);
create index directory_value_row on directory_value (space_id, directory_id, row_id);
create index directory_value_relation on directory_value (space_id, relation_id) where relation_id is not null;

alter table directory_value enable row level security;
alter table directory_value force row level security;
create policy by_space on directory_value
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
