-- The check for a unique value, and the removal of an attribute, read its values alone.
create index node_value_attribute on node_value (space_id, attribute_id);

-- Values that name a file: who may read it is found without the other values of a version.
create index attribute_value_file on attribute_value (space_id, version_id, attribute_id)
  where value #>> '{}' like '________-____-____-____-____________/%';
