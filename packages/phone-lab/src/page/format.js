/** How statuses, numbers and times are shown. */

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });

export const endStatuses = new Set(['completed', 'busy', 'failed', 'no-answer', 'canceled']);

const statusWords = {
  queued: 'Queued',
  initiated: 'Dialling',
  ringing: 'Ringing',
  'in-progress': 'Talking',
  completed: 'Ended',
  busy: 'Busy',
  failed: 'Failed',
  'no-answer': 'No answer',
  canceled: 'Cancelled',
};

export function statusOf(record) {
  return statusWords[record.status] ?? record.status;
}

export function toneOf(record) {
  if (record.status === 'in-progress') return 'live';
  if (record.status === 'failed' || record.status === 'busy' || record.status === 'no-answer') return 'bad';
  return endStatuses.has(record.status) ? 'done' : 'waiting';
}

/** `(500) 555-0010` for North American numbers, everything else as it is. */
export function numberOf(number) {
  if (number === 'anonymous') return 'Withheld number';
  const match = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(number);
  return match ? `(${match[1]}) ${match[2]}-${match[3]}` : number;
}

export function lengthOf(ms) {
  const seconds = Math.max(0, Math.round(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export function timeOf(at) {
  const date = new Date(at);
  return { text: clock.format(date), title: whole.format(date), iso: date.toISOString() };
}

/** Whether the application placed the call. */
export function isOutbound(record) {
  return record.direction !== 'inbound';
}
