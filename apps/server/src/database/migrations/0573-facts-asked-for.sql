-- The day on which facts of a version by a dimension were asked for, or counted: what nobody asks for is deleted.
alter table version_fact add column asked_on date not null default current_date;
