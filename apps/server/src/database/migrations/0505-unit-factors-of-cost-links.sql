-- How much volume of its work a unit of the row's quantity is; null: as their units convert.
alter table cost_link add column unit_factor double precision;
