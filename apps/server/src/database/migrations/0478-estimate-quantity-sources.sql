-- Rows of estimates whose quantity comes from the elements of a model: by which works and links, times which factor. With them stand the
-- versions of the models that they were taken from, by model, so that rows are offered anew when a model has another version.
create table estimate_quantity_source (
  space_id bigint not null,
  estimate_id bigint not null,
  version_id bigint not null,
  link_id bigint not null,
  project_id bigint not null,
  -- The factor of each row, by its id.
  factors jsonb not null,
  models jsonb not null,
  primary key (space_id, estimate_id, version_id, link_id),
  foreign key (space_id, estimate_id) references estimate (space_id, id) on delete cascade,
  foreign key (space_id, version_id) references version (space_id, id) on delete cascade,
  foreign key (space_id, link_id) references bim_link (space_id, id) on delete cascade
);
create index estimate_quantity_source_version on estimate_quantity_source (space_id, version_id);
create index estimate_quantity_source_link on estimate_quantity_source (space_id, link_id);

alter table estimate_quantity_source enable row level security;
alter table estimate_quantity_source force row level security;
create policy by_space on estimate_quantity_source
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
create policy in_reach on estimate_quantity_source as restrictive
  using ((select app_ids('app.nodes')) is null or project_id = any ((select app_ids('app.nodes'))::bigint[]))
  with check ((select app_ids('app.nodes')) is null or project_id = any ((select app_ids('app.nodes'))::bigint[]));
