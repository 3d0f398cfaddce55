import { limits } from '@parley/contract';
import { mentionsName } from '../understanding/names.ts';
import { normalized } from '../understanding/normalize.ts';
import { dayTimePhrase, hasDayTime } from '../understanding/times.ts';
import type { Request } from './requests.ts';
import type { Urgency } from './urgency.ts';

/** What there is to do, in one sentence: what was said is quoted, and nothing is added. */
export function requestSentence(request: Request): string {
  const { reason, kind, person, when, said } = request;
  if (kind === 'cancel') return quoting('Wants to cancel', said);
  if (kind === 'promised') return quoting('Promised', said);
  if (kind === 'passed on') return quoting('Passed on', said);
  if (person !== null) return `Asked for ${shortened(person, 80)}.`;
  if (hasDayTime(when) && reason !== 'message' && reason !== 'person')
    return `${leads[reason]}: ${shortened(dayTimePhrase(when), 80)}.`;
  return quoting(leads[reason], said);
}

const leads: Record<Request['reason'], string> = {
  person: 'Asked for a person',
  reschedule: 'Wants another time',
  appointment: 'Wants an appointment',
  callback: 'Wants to be called back',
  message: 'Left a message',
  promise: 'Promised',
};

export function failedTransferSentence(said: string | null, person: string | null): string {
  if (person !== null) return `Could not be connected with ${shortened(person, 80)}.`;
  return said === null ? 'Could not be connected with a person.' : quoting('Could not be connected', said);
}

export function questionsSentence(questions: readonly string[]): string {
  const [first = '', ...others] = questions;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return `${quoting('Asked', first, 130)}${more}`;
}

export function optOutSentence(said: string | null): string {
  return said === null ? 'May not want to be called.' : quoting('May not want to be called', said);
}

const urgentLeads: Record<Urgency['why'], string> = {
  emergency: 'Emergency',
  pain: 'In pain',
  angry: 'Angry',
};

/** What makes it urgent stands first; what was asked for follows where it fits. */
export function urgencySentence({ why, said }: Urgency, asked: string | null): string {
  const first = quoting(urgentLeads[why], said, asked === null ? 160 : 90);
  if (asked === null) return first;
  return shortened(`${first} ${asked}`, limits.followUpWhatMax);
}

/** Whoever calls back asks for them. */
export function withName(what: string, name: string): string {
  if (mentionsName(what, name)) return what;
  const given = ` (gave the name ${shortened(name, 60)})`;
  return `${shortened(what, limits.followUpWhatMax - given.length)}${given}`;
}

function quoting(lead: string, said: string, most = 150): string {
  const quoted = shortened(
    normalized(said)
      .replace(/[“”]/g, '"')
      .replace(/[.,;:\s]+$/, ''),
    most,
  );
  return `${lead}: “${quoted}”${/[?!…]$/.test(quoted) ? '' : '.'}`;
}

/** Cut at a word. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1).toWellFormed();
  return `${cut.replace(/\s+\S*$/, '').replace(/[\s,;:.–—-]+$/, '')}…`;
}
