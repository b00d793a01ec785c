-- The parts of costs that a work takes of a row (wages, machines and so on, by their words); null: all of them.
alter table cost_link add column parts jsonb;
