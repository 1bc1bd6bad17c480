-- Digests of tokens that sessions had before a renewal. A request that was under way carries one, and any process may answer it: it opens nothing, and
-- the answer must not make the browser forget the new token. A minute later they are of no use.
create table former_tokens (
  digest bytea primary key,
  session_id text not null references sessions (id) on delete cascade,
  until timestamptz not null
);
create index former_tokens_session on former_tokens (session_id);
