-- Rows that work by a calendar are counted without the others of their version.
create index wbs_item_calendar on wbs_item (space_id, version_id, calendar_id) where calendar_id is not null;
