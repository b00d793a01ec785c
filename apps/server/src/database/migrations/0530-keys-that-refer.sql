-- What refers to a node, a card, a resource or an attribute is found by it when that goes, without a look at all rows of the space or version.
create index notice_by_node on notice (space_id, node_id);
create index comment_by_node on comment (space_id, node_id);
create index comment_by_card on comment (space_id, card_id) where card_id is not null;
create index storage_item_by_node on storage_item (space_id, node_id);
create index assignment_by_resource on assignment (space_id, version_id, resource_id);
create index attribute_value_by_attribute on attribute_value (space_id, version_id, attribute_id);
create index indicator_by_node on indicator (space_id, node_id);
create index kanban_board_by_node on kanban_board (space_id, node_id);
create index node_attribute_by_node on node_attribute (space_id, node_id);
create index node_calendar_by_node on node_calendar (space_id, node_id);
create index roadblock_by_node on roadblock (space_id, node_id);
