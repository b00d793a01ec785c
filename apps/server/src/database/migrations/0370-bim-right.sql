select set_config('app.system', 'on', true);
-- Whoever changes plans, and BIM users, may keep models and their links: roles that a space has written down, and access tokens.
update role set rights = rights || '{bim.edit}'
  where ('plan.edit' = any (rights) or code = 'bim_user') and not 'bim.edit' = any (rights);
update access_token set rights = rights || '{bim.edit}' where 'plan.edit' = any (rights) and not 'bim.edit' = any (rights);
