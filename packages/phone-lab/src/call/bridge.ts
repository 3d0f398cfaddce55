import type { Line } from '../line/line.ts';
import type { Speech } from '../line/speech.ts';

/** Joins two legs: each party hears the other where it would hear the application. */
export function bridge(first: Line, second: Line): () => void {
  const stops = [carry(first, second), carry(second, first)];
  return () => {
    for (const stop of stops) stop();
  };
}

function carry(from: Line, to: Line): () => void {
  const copies = new Map<Speech, Speech>();
  const stop = from.listen((event) => {
    if (event.type === 'digit') {
      if (event.side === 'party') to.press('app', event.digit);
      return;
    }
    if (event.type === 'closed' || event.speech.side !== 'party') return;
    if (event.type === 'started') copies.set(event.speech, to.open('app'));
    if (event.type === 'word') copies.get(event.speech)?.append(event.word);
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
