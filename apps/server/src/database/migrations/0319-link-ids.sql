-- Schedules and versions are counted through the whole installation: four bytes do not hold them for ever.
alter table link alter column other_schedule_id type bigint, alter column other_version_id type bigint;
