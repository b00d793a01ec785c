-- The revision of the board at which the plan last changed the row of a card: pages read the card anew, and nobody is refused for it.
alter table kanban_item add column row_revision bigint not null default 0;
create index kanban_item_row_changed on kanban_item (space_id, board_id, row_revision) where row_revision > 0;
