-- Values of rows by calendar days, an array a series: planned, done and approved volume, labour and cost.
create table day_series (
  space_id bigint not null,
  version_id bigint not null,
  id int not null,
  item_id int not null,
  resource_id int,
  measure text not null,
  mode text not null,
  first_day int not null,
  "values" jsonb not null,
  primary key (space_id, version_id, id),
  foreign key (space_id, version_id) references version (space_id, id) on delete cascade,
  foreign key (space_id, version_id, item_id) references wbs_item (space_id, version_id, id) deferrable initially deferred,
  foreign key (space_id, version_id, resource_id) references resource (space_id, version_id, id) deferrable initially deferred
);
create index day_series_item on day_series (space_id, version_id, item_id);

-- How many days before the key date values of days may still be changed, and what else a schedule sets for its versions.
create table schedule_setting (
  space_id bigint not null,
  schedule_id bigint not null,
  settings jsonb not null,
  primary key (space_id, schedule_id),
  foreign key (space_id, schedule_id) references eps_node (space_id, id) on delete cascade
);

do $$
declare name text;
begin
  foreach name in array array['day_series', 'schedule_setting']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy by_space on %I
      using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
      with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')$policy$, name);
  end loop;
end $$;
