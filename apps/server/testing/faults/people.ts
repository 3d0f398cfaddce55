import type { CalleeChoice } from '@parley/phone-lab';
import type { Chance } from './chance.ts';

/** What becomes of a call, as far as the other party decides it. */
const fates = {
  talks: 50,
  interrupts: 9,
  'hangs up': 7,
  'is silent': 4,
  'never again': 6,
  'is hung up on': 6,
  voicemail: 5,
  busy: 5,
  'no answer': 4,
  unreachable: 4,
} as const;
export type Fate = keyof typeof fates;

export interface Someone {
  readonly index: number;
  readonly number: string;
  readonly fate: Fate;
  /** Rings us instead of being rung. */
  readonly callsIn: boolean;
  readonly callee: Exclude<CalleeChoice, string>;
}

const nouns = [
  'maple',
  'river',
  'copper',
  'window',
  'garden',
  'pepper',
  'silver',
  'anchor',
  'violin',
  'lantern',
];

/** Somebody whose words nobody else says: each carries the number of the call. */
export function someone(index: number, chance: Chance, before: Someone | undefined): Someone {
  // Now and then two calls go to one number at the same time, and must not be taken for each other.
  const isTwin = before?.callsIn === false && chance.happens(0.08);
  const number = isTwin ? before.number : numberOf(index);
  const callsIn = !isTwin && chance.happens(0.1);
  const drawn = chance.weighed(fates);
  const ringsOnly =
    drawn === 'busy' || drawn === 'no answer' || drawn === 'unreachable' || drawn === 'voicemail';
  const fate = callsIn && ringsOnly ? 'talks' : drawn;
  return person({ index, number, fate, callsIn }, chance);
}

/** Somebody who picks up and talks, for when that is needed. */
export function talker(index: number, chance: Chance): Someone {
  return person({ index, number: numberOf(index), fate: 'talks', callsIn: false }, chance);
}

const numberOf = (index: number) => `+1202${String(1_000_000 + index)}`;

function person(who: Omit<Someone, 'callee'>, chance: Chance): Someone {
  const token = () => `${nouns[chance.between(0, nouns.length - 1)]} ${who.number.slice(-7)}`;
  return { ...who, callee: calleeOf(who.fate, token, chance) };
}

const wait = { wait: 'agent' } as const;

function calleeOf(fate: Fate, token: () => string, chance: Chance): Someone['callee'] {
  const first = `My first word is ${token()}.`;
  const second = `The second one is ${token()}, please.`;
  const farewell = `That was all from ${token()}, goodbye.`;
  const talk = [wait, { say: first }, wait, { say: second }, wait, { say: farewell }];
  const common = {
    ring: chance.between(800, 3_000),
    patienceMs: 40_000,
    manners: false,
    otherwise: [`I am still here, ${token()}.`],
    goodbye: `Goodbye from ${token()}.`,
    ...(chance.happens(0.3) && { greeting: 'Hello?' }),
  };
  switch (fate) {
    case 'talks':
    case 'is hung up on':
      return { ...common, script: talk };
    case 'interrupts': {
      const words = chance.between(2, 5);
      return { ...common, script: [{ interrupt: { words, say: first } }, ...talk.slice(2)] };
    }
    case 'hangs up':
      return {
        ...common,
        script: [wait, { say: first }, { wait: { words: chance.between(1, 5) } }, 'hangup'],
      };
    case 'never again':
      return { ...common, script: [wait, { say: first }, wait, { say: `Never call ${token()} again.` }] };
    case 'is silent':
      return { ...common, patienceMs: 'endless', script: [{ silence: 600_000 }] };
    case 'voicemail':
      return { ...common, nature: 'machine', greeting: `This is the machine of ${token()}.` };
    case 'busy':
      return { ...common, ring: 'busy' };
    case 'no answer':
      return { ...common, ring: 'never' };
    case 'unreachable':
      return { ...common, ring: 'unreachable' };
  }
}
