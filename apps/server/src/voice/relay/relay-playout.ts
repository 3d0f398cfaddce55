import type { TextMessage } from '../../ports/voice-connection.ts';
import type { CarrierEvent } from '../session/events.ts';
import { visibleCharacters } from '../session/heard.ts';

/**
 * Text that was sent over a relay socket and not played yet. The carrier reports the words it plays, but not their item;
 * it plays in order, so the characters are counted.
 */
export interface RelayPlayout {
  readonly unplayed: readonly SentItem[];
}

interface SentItem {
  readonly itemId: string;
  readonly sent: number;
  readonly played: number;
  readonly complete: boolean;
}

export const emptyPlayout: RelayPlayout = { unplayed: [] };

export function textSent(playout: RelayPlayout, itemId: string, text: string, last: boolean): RelayPlayout {
  const before = playout.unplayed.find((item) => item.itemId === itemId);
  const item: SentItem = {
    itemId,
    sent: (before?.sent ?? 0) + visibleCharacters(text),
    played: before?.played ?? 0,
    complete: last,
  };
  return { unplayed: [...playout.unplayed.filter((other) => other.itemId !== itemId), item] };
}

/**
 * Puts a space before the text if the previous item was not completed; otherwise the carrier would join the two words.
 */
export function separated({ unplayed }: RelayPlayout, itemId: string, text: string): string {
  const last = unplayed.at(-1);
  return last && last.itemId !== itemId && !last.complete ? ` ${text}` : text;
}

export interface AppliedMessage {
  readonly playout: RelayPlayout;
  readonly events: readonly CarrierEvent[];
}

/** The events for a message, and the playout after it. */
export function applyMessage(playout: RelayPlayout, message: TextMessage): AppliedMessage {
  switch (message.type) {
    case 'prompt':
      return { playout, events: [{ type: 'carrier.prompt', text: message.text, last: message.last }] };
    case 'dtmf':
      return { playout, events: [{ type: 'carrier.dtmf', digit: message.digit }] };
    case 'interrupt':
      return { playout: emptyPlayout, events: [{ type: 'carrier.interrupt', heard: message.heard }] };
    case 'played':
      return played(playout, visibleCharacters(message.text));
    case 'speaking':
      if (message.who === 'caller')
        return { playout, events: [{ type: 'carrier.callerSpeaking', speaking: message.on }] };
      return message.on ? { playout, events: [] } : playoutStopped(playout);
    default:
      return { playout, events: [] };
  }
}

function played(playout: RelayPlayout, characters: number): AppliedMessage {
  const events: CarrierEvent[] = [];
  const unplayed: SentItem[] = [];
  let left = characters;
  for (const item of playout.unplayed) {
    const now = Math.min(left, item.sent - item.played);
    left -= now;
    const after = { ...item, played: item.played + now };
    if (now > 0) events.push({ type: 'carrier.played', itemId: item.itemId, characters: after.played });
    if (after.played < after.sent || !after.complete) unplayed.push(after);
  }
  return { playout: { unplayed }, events };
}

/** Voices spell some words differently, so a few characters may be missing when playing has stopped. */
function playoutStopped(playout: RelayPlayout): AppliedMessage {
  const [first] = playout.unplayed;
  if (!first?.complete || first.played === 0) return { playout, events: [] };
  const missing = first.sent - first.played;
  if (missing > Math.max(4, first.sent * 0.15)) return { playout, events: [] };
  const events: CarrierEvent[] = [{ type: 'carrier.playoutStopped', itemId: first.itemId }];
  return { playout: played(playout, missing).playout, events };
}
