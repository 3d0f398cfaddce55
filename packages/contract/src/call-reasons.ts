/** Why a call ended as it did, in addition to the carrier's status. The code is stored; the sentence is shown. */
export const callReasons = {
  voicemail: 'A machine answered. No message was left.',
  voicemail_left: 'A machine answered. The message was left.',
  agent_failed: 'The agent could not go on with the conversation.',
  do_not_call: 'The other party asked not to be called again.',
  wrong_number: 'The number belongs to somebody else.',
  unconfirmed: 'The carrier never confirmed this call. It was not dialled again.',
  unknown_to_carrier: 'The carrier has no record of this call.',
  never_sent: 'The call was not sent to the carrier before a restart.',
  invalid_number: 'The carrier says this is not a valid phone number.',
  unreachable_number: 'The carrier cannot reach this number.',
  country_blocked: 'The carrier account may not call this country.',
  number_blocked: 'The carrier blocks calls to this number.',
  caller_id_not_owned: 'The carrier account does not own the number this call would come from.',
  number_not_verified: 'The carrier account is on trial and may only call verified numbers.',
  account_problem: 'The carrier did not accept the account. Ask your administrator.',
  carrier_busy: 'The carrier was too busy to take the call.',
  carrier_refused: 'The carrier refused the call.',
  carrier_unreachable: 'The carrier could not be reached.',
  line_busy: 'The line was busy.',
  no_answer: 'Nobody answered.',
  caller_gave_up: 'The caller hung up before anybody answered.',
  network_failed: 'The call failed in the phone network.',
  ended_by_user: 'Ended from the desk.',
  transferred: 'Transferred to a person.',
  silence: 'Nobody spoke for a while, so the agent said goodbye.',
  max_length: 'The call reached the longest time allowed.',
  line_dropped: 'The line dropped during the conversation.',
  caller_limit: 'This caller had too many calls at once or in one day, so the call was not taken.',
  inbound_limit: 'Too many calls came in at once or in one day, so this one was not taken.',
  no_agent: 'No agent answers this number.',
  no_model: 'No language model is set up, so no agent could speak.',
  after_hours: 'The call came outside opening hours, and the caller heard the announcement for that.',
  server_stopped: 'The server stopped during the call.',
} as const;

export type CallReason = keyof typeof callReasons;

export function isCallReason(value: unknown): value is CallReason {
  return typeof value === 'string' && Object.hasOwn(callReasons, value);
}
