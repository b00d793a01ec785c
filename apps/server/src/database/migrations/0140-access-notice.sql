-- Servers remember for seconds who reads what: they are told when anything changes that decides it, whichever statement does.
create function notify_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('gantry_access', '');
  return null;
end $$;

create trigger notify_access after insert or update or delete on space_user for each statement execute function notify_access();
create trigger notify_access after insert or update or delete on node_grant for each statement execute function notify_access();
create trigger notify_access after insert or update or delete on role for each statement execute function notify_access();
create trigger notify_access after delete or update of parent_id on eps_node for each statement execute function notify_access();
create trigger notify_access after update of schedule_id on version for each statement execute function notify_access();
