-- The specialty that a work needs.
alter table wbs_item add column specialty_id int;
