-- What the audit of a day adds up to, each seal over the one before it and signed by the installation: what is changed behind the back of
-- the program shows. Space 0: the installation.
create table audit_seal (
  space_id bigint not null,
  number int not null,
  -- Entries before this moment that no seal before covers.
  until timestamptz not null,
  rows int not null,
  hash text not null,
  signature text not null,
  primary key (space_id, number)
);
create index audit_space_at on audit (space_id, at);

alter table audit_seal enable row level security;
alter table audit_seal force row level security;
create policy by_space on audit_seal
  using (space_id = nullif(current_setting('app.space_id', true), '')::bigint or current_setting('app.system', true) = 'on')
  with check (current_setting('app.system', true) = 'on');
create trigger append_only before update or delete on audit_seal for each row execute function audit_is_append_only();
create trigger never_emptied before truncate on audit_seal for each statement execute function audit_is_append_only();
