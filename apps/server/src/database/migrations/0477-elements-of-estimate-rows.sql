-- Elements of models that a row of an estimate is of, by their GUID, as its file names them.
alter table estimate_row add column guids text[] not null default '{}';
