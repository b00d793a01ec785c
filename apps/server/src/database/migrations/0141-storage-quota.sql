-- What the files of a space may take together; none: as much as the installation lets every space have.
alter table space add column storage_quota_mb int check (storage_quota_mb > 0);
