-- Versions whose calculation has moved dates that other schedules wait for, until those have been marked: few at any time, looked for often.
create index version_moved on version (space_id, id) where calculation ? 'moved';
