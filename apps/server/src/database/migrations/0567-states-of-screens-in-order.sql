-- Of the states of screens of a person so many are kept, those that were saved last.
alter table preference add column saved_at timestamptz not null default now();
