-- Planned days are few among all series of days: they are found without a look at the others.
create index day_series_planned on day_series (space_id, version_id, item_id, measure) where mode = 'plan';
