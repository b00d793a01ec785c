-- Rows of estimates that works carry out: content of a version. The row is named without a foreign key: an estimate lives beside versions,
-- and a row that a new edition leaves out comes back with the next one.
create table cost_link (
  space_id bigint not null,
  version_id bigint not null,
  id int not null,
  item_id int not null,
  estimate_id int not null,
  estimate_row_id int not null,
  share text not null,
  by text,
  rule_id int,
  locked boolean not null,
  row_code text not null,
  row_name text not null,
  primary key (space_id, version_id, id),
  foreign key (space_id, version_id) references version (space_id, id) on delete cascade,
  foreign key (space_id, version_id, item_id) references wbs_item (space_id, version_id, id) deferrable initially deferred
);
create index cost_link_item on cost_link (space_id, version_id, item_id);
create index cost_link_estimate on cost_link (space_id, estimate_id);

alter table cost_link enable row level security;
alter table cost_link force row level security;
create policy by_space on cost_link
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');

-- How money of estimates comes to the works of a schedule.
create table cost_setting (
  space_id bigint not null,
  schedule_id bigint not null,
  options jsonb not null,
  primary key (space_id, schedule_id),
  foreign key (space_id, schedule_id) references eps_node (space_id, id) on delete cascade
);
alter table cost_setting enable row level security;
alter table cost_setting force row level security;
create policy by_space on cost_setting
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
create policy in_reach on cost_setting as restrictive
  using ((select app_ids('app.nodes')) is null or schedule_id = any ((select app_ids('app.nodes'))::bigint[]))
  with check ((select app_ids('app.nodes')) is null or schedule_id = any ((select app_ids('app.nodes'))::bigint[]));
