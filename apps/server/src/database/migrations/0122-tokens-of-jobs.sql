-- The access token that began a job, whose bounds hold for it: no reference, since a job must see that its token is gone.
alter table job add column token_id bigint;
