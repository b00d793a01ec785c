-- What rows of a version point at is held by the database too, in three places where only the program held it. Rows that pointed at
-- nothing say so first; every space is looked at.
select set_config('app.system', 'on', true);

update resource r set calendar_id = null where calendar_id is not null and not exists (
  select from calendar c where c.space_id = r.space_id and c.version_id = r.version_id and c.id = r.calendar_id);
update calendar b set base_id = null where base_id is not null and not exists (
  select from calendar c where c.space_id = b.space_id and c.version_id = b.version_id and c.id = b.base_id);
update directory_value v set resource_id = null where resource_id is not null and not exists (
  select from resource r where r.space_id = v.space_id and r.version_id = v.version_id and r.id = v.resource_id);

alter table resource add foreign key (space_id, version_id, calendar_id)
  references calendar (space_id, version_id, id) deferrable initially deferred;
alter table calendar add foreign key (space_id, version_id, base_id)
  references calendar (space_id, version_id, id) deferrable initially deferred;
alter table directory_value add foreign key (space_id, version_id, resource_id)
  references resource (space_id, version_id, id) deferrable initially deferred;

-- Who removes a resource has the database look for the values that stand for it; without an index each look reads the whole version.
create index directory_value_resource on directory_value (space_id, version_id, resource_id) where resource_id is not null;
