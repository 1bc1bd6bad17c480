-- expand
-- Workers read each second which bots changed, rather than all that they have.
create index bots_updated on bots (updated_at);
