-- What a version comes to is kept in all and by what its works are told apart by: people, phases, items of volumes, attributes. Groups
-- are named beside their lines. `noted` names the works that slip most, and the milestones about the data date.
alter table version_fact add column dimension text not null default '';
alter table version_fact add column groups jsonb not null default '[]';
alter table version_fact add column noted jsonb not null default '{"delays": [], "milestones": []}';
alter table version_fact drop constraint version_fact_pkey;
alter table version_fact add primary key (space_id, version_id, dimension);

-- Whether a node counts in the figures of what stands above it.
alter table eps_node add column counts_above boolean not null default true;
