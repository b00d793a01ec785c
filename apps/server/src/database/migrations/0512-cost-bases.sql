-- What each estimate was when it last brought costs to the works of a version. It is named without a foreign key: an estimate lives beside
-- versions.
create table cost_base (
  space_id bigint not null,
  version_id bigint not null,
  id int not null,
  estimate_id int not null,
  name text not null,
  revision int not null,
  settings text not null,
  rate text not null,
  primary key (space_id, version_id, id),
  foreign key (space_id, version_id) references version (space_id, id) on delete cascade
);

alter table cost_base enable row level security;
alter table cost_base force row level security;
create policy by_space on cost_base
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
