-- What a schedule was reported to come to on each of its data dates: sums, and the lines of what was promised by months. A point is counted
-- anew until a later one stands behind it, so that a trend never rewrites the past.
create table status_point (
  space_id bigint not null,
  schedule_id bigint not null,
  day date not null,
  head jsonb not null,
  month bytea not null,
  primary key (space_id, schedule_id, day),
  foreign key (space_id, schedule_id) references eps_node (space_id, id) on delete cascade
);
alter table status_point enable row level security;
alter table status_point force row level security;
create policy by_space on status_point
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
create policy in_reach on status_point as restrictive
  using ((select app_ids('app.nodes')) is null or schedule_id = any ((select app_ids('app.nodes'))::bigint[]))
  with check ((select app_ids('app.nodes')) is null or schedule_id = any ((select app_ids('app.nodes'))::bigint[]));
