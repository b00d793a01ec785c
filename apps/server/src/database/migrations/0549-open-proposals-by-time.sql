-- Proposals that nobody has accepted go by their age, without a walk over all those of a space.
create index ai_proposal_open_at on ai_proposal (space_id, at) where applied is null;
