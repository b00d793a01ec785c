-- Comments of a work are found by its code, and those that stand at a node itself in their order.
create index comment_of_code on comment (space_id, node_id, row_code) where deleted_at is null;
create index comment_of_node_itself on comment (space_id, node_id, id desc) where deleted_at is null and row_id is null and action_item_id is null;
-- What is removed 30 days after it was deleted is found without a walk over all of a space.
create index comment_deleted on comment (space_id, deleted_at) where deleted_at is not null;
create index kanban_board_deleted on kanban_board (space_id, deleted_at) where deleted_at is not null;
create index kanban_item_deleted on kanban_item (space_id, deleted_at) where deleted_at is not null;
