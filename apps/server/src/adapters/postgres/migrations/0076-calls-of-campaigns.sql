-- What the network of the other party said of a call, where the carrier tells it.
alter table calls add column sip_code integer, add column attestation text;

-- What its campaign wants where a machine answers; null: what the agent is set to.
alter table calls add column on_machine text;

-- Whether somebody who answered waited for a word of the agent; null: nobody answered, or it is not known.
alter table recipient_attempts add column abandoned boolean;
