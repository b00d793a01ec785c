-- How a measure lies over the dates of works below a node; of each measure the nearest node counts.
create table node_distribution (
  space_id bigint not null,
  node_id bigint not null,
  measure text not null,
  value jsonb not null,
  primary key (space_id, node_id, measure),
  foreign key (space_id, node_id) references eps_node (space_id, id) on delete cascade
);

alter table node_distribution enable row level security;
alter table node_distribution force row level security;
create policy by_space on node_distribution
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
create policy in_reach on node_distribution as restrictive
  using ((select app_ids('app.nodes')) is null
         or node_id = any ((select app_ids('app.nodes'))::bigint[]) or node_id = any ((select app_ids('app.paths'))::bigint[]))
  with check ((select app_ids('app.nodes')) is null or node_id = any ((select app_ids('app.nodes'))::bigint[]));

-- What a version was last given of them: a locked version keeps its own.
alter table settings add column distributions jsonb;
