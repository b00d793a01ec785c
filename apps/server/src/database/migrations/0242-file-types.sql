-- Extensions of the files that the space takes, in small letters without a point; none: any.
alter table space add column file_types text[] not null default '{}';
