-- What stands at nodes is seen by who sees the node, or inherits from it; it is written where the node is in reach.
do $$
declare name text;
begin
  foreach name in array array['node_calendar', 'node_attribute', 'indicator', 'node_value']
  loop
    execute format($policy$create policy in_reach on %I as restrictive
      using ((select app_ids('app.nodes')) is null or node_id is null
             or node_id = any ((select app_ids('app.nodes'))::bigint[]) or node_id = any ((select app_ids('app.paths'))::bigint[]))
      with check ((select app_ids('app.nodes')) is null or node_id = any ((select app_ids('app.nodes'))::bigint[]))$policy$, name);
  end loop;
end $$;

create policy in_reach on indicator_result as restrictive
  using ((select app_ids('app.nodes')) is null or version_id in (select id from version));
