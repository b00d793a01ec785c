-- Who did what, when and from where. Rows are added and never changed; those of a space go with the space and no sooner.
create table audit (
  id bigint generated always as identity primary key,
  -- Null: the installation itself, such as a sign-in.
  space_id bigint,
  at timestamptz not null default now(),
  -- No reference: what somebody did stays when the account goes.
  actor_id bigint,
  actor text not null,
  on_behalf_of bigint,
  address text not null,
  request_id text not null,
  action text not null,
  object text not null default '',
  details jsonb
);
create index audit_space on audit (space_id, id desc);
create index audit_actor on audit (actor_id, id desc) where space_id is null;

alter table audit enable row level security;
alter table audit force row level security;
create policy written on audit for insert
  with check (space_id is null or space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on');
create policy seen on audit for select
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint
         or (space_id is null and actor_id = nullif(current_setting('app.user_id', true), '')::bigint)
         or current_setting('app.system', true) = 'on');
create policy gone_with_space on audit for delete
  using (current_setting('app.system', true) = 'on' and space_id = nullif(current_setting('app.audit_of_deleted_space', true), '')::bigint);

-- Policies let nobody change a row; the triggers say so even to a superuser and to whoever owns the table.
create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.space_id is not null
     and old.space_id = nullif(current_setting('app.audit_of_deleted_space', true), '')::bigint then return old; end if;
  raise exception 'the audit is only added to' using errcode = '42501';
end $$;
create trigger append_only before update or delete on audit for each row execute function audit_is_append_only();
create trigger never_emptied before truncate on audit for each statement execute function audit_is_append_only();
