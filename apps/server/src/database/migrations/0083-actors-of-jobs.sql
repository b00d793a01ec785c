-- Who really began a job: whoever it works for, or who acted for them.
alter table job add column actor_id bigint references app_user on delete cascade;
