-- expand
-- When the next reading of a provisional win counts. A driver's held blocks are read for other reasons too,
-- and `read_at` moves while a process reads. Null: written before; each reading counts.
alter table attempts add column counts_at timestamptz;
