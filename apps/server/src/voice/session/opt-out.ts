import { offersOptOut, optOutOffer } from '@parley/contract';
import { say } from './agent.ts';
import { commitDigits } from './caller-segments.ts';
import { isQuiet, withDisclosure } from './disclosure.ts';
import { change, type StepDraft, setPhase, takeOrdinal } from './draft.ts';
import { finishSession, sayAndEnd } from './ending.ts';
import { cancelSpeech, changeAnswering } from './machine-hold.ts';
import { noteNoCalls } from './no-more-calls.ts';
import type { SessionSettings } from './settings.ts';
import type { Ending } from './state.ts';
import { cancelledTool, settlePending } from './tool-entries.ts';

/** On sales calls a key and words end the call for good, whatever the model would have done. */

/** Nothing cancels it. */
export const optOutEnding: Ending = { reason: 'do_not_call', reopenable: false, transfer: null };

/** The number goes on the list, and the call ends with a promise and a goodbye. */
export function optOut(draft: StepDraft): void {
  noteNoCalls(draft);
  const { phase } = draft.state;
  if (phase.kind === 'live') {
    promiseAndEnd(draft);
    return;
  }
  if (phase.kind !== 'ending' || phase.stage !== 'speaking') return;
  if (phase.ending.transfer !== null) settlePending(draft, cancelledTool);
  setPhase(draft, { ...phase, ending: optOutEnding });
}

/** Nothing is promised before it is stored what was asked for: a server may be killed at any time. */
export function promiseAndEnd(draft: StepDraft): void {
  const { answering, refusal, settings } = draft.state;
  const isMachine = answering.by === 'machine' || answering.by === 'recorder';
  if (isMachine || refusal === 'stored') {
    sayAndEnd(draft, promiseIn(settings), 'do_not_call');
    return;
  }
  cancelSpeech(draft);
  change(draft, { refusal: 'promiseDue' });
  finishSession(draft, optOutEnding);
}

/** It is stored, or cannot be: the other party waits no longer. */
export function onRefusalStored(draft: StepDraft): void {
  const { refusal, settings } = draft.state;
  change(draft, { refusal: 'stored' });
  if (refusal === 'promiseDue') say(draft, withDisclosure(draft.state, promiseIn(settings)), false);
}

function promiseIn({ phrases }: SessionSettings): string {
  return `${phrases.noMoreCalls} ${phrases.goodbye}`;
}

/** The key alone: as one of several it belongs to what they enter. */
export function onOptOutKey(draft: StepDraft, digit: string): void {
  change(draft, { digits: { pressed: digit, ordinal: takeOrdinal(draft), startedAt: draft.at } });
  commitDigits(draft);
  changeAnswering(draft, { by: 'person', greetingEnd: null });
  optOut(draft);
}

/** A voice that says something else when it is told what to say is not asked for ever. */
const mostOffers = 3;

/** Who has interrupted the opening before the offer was heard hears it as soon as nobody speaks. */
export function offerIfOwed(draft: StepDraft): void {
  const { settings, phase, answering, refusal, offers, history } = draft.state;
  if (!settings.manners.offersOptOut || phase.kind !== 'live' || refusal !== 'none') return;
  if (answering.by !== 'person' || answering.openingDue || answering.greetingEnd !== null) return;
  if (offers >= mostOffers || !isQuiet(draft.state)) return;
  if (history.some(({ entry }) => entry.kind === 'agent' && offersOptOut(entry.text))) return;
  change(draft, { offers: offers + 1 });
  say(draft, optOutOffer(settings.language), true);
}
