-- The key behind a card is the least one of its column that is greater.
create index kanban_item_rank on kanban_item (space_id, column_id, rank);
drop index kanban_item_column;
