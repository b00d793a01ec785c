-- What became of a proposal of parts that nobody accepted: somebody refused it, or another one took its place.
alter table ai_proposal add column closed text check (closed in ('rejected', 'superseded'));
