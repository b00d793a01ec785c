select set_config('app.system', 'on', true);
-- Who reads plans has seen what they cost so far: roles that a space has written down, and access tokens.
update role set rights = rights || '{cost.read}' where 'plan.read' = any (rights) and not 'cost.read' = any (rights);
update access_token set rights = rights || '{cost.read}' where 'plan.read' = any (rights) and not 'cost.read' = any (rights);
