import type { LineEvent } from '../line/line.ts';
import { speakingMs } from '../line/words.ts';
import type { Callee, Nature, Party, Ring } from './callee.ts';

export interface PatientOptions {
  name: string;
  ring?: Ring;
  nature?: Nature;
  /** Said on picking up. */
  greeting?: string;
  /** Hangs up after this many words of the first sentence heard. */
  hangUpAfterWords?: number;
  /** Hangs up when nobody has said anything for this long; null: never. */
  patienceMs?: number | null;
}

/** The plainest person on a phone: picks up, says hello, listens, and gives up on a dead line. */
export function patient(options: PatientOptions): Callee {
  const { name, greeting = '', nature = 'human' } = options;
  return {
    name,
    nature,
    ring: options.ring ?? { kind: 'answer', afterMs: 2_500 },
    greetingMs: nature === 'machine' ? speakingMs(greeting) + 500 : 0,
    pickUp(party) {
      if (greeting) party.clock.after(300, () => party.line.say('party', greeting));
      if (options.hangUpAfterWords !== undefined) hangUpAfter(party, options.hangUpAfterWords);
      const patienceMs = options.patienceMs === undefined ? 60_000 : options.patienceMs;
      if (patienceMs !== null) loseHope(party, patienceMs);
    },
  };
}

function hangUpAfter(party: Party, words: number): void {
  party.line.listen((event: LineEvent) => {
    if (event.type === 'word' && event.speech.side === 'app' && event.speech.wordsHeard >= words)
      party.hangUp();
  });
}

function loseHope(party: Party, patienceMs: number): void {
  let cancel = party.clock.after(patienceMs, () => party.hangUp());
  party.line.listen((event) => {
    cancel();
    if (event.type !== 'closed') cancel = party.clock.after(patienceMs, () => party.hangUp());
  });
}
