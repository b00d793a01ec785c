-- Of the links of a code those of the newest versions are found first.
create index cost_link_code_version on cost_link (space_id, row_code, version_id) where item_id is not null and row_code <> '';
drop index cost_link_code;
