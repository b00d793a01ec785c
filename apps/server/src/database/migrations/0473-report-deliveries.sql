-- How the reports of a subscription are delivered, and whether its letters came back.
create table report_delivery (
  space_id bigint not null,
  -- No foreign key names the subscription, because a new database makes this table first: the server deletes rows with it.
  subscription_id bigint not null,
  node_id bigint not null,
  -- Nothing is sent while the report says what the last one said.
  only_if_changed boolean not null default false,
  -- Why the server paused it: the mail server refused the last three letters to each recipient. Null where a person did, or nobody.
  paused_by text check (paused_by = 'refused'),
  -- Refusals are counted from here.
  counted_from timestamptz not null,
  primary key (space_id, subscription_id),
  foreign key (space_id, node_id) references eps_node (space_id, id) on delete cascade
);
create index report_delivery_of_node on report_delivery (space_id, node_id);
alter table report_delivery enable row level security;
alter table report_delivery force row level security;
create policy by_space on report_delivery
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
create policy in_reach on report_delivery as restrictive
  using ((select app_ids('app.nodes')) is null or node_id = any ((select app_ids('app.nodes'))::bigint[]))
  with check ((select app_ids('app.nodes')) is null or node_id = any ((select app_ids('app.nodes'))::bigint[]));

-- What the report said, as a hash.
alter table report_sending add column content text;
alter table report_sending drop constraint report_sending_state_check;
alter table report_sending add constraint report_sending_state_check
  check (state in ('making', 'mailing', 'sent', 'unchanged', 'failed'));

-- Where reports come by mail already, they are delivered as before.
do $$
begin
  if to_regclass('report_subscription') is not null then
    perform set_config('app.system', 'on', true);
    execute 'insert into report_delivery (space_id, subscription_id, node_id, counted_from) select space_id, id, node_id, now() from report_subscription';
    perform set_config('app.system', '', true);
  end if;
end $$;
