-- expand
-- Store apps receive push by their platform's own service: the endpoint is then a token, and there are no keys.
alter table push_devices add column kind text not null default 'web' check (kind in ('web', 'fcm', 'apns'));
alter table push_devices alter column p256dh drop not null;
alter table push_devices alter column auth drop not null;
