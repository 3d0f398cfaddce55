-- Limits count for one person and for the whole deployment, across tenants.
create index dial_attempts_person on dial_attempts (user_id, created_at);
create index dial_attempts_deployment on dial_attempts (created_at);
