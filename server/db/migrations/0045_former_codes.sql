-- expand
-- A code that was asked for twice may arrive in either order: the one before works until its end.
-- [{"digest": hex, "expiresAt": epoch ms}]
alter table code_tickets add column former_codes jsonb not null default '[]';
