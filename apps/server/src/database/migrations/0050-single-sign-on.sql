-- Ways in that somebody else answers for: who a person is there, and sign-ins that have begun. All of it belongs to the installation.

-- Never an e-mail address, which changes hands: the issuer and what the issuer calls the person.
create table user_identity (
  issuer text not null,
  subject text not null,
  user_id bigint not null references app_user on delete cascade,
  method text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index user_identity_by_user on user_identity (user_id);

-- A sign-in between its start and its return: works once, for minutes, in the browser that began it. State and browser key as hashes.
create table sign_in_attempt (
  state_hash bytea primary key,
  browser_hash bytea not null,
  method text not null,
  nonce text not null,
  code_verifier text not null,
  return_path text not null,
  -- The session that the browser had, which ends when the new one begins.
  former_session bytea,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_attempt_by_end on sign_in_attempt (expires_at);

alter table session
  add column method text not null default 'password',
  -- Until when the page may take the token of a session that began outside of it, once, and where it then leads.
  add column token_until timestamptz,
  add column return_path text;
