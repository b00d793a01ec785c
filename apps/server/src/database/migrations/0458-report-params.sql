-- What a form that comes by mail is asked for, where that is not what the day says on which it goes.
create table report_params (
  space_id bigint not null,
  -- No foreign key names the subscription, because a new database makes this table first: the server deletes rows with it.
  subscription_id bigint not null,
  node_id bigint not null,
  params jsonb not null,
  primary key (space_id, subscription_id),
  foreign key (space_id, node_id) references eps_node (space_id, id) on delete cascade
);
create index report_params_of_node on report_params (space_id, node_id);
alter table report_params enable row level security;
alter table report_params force row level security;
create policy by_space on report_params
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
create policy in_reach on report_params as restrictive
  using ((select app_ids('app.nodes')) is null or node_id = any ((select app_ids('app.nodes'))::bigint[]))
  with check ((select app_ids('app.nodes')) is null or node_id = any ((select app_ids('app.nodes'))::bigint[]));
