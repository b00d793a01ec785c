-- Entries are found by their place too: what is asked by those who read a few places among many is answered by the index alone.
-- Everything is indexed once more, so that each entry has the lexeme of its place.
select set_config('app.system', 'on', true);
insert into search_change (space_id, kind)
  select s.id, k.kind from space s cross join unnest(array['node', 'version', 'value', 'file', 'comment', 'message', 'card']) k (kind);
insert into search_change (space_id, kind, object)
  select v.space_id, k.kind, v.id from version v cross join unnest(array['row', 'row_value']) k (kind);
