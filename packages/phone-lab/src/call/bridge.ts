import type { Side, Speech } from '../speech/speech.ts';
import type { VoiceChannel } from '../speech/voice-channel.ts';

/** Joins two legs: each party hears the other in place of the application. */
export function bridge(first: VoiceChannel, second: VoiceChannel): () => void {
  return both(carry(first, 'party', second, 'app'), carry(second, 'party', first, 'app'));
}

/** Joins two applications: each hears the other as the party of its own leg. */
export function crossConnect(first: VoiceChannel, second: VoiceChannel): () => void {
  return both(carry(first, 'app', second, 'party'), carry(second, 'app', first, 'party'));
}

function both(...stops: (() => void)[]): () => void {
  return () => {
    for (const stop of stops) stop();
  };
}

function carry(from: VoiceChannel, side: Side, to: VoiceChannel, as: Side): () => void {
  const copies = new Map<Speech, Speech>();
  const copyOf = (speech: Speech): Speech => {
    const known = copies.get(speech);
    if (known) return known;
    const copy = to.open(as, 'carried');
    copy.wordless = speech.wordless;
    copies.set(speech, copy);
    return copy;
  };
  const stop = from.listen((event) => {
    if (event.type === 'digit') {
      if (event.side === side) to.press(as, event.digit);
      return;
    }
    if (event.type === 'closed' || event.speech.side !== side) return;
    // A party may be in the middle of a sentence when the legs are joined.
    if (event.type === 'word') to.carry(copyOf(event.speech), event.word);
    if (event.type === 'ended') {
      const copy = copies.get(event.speech);
      if (event.end === 'cut') copy?.cut();
      else copy?.finish();
      copies.delete(event.speech);
    }
  });
  return () => {
    stop();
    for (const copy of copies.values()) copy.cut();
  };
}
