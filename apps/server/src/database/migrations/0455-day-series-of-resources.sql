-- Days of a resource, wherever it works: what a person does on a day in all schedules.
create index day_series_resource on day_series (space_id, version_id, resource_id) where resource_id is not null;
