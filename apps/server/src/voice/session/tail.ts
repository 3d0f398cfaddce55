import { cancelTurn, changeUtterance, cutUtterance, howHeard } from './agent.ts';
import { change, type Draft, setAgent, setLine } from './draft.ts';
import { heardAsTold, heardUntil, isTold, reachedAfter, visibleCharacters } from './heard.ts';
import type { TailItem, Utterance } from './state.ts';
import { storeUtterance } from './store-utterance.ts';

/**
 * The other party has spoken and the carrier did not stop our speech: it plays on, and the answer follows behind it.
 * Until it is known how much was heard, the model is shown all of it.
 */
export function leaveInTail(draft: Draft): void {
  const { agent } = draft.state;
  if (agent.kind !== 'speaking') return;
  const { utterance } = agent;
  const whole = agent.turn === null;
  cancelTurn(draft);
  setAgent(draft, { kind: 'idle' });
  const text = utterance.text.replace(/\s+/g, ' ').trim();
  if (text === '') return;
  change(draft, { tail: [...draft.state.tail, { utterance, whole }] });
  setLine(draft, utterance.ordinal, { kind: 'agent', text, interrupted: !whole });
}

/** The first so many of the tail were heard to their end. */
export function flushTail(draft: Draft, count: number): void {
  const { tail, agent } = draft.state;
  if (count === 0) return;
  for (const item of tail.slice(0, count)) storeWhole(draft, item);
  const [next, ...rest] = tail.slice(count);
  const begun = next && { ...next, utterance: { ...next.utterance, audibleAt: draft.at } };
  change(draft, { tail: begun ? [begun, ...rest] : [] });
  // What follows begins to be heard only now.
  if (tail.length <= count && agent.kind === 'speaking') changeUtterance(draft, { audibleAt: draft.at });
}

function storeWhole(draft: Draft, { utterance, whole }: TailItem): void {
  storeUtterance(draft, utterance, utterance.text, whole ? 'whole' : 'interrupted');
}

export function onPlayed(draft: Draft, itemId: string, characters: number): void {
  change(draft, { playbackTold: true });
  const { agent, tail } = draft.state;
  const place = tail.findIndex(({ utterance }) => utterance.itemId === itemId);
  if (place >= 0) playedInTail(draft, place, characters);
  if (agent.kind !== 'speaking' || agent.utterance.itemId !== itemId) return;
  // Speech is played in order, so everything before it has been heard.
  flushTail(draft, tail.length);
  changeUtterance(draft, { playedCharacters: further(agent.utterance, characters) });
}

/** Either all was heard and is spelt otherwise, or an interruption is about to be told: a short wait decides. */
export function onFellSilent(draft: Draft, itemId: string): void {
  const { agent, tail } = draft.state;
  const [first] = tail;
  if (first?.utterance.itemId === itemId)
    change(draft, { tail: tail.with(0, { ...first, utterance: { ...first.utterance, fellSilent: true } }) });
  if (agent.kind === 'speaking' && agent.utterance.itemId === itemId)
    changeUtterance(draft, { fellSilent: true });
}

/** As `onPlayed`, for sound. */
export function onMark(draft: Draft, itemId: string, ms: number): void {
  const { agent, tail } = draft.state;
  const place = tail.findIndex(({ utterance }) => utterance.itemId === itemId);
  const item = tail[place];
  if (item) {
    const playedMs = Math.max(item.utterance.playedMs, ms);
    change(draft, { tail: tail.with(place, { ...item, utterance: { ...item.utterance, playedMs } }) });
    flushTail(draft, playedMs >= item.utterance.sentMs ? place + 1 : place);
  }
  if (agent.kind !== 'speaking' || agent.utterance.itemId !== itemId) return;
  if (ms > 0) flushTail(draft, tail.length);
  changeUtterance(draft, { playedMs: Math.max(agent.utterance.playedMs, ms) });
}

function playedInTail(draft: Draft, place: number, characters: number): void {
  const { tail } = draft.state;
  const item = tail[place];
  if (!item) return;
  const playedCharacters = further(item.utterance, characters);
  const now: TailItem = { ...item, utterance: { ...item.utterance, playedCharacters } };
  change(draft, { tail: tail.with(place, now) });
  const done = playedCharacters >= visibleCharacters(item.utterance.text);
  flushTail(draft, done ? place + 1 : place);
}

function further({ playedCharacters, text }: Utterance, characters: number): number {
  return Math.min(Math.max(playedCharacters, characters), visibleCharacters(text));
}

/** The carrier stopped our speech: in the tail, or after it. What comes behind the cut was never heard. */
export function cutSpeech(draft: Draft, told: string | null): void {
  const { agent, tail, playbackTold, settings } = draft.state;
  const [first] = tail;
  const current = agent.kind === 'speaking' ? agent.utterance : null;
  const isWhole = agent.kind === 'speaking' && agent.turn === null;
  const sure = told !== null || playbackTold || settings.speech === 'audio';
  const inCurrent =
    first &&
    current &&
    told !== null &&
    !isTold(first.utterance.text, told) &&
    reachesInto(draft, current, told);
  if (!first || inCurrent) {
    flushTail(draft, tail.length);
    if (current) cutUtterance(draft, heardOf(draft, current, told, isWhole), sure);
    return;
  }
  const heard = heardOf(draft, first.utterance, told, first.whole);
  const whole = first.whole && heard.trim() === first.utterance.text.trim();
  change(draft, { tail: [] });
  storeUtterance(draft, first.utterance, heard, howHeard(whole, sure));
  for (const { utterance } of tail.slice(1)) storeUtterance(draft, utterance, '', 'interrupted');
  cutUtterance(draft, '');
}

function reachesInto(draft: Draft, { text, ordinal }: Utterance, told: string): boolean {
  return isTold(text, told) || reachedAfter(saidBefore(draft, ordinal), text, told) > 0;
}

function saidBefore(draft: Draft, ordinal: number): string {
  return draft.state.lines
    .filter(({ line, ordinal: place }) => line.kind === 'agent' && place < ordinal)
    .toSorted((a, b) => a.ordinal - b.ordinal)
    .map(({ line }) => ('text' in line ? line.text : ''))
    .join(' ');
}

function heardOf(draft: Draft, utterance: Utterance, told: string | null, whole: boolean): string {
  return told === null
    ? heardUntil(utterance, draft.at, draft.state, whole)
    : heardAsTold(utterance.text, told, utterance.playedCharacters, saidBefore(draft, utterance.ordinal));
}

/** The line went: what was played of the tail if anybody told, else all that was sent, flagged. */
export function abandonTail(draft: Draft): void {
  const { tail, playbackTold, settings } = draft.state;
  if (tail.length === 0) return;
  if (playbackTold || settings.speech === 'audio') {
    cutSpeech(draft, null);
    return;
  }
  change(draft, { tail: [] });
  for (const { utterance } of tail) storeUtterance(draft, utterance, utterance.text, 'unconfirmed');
}
