-- Who has entries in the audit of a space is found person by person, and their entries without those of others.
create index audit_space_actor on audit (space_id, actor_id);
