-- The rest that a platform asks for after it called a search aggressive belongs to the driver and outlives their runs.
alter table bots add column rest_until timestamptz;

-- Rests under way, which bots of the version before kept only as the end of their sleep or cooling.
update bots set rest_until = due_at where phase = 'sleeping' and reason = 'aggressive_search';
update bots set rest_until = cool_until where phase = 'failed_to_launch' and reason = 'aggressive_search';
