-- Reports that were declined or taken back go after their time: they are found by it.
create index day_entry_settled on day_entry (created_at) where state in ('declined', 'taken_back');
