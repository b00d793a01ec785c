-- A unique key that does not hold the space cannot be kept by several servers, each of which sees its own spaces. Tokens of invitations are
-- random in 256 bits; the name of a consent's code in 50, and a code of two spaces opens neither. First in its key, each is still found without the space.
alter table invitation drop constraint invitation_token_hash_key, add constraint invitation_token_hash_key unique (token_hash, space_id);
alter table remote_consent drop constraint remote_consent_code_id_key, add constraint remote_consent_code_id_key unique (code_id, space_id);
