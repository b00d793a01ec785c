-- Which wording of the privacy policy somebody has accepted: another wording is asked about again.
alter table app_user add column privacy_version text;
