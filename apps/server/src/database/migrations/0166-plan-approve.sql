select set_config('app.system', 'on', true);
-- Roles that a space has written down for itself: who changes plans approves in them and reports; executors do both in their own works.
update role set rights = rights || '{plan.approve}'
  where ('plan.edit' = any (rights) or code = 'executor') and not 'plan.approve' = any (rights);
update role set rights = rights || '{plan.report}'
  where ('plan.edit' = any (rights) or code = 'executor') and not 'plan.report' = any (rights);
