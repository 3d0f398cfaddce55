import { describe, expect, test } from 'vitest';
import type { TextMessage } from '../../ports/voice-connection.ts';
import type { CarrierEvent } from '../session/events.ts';
import { applyMessage, emptyPlayout, type RelayPlayout, separated, textSent } from './relay-playout.ts';

const filler = 'I am still here, just a moment.';

test('an answer is separated by a space from the incomplete filler before it', () => {
  const open = textSent(emptyPlayout, 'filler', filler, false, 0);
  expect(separated(open, 'answer', 'Thank ')).toBe(' Thank ');
});

test('pieces of one answer, and what follows a whole one, stay as they are', () => {
  const open = textSent(emptyPlayout, 'answer', 'Tha', false, 0);
  expect(separated(open, 'answer', 'nk you.')).toBe('nk you.');
  const whole = textSent(emptyPlayout, 'filler', filler, true, 0);
  expect(separated(whole, 'answer', 'Thank ')).toBe('Thank ');
  expect(separated(emptyPlayout, 'answer', 'Thank ')).toBe('Thank ');
});

describe('VS11 when an item is heard', () => {
  const on: TextMessage = { type: 'speaking', who: 'agent', on: true };
  const off: TextMessage = { type: 'speaking', who: 'agent', on: false };
  const playedText = (text: string): TextMessage => ({ type: 'played', text });
  const sent = (...items: readonly [string, string, boolean, number][]): RelayPlayout =>
    items.reduce((playout, [id, text, last, at]) => textSent(playout, id, text, last, at), emptyPlayout);

  /** What the session is told of when items are heard, by these messages at their times. */
  function heard(playout: RelayPlayout, ...messages: readonly [TextMessage, number][]): CarrierEvent[] {
    let now = playout;
    return messages.flatMap(([message, at]) => {
      const applied = applyMessage(now, message, at);
      now = applied.playout;
      return applied.events.filter(({ type }) => type === 'carrier.heard');
    });
  }
  const since = (itemId: string, at: number) => ({ type: 'carrier.heard', itemId, since: at });

  test('is when the voice begins', () => {
    const opening = sent(['opening', 'Hello there.', true, 0]);
    expect(heard(opening, [on, 1_300], [playedText('Hello there.'), 2_000], [off, 2_000])).toEqual([
      since('opening', 1_300),
    ]);
  });

  test('is told once, although the voice pauses for more text', () => {
    const answer = sent(['answer', 'Just a moment. Tuesday.', true, 0]);
    const messages = [on, playedText('Just a moment.'), off, on, playedText('Tuesday.'), off];
    expect(
      heard(answer, ...messages.map((message, place): [TextMessage, number] => [message, place * 100])),
    ).toEqual([since('answer', 0)]);
  });

  test('is when the voice begins again, for an item that waited for another', () => {
    const both = sent(['first', 'Hello there.', true, 0], ['second', 'It is Tuesday.', true, 100]);
    expect(
      heard(
        both,
        [on, 300],
        [playedText('Hello there.'), 1_000],
        [off, 1_000],
        [on, 1_250],
        [playedText('It is Tuesday.'), 2_000],
      ),
    ).toEqual([since('first', 300), since('second', 1_250)]);
  });

  test('is when the words before it are over, where the voice goes on without a pause', () => {
    const both = sent(['first', 'Hello', false, 0], ['second', 'friend', true, 100]);
    expect(heard(both, [on, 300], [playedText('Hello'), 900], [playedText('friend'), 1_500])).toEqual([
      since('first', 300),
      since('second', 900),
    ]);
    // One report of both: by their share of the characters.
    expect(heard(both, [on, 300], [playedText('Hello friend'), 1_400])).toEqual([
      since('first', 300),
      since('second', 800),
    ]);
  });

  test('is not before its text was sent', () => {
    const first = sent(['first', 'Hello', false, 0]);
    const { playout } = applyMessage(applyMessage(first, on, 300).playout, playedText('Hello'), 900);
    const both = textSent(playout, 'second', 'friend', true, 4_000);
    expect(heard(both, [playedText('friend'), 4_500])).toEqual([since('second', 4_000)]);
  });

  test('is estimated by the words, where the carrier does not say when the voice begins', () => {
    const opening = sent(['opening', 'Hello there.', true, 0]);
    expect(heard(opening, [playedText('Hello there.'), 2_000])).toEqual([since('opening', 2_000 - 11 * 66)]);
    expect(heard(opening, [playedText('Hello there.'), 200])).toEqual([since('opening', 0)]);
  });

  test('is when the voice begins again, although the rest of the item before it was never reported', () => {
    const first = sent(['first', 'Hello there, this is the practice.', true, 0]);
    const messages: readonly [TextMessage, number][] = [
      [on, 300],
      [playedText('Hello'), 800],
      [off, 2_500],
    ];
    const stopped = messages.reduce(
      (playout, [message, at]) => applyMessage(playout, message, at).playout,
      first,
    );
    const both = textSent(stopped, 'second', 'It is Tuesday.', true, 4_000);
    expect(applyMessage(both, on, 5_000).events).toEqual([
      { type: 'carrier.playoutStopped', itemId: 'first' },
      since('second', 5_000),
    ]);
    expect(heard(both, [on, 5_000], [playedText('It is Tuesday.'), 6_000])).toEqual([since('second', 5_000)]);
    // The voice may pause within an item: what was sent before that may be what is not heard yet.
    const early = textSent(stopped, 'second', 'It is Tuesday.', true, 2_000);
    expect(heard(early, [on, 5_000])).toEqual([]);
  });

  test('is not yet where the voice only paused within the item before it, also for what was sent in the pause', () => {
    const text = 'Hello there, this is the practice. Your next appointment is on Tuesday.';
    const first = sent(['first', text, true, 0]);
    const before: readonly [TextMessage, number][] = [
      [on, 300],
      [playedText('Hello there, this is the practice.'), 2_500],
      [off, 2_700],
    ];
    const paused = before.reduce(
      (playout, [message, at]) => applyMessage(playout, message, at).playout,
      first,
    );
    const both = textSent(paused, 'second', 'See you then.', true, 3_000);
    const rest = 'Your next appointment is on Tuesday.';
    expect(applyMessage(both, on, 3_200).events).toEqual([]);
    expect(
      heard(
        both,
        [on, 3_200],
        [playedText(rest), 5_400],
        [off, 5_400],
        [on, 5_700],
        [playedText('See'), 6_000],
      ),
    ).toEqual([since('second', 5_700)]);
    const spoken = applyMessage(applyMessage(both, on, 3_200).playout, playedText(rest), 5_400);
    expect(spoken.events).toEqual([{ type: 'carrier.played', itemId: 'first', characters: 60 }]);
  });

  test('is when the voice begins again, although words of the item before it were reported after it had stopped', () => {
    const first = sent(['first', 'Hello there, this is the practice.', true, 0]);
    const before: readonly [TextMessage, number][] = [
      [on, 300],
      [off, 2_500],
      [playedText('Hello'), 2_600],
    ];
    const stopped = before.reduce(
      (playout, [message, at]) => applyMessage(playout, message, at).playout,
      first,
    );
    const both = textSent(stopped, 'second', 'It is Tuesday.', true, 4_000);
    expect(heard(both, [on, 5_000])).toEqual([since('second', 5_000)]);
  });

  test('is not known of what an interruption has dropped', () => {
    const both = sent(['first', 'Hello there.', true, 0], ['second', 'It is Tuesday.', true, 100]);
    expect(
      heard(
        both,
        [on, 300],
        [playedText('Hello'), 600],
        [{ type: 'interrupt', heard: 'Hello' }, 700],
        [on, 900],
      ),
    ).toEqual([since('first', 300)]);
  });
});
