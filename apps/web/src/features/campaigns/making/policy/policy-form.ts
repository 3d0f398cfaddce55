import {
  type CampaignPolicy,
  campaignPolicy,
  microsPerUnit,
  type OpenRange,
  type Weekday,
} from '@parley/contract';

/** The policy while it is typed. */
export interface PolicyForm {
  hours: Readonly<Record<Weekday, readonly OpenRange[]>>;
  attempts: string;
  perMinute: string;
  atOnce: string;
  busyMinutes: string;
  noAnswerHours: string;
  voicemailDays: string;
  voicemail: CampaignPolicy['voicemail'];
  onMachine: CampaignPolicy['onMachine'];
  capAttempts: string;
  capDays: string;
  gapHours: string;
  perNumber: string;
  endsOn: string;
  budget: string;
  breakerCalls: string;
  failures: string;
  hangUps: string;
  optOuts: string;
}

export function formOf(policy: CampaignPolicy): PolicyForm {
  const { hours, attempts, perMinute, atOnce, waits, voicemail, onMachine, caps } = policy;
  const { endsOn, budgetMicros, breaker } = policy;
  return {
    ...{ hours, voicemail, onMachine },
    ...{ attempts: String(attempts), perMinute: String(perMinute), atOnce: String(atOnce) },
    busyMinutes: String(waits.busyMinutes),
    noAnswerHours: String(waits.noAnswerHours),
    voicemailDays: String(waits.voicemailDays),
    ...{ capAttempts: String(caps.attempts), capDays: String(caps.days), gapHours: String(caps.gapHours) },
    perNumber: String(caps.perNumber),
    endsOn: endsOn ?? '',
    budget: budgetMicros === null ? '' : String(budgetMicros / microsPerUnit),
    breakerCalls: String(breaker.calls),
    failures: String(breaker.failures),
    hangUps: String(breaker.hangUps),
    optOuts: String(breaker.optOuts),
  };
}

/** Not a number where none was typed: the check says what is wrong. */
function numberOf(text: string): number {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : Number.NaN;
}

function microsOf(text: string): number {
  const plain = text.trim().replace(',', '.');
  return /^\d{1,9}(?:\.\d{1,6})?$/.test(plain) ? Math.round(Number(plain) * microsPerUnit) : Number.NaN;
}

/** As it is sent; it is checked by the contract. */
export function policyOf(form: PolicyForm) {
  return {
    hours: form.hours,
    attempts: numberOf(form.attempts),
    perMinute: numberOf(form.perMinute),
    atOnce: numberOf(form.atOnce),
    waits: {
      busyMinutes: numberOf(form.busyMinutes),
      noAnswerHours: numberOf(form.noAnswerHours),
      voicemailDays: numberOf(form.voicemailDays),
    },
    voicemail: form.voicemail,
    onMachine: form.onMachine,
    caps: {
      attempts: numberOf(form.capAttempts),
      days: numberOf(form.capDays),
      gapHours: numberOf(form.gapHours),
      perNumber: numberOf(form.perNumber),
    },
    endsOn: form.endsOn === '' ? null : form.endsOn,
    budgetMicros: form.budget.trim() === '' ? null : microsOf(form.budget),
    breaker: {
      calls: numberOf(form.breakerCalls),
      failures: numberOf(form.failures),
      hangUps: numberOf(form.hangUps),
      optOuts: numberOf(form.optOuts),
    },
  };
}

/** The first sentence for each place in the policy, such as `hours.monday.0`. */
export type PolicyErrors = ReadonlyMap<string, string>;

export const noErrors: PolicyErrors = new Map();

export type ReadPolicy = { policy: CampaignPolicy } | { errors: PolicyErrors };

export function readPolicy(form: PolicyForm): ReadPolicy {
  const { data, error } = campaignPolicy.safeParse(policyOf(form));
  const errors = new Map<string, string>();
  for (const { path, message } of error?.issues ?? []) {
    const place = path.join('.');
    if (!errors.has(place)) errors.set(place, own[place] ?? message);
  }
  if (Object.values(form.hours).every((day) => day.length === 0))
    errors.set('hours', 'Choose hours on at least one day.');
  return data !== undefined && errors.size === 0 ? { policy: data } : { errors };
}

/** Where the contract has no sentence for people. */
const own: Readonly<Record<string, string>> = {
  budgetMicros: 'Enter an amount such as 50 or 12.50, or leave it empty.',
  endsOn: 'Choose a day, or leave it empty.',
};

export function isSameForm(one: PolicyForm, other: PolicyForm): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
