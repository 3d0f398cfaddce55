import { offersOptOut, optOutOffer } from '@parley/contract';
import { say } from './agent.ts';
import { commitDigits } from './caller-segments.ts';
import { isQuiet } from './disclosure.ts';
import { change, type StepDraft, setPhase, takeOrdinal } from './draft.ts';
import { sayAndEnd } from './ending.ts';
import { changeAnswering } from './machine-hold.ts';
import { noteNoCalls } from './no-more-calls.ts';
import type { Ending } from './state.ts';
import { cancelledTool, settlePending } from './tool-entries.ts';

/** On sales calls a key and words end the call for good, whatever the model would have done. */

/** Nothing cancels it. */
export const optOutEnding: Ending = { reason: 'do_not_call', reopenable: false, transfer: null };

/** The number goes on the list, and the call ends with a promise and a goodbye. */
export function optOut(draft: StepDraft): void {
  noteNoCalls(draft);
  const { phase, settings } = draft.state;
  if (phase.kind === 'live') {
    sayAndEnd(draft, `${settings.phrases.noMoreCalls} ${settings.phrases.goodbye}`, 'do_not_call');
    return;
  }
  if (phase.kind !== 'ending' || phase.stage !== 'speaking') return;
  if (phase.ending.transfer !== null) settlePending(draft, cancelledTool);
  setPhase(draft, { ...phase, ending: optOutEnding });
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
  const { settings, phase, answering, askedNotToCall, offers, history } = draft.state;
  if (!settings.manners.offersOptOut || phase.kind !== 'live' || askedNotToCall) return;
  if (answering.by !== 'person' || answering.openingDue || answering.greetingEnd !== null) return;
  if (offers >= mostOffers || !isQuiet(draft.state)) return;
  if (history.some(({ entry }) => entry.kind === 'agent' && offersOptOut(entry.text))) return;
  change(draft, { offers: offers + 1 });
  say(draft, optOutOffer(settings.language), true);
}
