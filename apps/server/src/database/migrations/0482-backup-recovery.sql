-- The key of a space's backups, locked with a code that people keep: with it a backup opens in another installation.
alter table backup_repository add column recovery jsonb;
alter table backup_repository add column recovery_made_at timestamptz;
