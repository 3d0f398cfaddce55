import type { CalleeChoice } from '@parley/phone-lab';
import type { SeededRandom } from './seeded-random.ts';

/** What the other party does on a call, with how often each is drawn. */
const scenarios = {
  talks: 50,
  interrupts: 9,
  'hangs up': 7,
  'is silent': 4,
  'asks not to be called': 6,
  'ended from the desk': 6,
  voicemail: 5,
  busy: 5,
  'no answer': 4,
  unreachable: 4,
} as const;
export type CalleeScenario = keyof typeof scenarios;

export interface SimulatedParty {
  readonly index: number;
  readonly number: string;
  readonly scenario: CalleeScenario;
  /** Calls the desk instead of being called. */
  readonly callsIn: boolean;
  readonly script: Exclude<CalleeChoice, string>;
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

/** Another party of the call, whose sentences carry the number of the call, so that no two parties say the same. */
export function drawParty(
  index: number,
  random: SeededRandom,
  before: SimulatedParty | undefined,
): SimulatedParty {
  // Sometimes two calls go to one number at the same time, and must not be mixed up.
  const sameNumber = before?.callsIn === false && random.happens(0.08);
  const number = sameNumber ? before.number : numberOf(index);
  const callsIn = !sameNumber && random.happens(0.1);
  const drawn = random.weighted(scenarios);
  const onlyOutbound =
    drawn === 'busy' || drawn === 'no answer' || drawn === 'unreachable' || drawn === 'voicemail';
  const scenario = callsIn && onlyOutbound ? 'talks' : drawn;
  return withScript({ index, number, scenario, callsIn }, random);
}

/** One that answers and talks, for rounds in which the server has to reach its kill point. */
export function talkingParty(index: number, random: SeededRandom, ring: number | null): SimulatedParty {
  const party = withScript({ index, number: numberOf(index), scenario: 'talks', callsIn: false }, random);
  return ring === null ? party : { ...party, script: { ...party.script, ring } };
}

const numberOf = (index: number) => `+1202${String(1_000_000 + index)}`;

function withScript(party: Omit<SimulatedParty, 'script'>, random: SeededRandom): SimulatedParty {
  const token = () => `${nouns[random.between(0, nouns.length - 1)]} ${party.number.slice(-7)}`;
  return { ...party, script: scriptOf(party, token, random) };
}

const wait = { wait: 'agent' } as const;

/** What every second party asks for: it has to be in the inbox afterwards. */
export const callBackRequest = 'Please call me back';

/** What the agent books with a calendar: the first word of every second party. */
export const bookingRequest: RegExp = /My first word is ([a-z]+ 1\d{5}[02468])\./;
export const promiseOf = (start: string) => `${start} is booked.`;

function scriptOf(
  { scenario, index }: Pick<SimulatedParty, 'scenario' | 'index'>,
  token: () => string,
  random: SeededRandom,
): SimulatedParty['script'] {
  const first = `My first word is ${token()}.`;
  const second =
    index % 2 === 0 ? `The second one is ${token()}, please.` : `${callBackRequest}, ${token()}.`;
  const goodbye = `That was all from ${token()}, goodbye.`;
  const talk = [wait, { say: first }, wait, { say: second }, wait, { say: goodbye }];
  const common = {
    ring: random.between(800, 3_000),
    patienceMs: 40_000,
    manners: false,
    otherwise: [`I am still here, ${token()}.`],
    goodbye: `Goodbye from ${token()}.`,
    ...(random.happens(0.3) && { greeting: 'Hello?' }),
  };
  switch (scenario) {
    case 'talks':
    case 'ended from the desk':
      return { ...common, script: talk };
    case 'interrupts': {
      const words = random.between(2, 5);
      return { ...common, script: [{ interrupt: { words, say: first } }, ...talk.slice(2)] };
    }
    case 'hangs up':
      return {
        ...common,
        script: [wait, { say: first }, { wait: { words: random.between(1, 5) } }, 'hangup'],
      };
    case 'asks not to be called':
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
