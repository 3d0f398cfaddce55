-- In the sandbox a campaign can pretend a time of day (CP35).
alter table campaigns add column pretend_ms integer;
