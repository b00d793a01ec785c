-- A letter opens the account as it was when the letter was written: another address or password ends it. Letters of before are asked for anew.
alter table app_user add column credentials_revision int not null default 0;
delete from password_reset;
alter table password_reset add column credentials_revision int not null;
