import { spendingLimitSentences } from '@parley/contract';
import { AppError } from '../../errors.ts';
import { durationText } from '../../lib/duration-text.ts';
import type { AdmissionDecision } from '../../ports/call-admission.ts';

/** Why a call was not admitted; the do-not-call list has a sentence of its own. */
export function notAdmitted(
  decision: Exclude<AdmissionDecision, { kind: 'admitted' | 'repeated' | 'do_not_call' }>,
): AppError {
  switch (decision.kind) {
    case 'key_reused':
      return new AppError(
        'idempotency_key_reused',
        'This Idempotency-Key was used for another call. Use a new one.',
      );
    case 'archived':
      return archivedAgent();
    case 'contact_missing':
      return new AppError('contact_not_found', 'There is no such contact with this number.');
    case 'follow_up_in_call':
      return new AppError('follow_up_in_call', 'Somebody is calling back at this moment.');
    case 'follow_up_done':
      return new AppError('follow_up_done', 'This follow-up was closed meanwhile.');
    case 'being_erased':
      return new AppError('being_erased', beingErasedSentence);
    case 'too_many':
      return tooMany(decision);
    case 'spending_limit':
      return new AppError('spending_limit_reached', spendingLimitSentences[decision.period]);
    case 'number_in_call':
      return new AppError('number_in_call', numberInCallSentence, { retryAfterSeconds: 30 });
    case 'campaign_paused':
      return new AppError('campaign_state', 'The campaign does not run at this moment.');
    case 'lines_busy':
      return new AppError('lines_busy', linesBusySentence, { retryAfterSeconds: 10 });
    case 'side_changed':
      return new AppError('settings_changed', sideChangedSentence);
    case 'disconnected':
      return new AppError(
        'settings_changed',
        'The phone account of your organization is being changed at this moment. Please try again.',
      );
  }
}

export function archivedAgent(): AppError {
  return new AppError('agent_archived', 'This agent is archived and makes no new calls.');
}

const beingErasedSentence =
  'Everything that is stored about this number is being erased, so it cannot be called at this moment. Try again in a few minutes.';

const sideChangedSentence =
  'The desk has just changed between sandbox and real calls. No call was made. Look which it is now, and place the call again.';

const numberInCallSentence =
  'This number is in a call of a campaign at this moment. Try again when that call has ended.';

const linesBusySentence =
  'All lines of the phone account are in use. Try again when a call has ended, or raise the limit in Settings, Connections.';

const limitSentences = {
  minute: {
    person: 'Too many calls in one minute.',
    tenant: 'Too many calls in one minute.',
    deployment: 'Too many calls are being placed here in one minute.',
  },
  day: {
    person: 'The daily limit of calls is reached.',
    tenant: 'The daily limit of calls is reached.',
    deployment: 'The daily limit of all calls placed here is reached.',
  },
};

function tooMany({ limit, whose, retryAfterSeconds }: AdmissionDecision & { kind: 'too_many' }): AppError {
  const code = limit === 'minute' ? 'too_many_calls' : 'daily_limit_reached';
  const sentence = `${limitSentences[limit][whose]} Try again in ${durationText(retryAfterSeconds)}.`;
  return new AppError(code, sentence, { retryAfterSeconds });
}
