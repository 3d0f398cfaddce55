import type { Check, ShownConnection } from '../connection.ts';
import type { LookedAtItem } from '../go-live.ts';
import { type ConnectionFacts, connectionCheck } from './connection-check.ts';
import { type NumberFacts, numbersCheck } from './numbers-check.ts';

/** Of connections: what is known without asking anybody. They are tried when they are connected and every few minutes since. */
export interface GoLiveFacts {
  readonly phone: ConnectionFacts;
  /** Where calls to the chosen numbers go, as the carrier says. */
  readonly numbers: readonly NumberFacts[];
  readonly address: ConnectionFacts;
  /** What speaks where an agent has no engine of its own. */
  readonly voice: ConnectionFacts & { readonly kind: 'model' | 'speech' };
  readonly lookedAt: Readonly<Partial<Record<LookedAtItem, { readonly at: string }>>>;
  /** How many numbers are on the do-not-call list. */
  readonly neverCalled: number;
  /** How many people have each role; null: another service looks after the accounts. */
  readonly people: ReadonlyMap<string, number> | null;
}

/** What real calls need, one line each. All of it is in the way until it is ready, except where calls go to. */
export function goLiveChecks(facts: GoLiveFacts): Check[] {
  const { phone, address, voice, lookedAt } = facts;
  const limits = limitsOf(phone.shown);
  const look = (item: LookedAtItem, message: string) =>
    lookCheck(item, message, lookedAt[item] !== undefined);
  return [
    connectionCheck('phone', phone),
    ...numbersCheck(facts.numbers),
    connectionCheck('address', address),
    connectionCheck(voice.kind, voice),
    look('opening', 'What agents say first, and that an AI assistant speaks.'),
    limits === null ? noLimits : look('limits', limits),
    look('dnc', neverCalledOf(facts.neverCalled)),
    look('access', peopleOf(facts.people)),
  ];
}

/** What only a person can judge: the fact stands in the line, and the person says whether it is right. */
const looks: Readonly<Record<LookedAtItem, { name: string; remedy: string }>> = {
  opening: { name: 'Opening and disclosure', remedy: 'Hear or read it once, and say that it is right.' },
  limits: {
    name: 'Limits and countries',
    remedy: 'Say that they are right, or change them on the card of the phone account.',
  },
  dnc: {
    name: 'Do-not-call list',
    remedy: 'Say that nobody is missing. Whoever asks an agent not to be called again is added by itself.',
  },
  access: { name: 'Access', remedy: 'Say that these are the right people.' },
};

function lookCheck(id: LookedAtItem, message: string, done: boolean): Check {
  const { name, remedy } = looks[id];
  return done
    ? { id, name, state: 'ok', message, remedy: null, blocks: false }
    : { id, name, state: 'to-do', message, remedy, blocks: true };
}

const noLimits: Check = {
  ...{ id: 'limits', name: looks.limits.name, state: 'to-do', blocks: true },
  message: 'Without a phone account there are no limits and countries to look at.',
  remedy: 'Connect one in Settings, Connections.',
};

const namedCountries = 5;

function limitsOf(shown: ShownConnection | null): string | null {
  if (shown?.kind !== 'phone') return null;
  const { callsAtOnce, callsPerSecond, countries } = shown;
  const atOnce =
    callsAtOnce === null ? 'Any number of calls at once' : `${counted(callsAtOnce, 'call')} at once`;
  const perSecond = callsPerSecond === null ? 'any number a second' : `${callsPerSecond} a second`;
  return `${atOnce}, ${perSecond}, ${countriesOf(countries)}.`;
}

function countriesOf(codes: readonly string[] | null): string {
  if (codes === null) return 'any country';
  const regionNames = new Intl.DisplayNames(['en'], { type: 'region' });
  const names = codes.slice(0, namedCountries).map((code) => regionNames.of(code) ?? code);
  const more = codes.length - names.length;
  return [...names, ...(more > 0 ? [`${counted(more, 'more country', 'more countries')}`] : [])].join(', ');
}

function neverCalledOf(numbers: number): string {
  if (numbers === 0) return 'No number is on the list.';
  return numbers === 1 ? '1 number is never called.' : `${numbers} numbers are never called.`;
}

function peopleOf(people: GoLiveFacts['people']): string {
  if (people === null) return 'The service that people sign in with says who has access.';
  const all = [...people.values()].reduce((sum, count) => sum + count, 0);
  const roles = [...people].map(([role, count]) => counted(count, role));
  return `${counted(all, 'person', 'people')}: ${roles.join(', ')}.`;
}

function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

export const isBlocking = ({ state, blocks }: Check) => blocks && state !== 'ok';
