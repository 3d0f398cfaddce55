import { limits } from '@parley/contract';
import type { CallRecord } from '../../ports/call.ts';
import type { CallStore } from '../../ports/call-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DetectedFollowUp, FollowUpWork } from '../../ports/follow-ups.ts';
import type { Organizations } from '../../ports/organization-store.ts';
import type { CallKey } from '../../ports/transcript-store.ts';
import type { ToolOutcome } from '../../ports/voice-tools.ts';
import { callbackTime } from './callback-time.ts';
import type { NewFollowUpsOf } from './new-follow-ups.ts';

export interface RequestsOfToolsDeps {
  readonly store: Pick<CallStore, 'find'>;
  readonly work: Pick<FollowUpWork, 'add' | 'addToRequest'>;
  readonly newFollowUps: NewFollowUpsOf;
  readonly organizations: Organizations;
  readonly clock: Clock;
}

export interface RequestsOfTools {
  leaveMessage(
    call: CallKey,
    message: { readonly message: string; readonly forWhom: string | null },
  ): Promise<ToolOutcome>;
  scheduleCallback(
    call: CallKey,
    request: { readonly about: string; readonly date: string | null; readonly time: string | null },
  ): Promise<ToolOutcome>;
  /** Nobody took a call that was handed over, and it is over. Where that is found after its end, nobody else says so. */
  transferFailed(call: CallRecord): Promise<void>;
}

/**
 * What an agent leaves to do while the call is up (FU13). It goes the way of what the rules find afterwards, so that both
 * together make one follow-up (FU2); what comes second is added to its note.
 */
export function createRequestsOfTools(deps: RequestsOfToolsDeps): RequestsOfTools {
  return {
    leaveMessage: async (key, { message, forWhom }) => {
      const lead = forWhom === null ? 'Left a message' : `Left a message for ${forWhom}`;
      const stored = await leave(key, 'message', `${lead}: ${message}`, null);
      return stored ? done('The message is in the inbox of the desk.') : callGone;
    },

    scheduleCallback: async (key, request) => {
      const organization = await deps.organizations.of(key.tenantId);
      const { timeZone } = organization;
      const found = callbackTime(request, deps.clock.now().getTime(), organization);
      switch (found.kind) {
        case 'over':
          return refused('Not done: that time is over. Ask for another one.');
        case 'too far':
          return refused('Not done: that is more than 90 days away. Ask for an earlier time.');
        case 'closed': {
          const next = dayAndTime(found.next, timeZone);
          return refused(`Not done: nobody is there then. The next time that somebody is: ${next}.`);
        }
        case 'at': {
          const when = found.at && dayAndTime(found.at.getTime(), timeZone);
          const lead = when === null ? 'Wants to be called back' : `Wants to be called back on ${when}`;
          const stored = await leave(key, 'callback', `${lead}: ${request.about}`, found.at);
          if (!stored) return callGone;
          return done(
            when === null
              ? 'The desk was asked to call them back as soon as somebody can.'
              : `The desk was asked to call them back on ${when}.`,
          );
        }
      }
    },

    transferFailed: async (call) => {
      const failed = rowOf('transfer_failed', 'Could not be connected with a person.', null);
      await deps.work.add(await deps.newFollowUps(call, [failed]));
    },
  };

  async function leave(
    key: CallKey,
    reason: 'message' | 'callback',
    sentence: string,
    dueAt: Date | null,
  ): Promise<boolean> {
    const call = await deps.store.find({ id: key.callId });
    if (call?.tenantId !== key.tenantId) return false;
    const added = await deps.work.add(await deps.newFollowUps(call, [rowOf(reason, sentence, dueAt)]));
    // The whole of a long sentence stands in the note; and so does a second thing that was asked for.
    if (added.length === 0 || sentence.length > limits.followUpWhatMax)
      await deps.work.addToRequest(keyOf(call), sentence, added.length === 0 ? dueAt : null);
    return true;
  }
}

function rowOf(reason: DetectedFollowUp['reason'], sentence: string, dueAt: Date | null): DetectedFollowUp {
  const isLong = sentence.length > limits.followUpWhatMax;
  const what = isLong ? `${sentence.slice(0, limits.followUpWhatMax - 1).toWellFormed()}…` : sentence;
  return { reason, urgentWhy: null, what, entry: null, dueAt };
}

function keyOf({ tenantId, id }: CallRecord): CallKey {
  return { tenantId, callId: id };
}

function dayAndTime(at: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
  });
  return format.format(at).replaceAll('\u202f', ' ');
}

function done(detail: string): ToolOutcome {
  return { status: 'done', detail };
}

function refused(detail: string): ToolOutcome {
  return { status: 'refused', detail };
}

const callGone: ToolOutcome = {
  status: 'failed',
  detail: 'It did not work: the call is not stored any more.',
};
