-- Tokens and invitations that ended a year ago are cleared away in blocks, the oldest first, without a look at what stays.
create index access_token_by_end on access_token (expires_at);
create index invitation_by_end on invitation (expires_at);
