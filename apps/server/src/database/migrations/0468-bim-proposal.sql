-- What the rules of a link would change in a version of a schedule since a model of theirs has another version: kept until it is done or put away.
create table bim_proposal (
  space_id bigint not null,
  project_id bigint not null,
  link_id bigint not null,
  version_id bigint not null,
  -- The version of a model that asked for it.
  model_version_id bigint not null,
  report jsonb not null,
  created_at timestamptz not null default now(),
  primary key (space_id, link_id, version_id),
  foreign key (space_id, link_id) references bim_link (space_id, id) on delete cascade,
  foreign key (space_id, version_id) references version (space_id, id) on delete cascade,
  foreign key (space_id, model_version_id) references bim_model_version (space_id, id) on delete cascade
);
create index bim_proposal_of_version on bim_proposal (space_id, version_id);
create index bim_proposal_of_model_version on bim_proposal (space_id, model_version_id);
do $$
declare name text;
begin
  foreach name in array array['bim_proposal'] loop
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
