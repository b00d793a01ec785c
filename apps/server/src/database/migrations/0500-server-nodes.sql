-- The servers of this installation that are alive: each says so every ten seconds.
create table server_node (
  id uuid primary key,
  host text not null,
  pid int not null,
  program text not null,
  -- Where it keeps uploaded files: servers that keep them in different places cannot open each other's.
  files text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
