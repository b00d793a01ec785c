-- What the search index still has to read, in the order in which it is taken: single objects before whole kinds and versions.
create index search_change_in_order on search_change
  (space_id, (object is null or (kind in ('row', 'row_value') and part is null)), id);
