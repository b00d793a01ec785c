-- Of the hours that a report from the site states, those beyond the usual ones.
alter table day_entry add column overtime double precision not null default 0;
