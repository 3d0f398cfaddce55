-- When a session began to leave the message for answering machines. Set once: whoever sets it may say the message.
alter table calls add column voicemail_message_at timestamptz;
