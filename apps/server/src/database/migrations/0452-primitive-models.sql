-- Models of boxes, cylinders and prisms that people write down; each is a model like any other, and this is what it is made of.
create table primitive_model (
  space_id bigint not null,
  model_id bigint not null,
  project_id bigint not null,
  storeys jsonb not null,
  items jsonb not null,
  primary key (space_id, model_id),
  foreign key (space_id, model_id) references bim_model (space_id, id) on delete cascade
);
create index primitive_model_of_project on primitive_model (space_id, project_id);
do $$
declare name text;
begin
  foreach name in array array['primitive_model'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy by_space on %I
      using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
      with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')$policy$, name);
    execute format($policy$create policy in_reach on %I as restrictive
      using ((select app_ids('app.nodes')) is null or project_id = any ((select app_ids('app.nodes'))::bigint[]))
      with check ((select app_ids('app.nodes')) is null or project_id = any ((select app_ids('app.nodes'))::bigint[]))$policy$, name);
  end loop;
end $$;
