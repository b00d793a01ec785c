-- Files that arrive in parts and go on after a cut. Neither the end of a node nor of a person takes the row away:
-- it knows where the parts lie, until they are swept.
create table storage_upload (
  space_id bigint not null references space on delete cascade,
  key uuid not null,
  user_id bigint references app_user on delete set null,
  node_id bigint not null,
  row_id int,
  name text not null,
  client_key uuid,
  length bigint not null check (length > 0),
  received bigint not null default 0 check (received between 0 and length),
  -- Set once the file is stored.
  item_id bigint,
  changed_at timestamptz not null default now(),
  primary key (space_id, key)
);
create index storage_upload_by_age on storage_upload (space_id, changed_at);

create table storage_upload_part (
  space_id bigint not null,
  upload_key uuid not null,
  starts_at bigint not null,
  file_key text not null,
  primary key (space_id, upload_key, starts_at),
  foreign key (space_id, upload_key) references storage_upload (space_id, key) on delete cascade
);

do $$
declare name text;
begin
  foreach name in array array['storage_upload', 'storage_upload_part']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy by_space on %I
      using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
      with check (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')$policy$, name);
  end loop;
end $$;
create policy in_reach on storage_upload as restrictive
  using ((select app_ids('app.nodes')) is null or node_id = any ((select app_ids('app.nodes'))::bigint[]))
  with check ((select app_ids('app.nodes')) is null or node_id = any ((select app_ids('app.nodes'))::bigint[]));
