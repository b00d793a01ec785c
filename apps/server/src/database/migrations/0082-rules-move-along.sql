-- What somebody may do with attributes does not widen because a node is put elsewhere: rules that held for it from above stand at itself then.
create function keep_attribute_access() returns trigger language plpgsql as $$
begin
  insert into attribute_access (space_id, node_id, role_id, attribute_id, attribute_name, level, updated_by)
  with recursive before (id, parent_id, depth) as (
    select id, parent_id, 1 from eps_node where space_id = old.space_id and id = old.parent_id
    union all
    select n.id, n.parent_id, b.depth + 1 from eps_node n join before b on n.id = b.parent_id where n.space_id = old.space_id
  ), after (id, parent_id) as (
    select id, parent_id from eps_node where space_id = new.space_id and id = new.parent_id
    union all
    select n.id, n.parent_id from eps_node n join after a on n.id = a.parent_id where n.space_id = new.space_id
  )
  select distinct on (r.role_id, coalesce(r.attribute_id, 0), lower(coalesce(r.attribute_name, '')))
    new.space_id, new.id, r.role_id, r.attribute_id, r.attribute_name, r.level, r.updated_by
  from before b join attribute_access r on r.space_id = new.space_id and r.node_id = b.id
  where b.id not in (select id from after)
  order by r.role_id, coalesce(r.attribute_id, 0), lower(coalesce(r.attribute_name, '')), b.depth
  on conflict (space_id, node_id, role_id, coalesce(attribute_id, 0), lower(coalesce(attribute_name, ''))) do nothing;
  return null;
end $$;

create trigger keep_attribute_access after update of parent_id on eps_node
  for each row when (new.parent_id is distinct from old.parent_id) execute function keep_attribute_access();
