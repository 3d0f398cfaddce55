/** Why somebody has to do something, as screens say it. */
export const followUpReasons = {
  callback: 'Wants to be called back',
  appointment: 'Wants an appointment',
  reschedule: 'Wants another time',
  message: 'Left a message',
  question: 'Asked what nobody could answer',
  person: 'Asked for a person',
  transfer_failed: 'Could not be connected',
  promise: 'Something was promised',
  tool_unknown: 'A result is unknown',
  opt_out_unconfirmed: 'May not want to be called',
  connection_failing: 'A connection is failing',
  spending_limit: 'Spending is near its limit',
  webhook_off: 'A webhook endpoint was switched off',
  hand: 'Added by hand',
} as const;
export type FollowUpReason = keyof typeof followUpReasons;

export const followUpReasonNames = Object.keys(followUpReasons) as [FollowUpReason, ...FollowUpReason[]];

/** Of these a call gets one follow-up at most: the first that applies. */
export const requestReasons = [
  'transfer_failed',
  'person',
  'reschedule',
  'appointment',
  'callback',
  'message',
  'promise',
] as const satisfies readonly FollowUpReason[];
export type RequestReason = (typeof requestReasons)[number];

/** What makes a follow-up urgent, as screens say it. */
export const urgentReasons = {
  pain: 'In pain',
  emergency: 'Emergency',
  angry: 'Angry',
  person_today: 'Wants a person today',
} as const;
export type UrgentWhy = keyof typeof urgentReasons;

export const urgentWhyNames = Object.keys(urgentReasons) as [UrgentWhy, ...UrgentWhy[]];
