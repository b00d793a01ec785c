-- Versions that carry rows of an estimate are found by a step of the index each, however many links they have.
create index cost_link_estimate_version on cost_link (space_id, estimate_id, version_id);
drop index cost_link_estimate;
