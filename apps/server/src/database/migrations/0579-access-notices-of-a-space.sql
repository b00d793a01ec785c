-- Servers forget who reads what in the space that a transaction is of alone. One of the installation may have changed any.
create or replace function notify_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('gantry_access', case when current_setting('app.system', true) = 'on' then '' else coalesce(current_setting('app.space_id', true), '') end);
  return null;
end $$;
