import {
  cancelTurn,
  changeUtterance,
  completeUtterance,
  cutUtterance,
  howHeard,
  newUtterance,
} from './agent.ts';
import { change, type StepDraft, setAgent, setEntry, takeOrdinal } from './draft.ts';
import type { DroppedItem } from './events.ts';
import { finalizeUtterance } from './finalize-utterance.ts';
import {
  heardAsReported,
  heardUntil,
  isReportedIn,
  lettersIn,
  reachedAfter,
  visibleCharacters,
} from './heard.ts';
import type { PendingUtterance, Utterance } from './state.ts';

/**
 * The other party has spoken, but the carrier did not stop our speech: it plays on, and the next answer is played
 * after it. Until the carrier reports how much was played, the model is shown the whole text.
 */
export function leavePlaying(draft: StepDraft): void {
  const { agent } = draft.state;
  if (agent.kind !== 'speaking') return;
  const { utterance } = agent;
  const whole = agent.turn === null;
  cancelTurn(draft);
  setAgent(draft, { kind: 'idle' });
  if (utterance.text.trim() === '') return;
  change(draft, { pendingPlayout: [...draft.state.pendingPlayout, { utterance, whole }] });
  showPending(draft, { utterance, whole });
}

function showPending(draft: StepDraft, { utterance: { ordinal, text }, whole }: PendingUtterance): void {
  setEntry(draft, ordinal, {
    kind: 'agent',
    text: text.replace(/\s+/g, ' ').trim(),
    interrupted: !whole,
  });
}

/**
 * Those of these utterances of which nothing was heard keep their places until the next interruption. The rest of one that was
 * heard in part gets a place behind what interrupted it, and before what is said next.
 */
export function keepDropped(draft: StepDraft, utterances: readonly Utterance[]): void {
  const heard = new Map(draft.state.history.map(({ ordinal, entry }) => [ordinal, entry]));
  const dropped = utterances.flatMap((utterance) => {
    const entry = heard.get(utterance.ordinal);
    if (entry === undefined) return [utterance];
    const isCut = entry.kind === 'agent' && entry.interrupted;
    return isCut ? [{ ...utterance, ordinal: takeOrdinal(draft), startedAt: draft.at }] : [];
  });
  change(draft, { droppedUtterances: dropped });
}

/** The carrier speaks what was taken for dropped. It stands in the places that were reserved for it, in the order of its speech. */
export function onSpeaksDropped(draft: StepDraft, items: readonly DroppedItem[]): void {
  const { phase } = draft.state;
  if (phase.kind === 'ending' && phase.stage !== 'speaking') return;
  const { droppedUtterances } = draft.state;
  const spoken = new Set(items.map(({ of }) => of));
  change(draft, { droppedUtterances: droppedUtterances.filter(({ itemId }) => !spoken.has(itemId)) });
  const places = droppedUtterances
    .filter(({ itemId }) => spoken.has(itemId))
    .map(({ ordinal, startedAt }) => ({ ordinal, startedAt }))
    .toSorted((a, b) => a.ordinal - b.ordinal);
  const pending = items.map(
    ({ itemId, text, whole }, index): PendingUtterance => ({
      utterance: { ...newUtterance(draft, itemId, true, places[index]), text },
      whole,
    }),
  );
  change(draft, { pendingPlayout: [...pending, ...draft.state.pendingPlayout] });
  for (const item of pending) showPending(draft, item);
}

/**
 * By the clock, what plays now is over. Where the carrier was to report it and has not reported a word, nobody knows what was
 * heard; from then on it is taken for one that reports nothing.
 */
export function onPlayoutTimeout(draft: StepDraft): void {
  const { pendingPlayout, agent, playoutAwaited } = draft.state;
  const playing = pendingPlayout[0]?.utterance ?? (agent.kind === 'speaking' ? agent.utterance : null);
  const sure = !playoutAwaited || playing?.playoutStopped === true;
  change(draft, { playoutAwaited: false });
  if (pendingPlayout.length > 0) completePlayout(draft, 1, sure);
  else completeUtterance(draft, sure);
}

/** The first `count` pending utterances were played to their end. */
export function completePlayout(draft: StepDraft, count: number, sure = true): void {
  const { pendingPlayout, agent } = draft.state;
  if (count === 0) return;
  for (const { utterance, whole } of pendingPlayout.slice(0, count))
    finalizeUtterance(draft, utterance, utterance.text, howHeard(whole, sure));
  const [next, ...rest] = pendingPlayout.slice(count);
  const begun = next && { ...next, utterance: { ...next.utterance, audibleAt: draft.at } };
  change(draft, { pendingPlayout: begun ? [begun, ...rest] : [] });
  // What follows becomes audible only now.
  if (pendingPlayout.length <= count && agent.kind === 'speaking')
    changeUtterance(draft, { audibleAt: draft.at });
}

/** An entry of the transcript has the time at which it was first heard. */
export function onHeard(draft: StepDraft, itemId: string, since: number): void {
  changeItem(draft, itemId, ({ heardAt, startedAt }) =>
    heardAt === null ? { heardAt: Math.max(startedAt, Math.min(since, draft.at)) } : {},
  );
}

/** Changes an utterance that is not stored finally yet. */
function changeItem(
  draft: StepDraft,
  itemId: string,
  patchOf: (utterance: Utterance) => Partial<Utterance>,
): void {
  const { agent, pendingPlayout } = draft.state;
  const place = pendingPlayout.findIndex(({ utterance }) => utterance.itemId === itemId);
  const item = pendingPlayout[place];
  if (item) {
    const utterance = { ...item.utterance, ...patchOf(item.utterance) };
    change(draft, { pendingPlayout: pendingPlayout.with(place, { ...item, utterance }) });
  }
  if (agent.kind === 'speaking' && agent.utterance.itemId === itemId)
    changeUtterance(draft, patchOf(agent.utterance));
}

export function onPlayed(draft: StepDraft, itemId: string, characters: number): void {
  change(draft, { playoutReported: true, playoutAwaited: false });
  const { agent, pendingPlayout } = draft.state;
  const place = pendingPlayout.findIndex(({ utterance }) => utterance.itemId === itemId);
  if (place >= 0) playedPending(draft, place, characters);
  if (agent.kind !== 'speaking' || agent.utterance.itemId !== itemId) return;
  // Speech is played in order, so everything before it has been heard.
  completePlayout(draft, pendingPlayout.length);
  changeUtterance(draft, { playedCharacters: further(agent.utterance, characters) });
}

/**
 * Playing stopped just before the end. Either everything was played and the voice spells it differently, or the
 * carrier is about to report an interruption: the session waits `interruptReportMs` for that report.
 */
export function onPlayoutStopped(draft: StepDraft, itemId: string): void {
  const { agent, pendingPlayout } = draft.state;
  const [first] = pendingPlayout;
  if (first?.utterance.itemId === itemId)
    change(draft, {
      pendingPlayout: pendingPlayout.with(0, {
        ...first,
        utterance: { ...first.utterance, playoutStopped: true },
      }),
    });
  if (agent.kind === 'speaking' && agent.utterance.itemId === itemId)
    changeUtterance(draft, { playoutStopped: true });
}

/** As `onPlayed`, for audio. */
export function onMark(draft: StepDraft, itemId: string, ms: number): void {
  // A mark may be late, never early.
  if (ms > 0)
    changeItem(draft, itemId, ({ heardAt, startedAt }) => ({
      heardAt: Math.max(startedAt, Math.min(heardAt ?? draft.at, draft.at - ms)),
    }));
  const { agent, pendingPlayout } = draft.state;
  const place = pendingPlayout.findIndex(({ utterance }) => utterance.itemId === itemId);
  const item = pendingPlayout[place];
  if (item) {
    const playedMs = Math.max(item.utterance.playedMs, ms);
    change(draft, {
      pendingPlayout: pendingPlayout.with(place, { ...item, utterance: { ...item.utterance, playedMs } }),
    });
    completePlayout(draft, playedMs >= item.utterance.sentMs ? place + 1 : place);
  }
  if (agent.kind !== 'speaking' || agent.utterance.itemId !== itemId) return;
  if (ms > 0) completePlayout(draft, pendingPlayout.length);
  changeUtterance(draft, { playedMs: Math.max(agent.utterance.playedMs, ms) });
}

function playedPending(draft: StepDraft, place: number, characters: number): void {
  const { pendingPlayout } = draft.state;
  const item = pendingPlayout[place];
  if (!item) return;
  const playedCharacters = further(item.utterance, characters);
  const now: PendingUtterance = { ...item, utterance: { ...item.utterance, playedCharacters } };
  change(draft, { pendingPlayout: pendingPlayout.with(place, now) });
  const done = playedCharacters >= visibleCharacters(item.utterance.text);
  completePlayout(draft, done ? place + 1 : place);
}

function further({ playedCharacters, text }: Utterance, characters: number): number {
  return Math.min(Math.max(playedCharacters, characters), visibleCharacters(text));
}

/** The carrier stopped our speech, in what is pending or after it. What follows the cut was not heard. */
export function cutSpeech(draft: StepDraft, reported: string | null): void {
  const { agent, pendingPlayout, playoutReported, settings } = draft.state;
  const [first] = pendingPlayout;
  const current = agent.kind === 'speaking' ? agent.utterance : null;
  const isWhole = agent.kind === 'speaking' && agent.turn === null;
  const sure = reported !== null || playoutReported || settings.speech === 'audio';
  const inCurrent =
    first &&
    current &&
    reported !== null &&
    !isReportedIn(first.utterance.text, reported) &&
    reachesInto(draft, current, reported);
  if (!first || inCurrent) {
    completePlayout(draft, pendingPlayout.length);
    if (current) cutUtterance(draft, heardOf(draft, current, reported, isWhole), sure);
    return;
  }
  const heard = heardOf(draft, first.utterance, reported, first.whole);
  const whole = first.whole && heard.trim() === first.utterance.text.trim();
  change(draft, { pendingPlayout: [] });
  finalizeUtterance(draft, first.utterance, heard, howHeard(whole, sure));
  for (const { utterance } of pendingPlayout.slice(1)) finalizeUtterance(draft, utterance, '', 'interrupted');
  cutUtterance(draft, '');
}

function reachesInto(draft: StepDraft, { text, ordinal }: Utterance, reported: string): boolean {
  return isReportedIn(text, reported) || reachedAfter(saidBefore(draft, ordinal), text, reported) > 0;
}

function saidBefore(draft: StepDraft, ordinal: number): string {
  return utterancesBefore(draft, ordinal).join(' ');
}

function utterancesBefore(draft: StepDraft, ordinal: number): string[] {
  return draft.state.history
    .filter(({ entry, ordinal: place }) => entry.kind === 'agent' && place < ordinal)
    .toSorted((a, b) => a.ordinal - b.ordinal)
    .map(({ entry }) => ('text' in entry ? entry.text : ''));
}

function heardOf(draft: StepDraft, utterance: Utterance, reported: string | null, whole: boolean): string {
  if (reported === null) return heardUntil(utterance, draft.at, draft.state, whole);
  const { text, ordinal, playedCharacters } = utterance;
  // What is reported was taken for played already, by the clock or as the carrier told, and is stored: of this nothing was heard.
  const last = utterancesBefore(draft, ordinal).at(-1) ?? '';
  const isBefore =
    isReportedIn(last, reported) || lettersIn(saidBefore(draft, ordinal)).endsWith(lettersIn(reported));
  if (isBefore && !reachesInto(draft, utterance, reported)) return '';
  return heardAsReported(text, reported, playedCharacters, saidBefore(draft, ordinal));
}

/** The connection ended: stores what was reported as played of what is pending, else all that was sent, unconfirmed. */
export function abandonPlayout(draft: StepDraft): void {
  const { pendingPlayout, playoutReported, settings } = draft.state;
  if (pendingPlayout.length === 0) return;
  if (playoutReported || settings.speech === 'audio') {
    cutSpeech(draft, null);
    return;
  }
  change(draft, { pendingPlayout: [] });
  for (const { utterance } of pendingPlayout)
    finalizeUtterance(draft, utterance, utterance.text, 'unconfirmed');
}
