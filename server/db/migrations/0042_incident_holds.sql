-- expand
-- What operators do about an incident. Acknowledged or muted, it sends no alerts until it worsens beyond
-- `held_count`, or the mute ends. The operators' accounts may be gone before the incident is.
alter table incidents
  add column acknowledged_at timestamptz,
  add column acknowledged_by text references drivers on delete set null,
  add column muted_until timestamptz,
  add column muted_by text references drivers on delete set null,
  add column held_count integer,
  add column owner_id text references drivers on delete set null;
create index incidents_acknowledged_by on incidents (acknowledged_by) where acknowledged_by is not null;
create index incidents_muted_by on incidents (muted_by) where muted_by is not null;
create index incidents_owner on incidents (owner_id) where owner_id is not null;
