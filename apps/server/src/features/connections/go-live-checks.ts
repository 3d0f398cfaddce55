import type { Check, LookedAtItem, Problem, ShownConnection } from '@parley/contract';
import type { StoredCalling, StoredConnection } from '../../ports/connections.ts';

/** What is known of a connection without asking anybody: it is tried when it is connected and every few minutes since. */
export interface KnownConnection {
  /** Null: neither connected nor set in the environment. */
  readonly shown: ShownConnection | null;
  readonly problem: Problem | null;
  /** Null: the environment's. */
  readonly stored: StoredConnection | null;
}

export interface GoLiveFacts {
  readonly phone: KnownConnection;
  readonly address: KnownConnection;
  /** What speaks where an agent has no engine of its own. */
  readonly voice: KnownConnection & { readonly kind: 'model' | 'speech' };
  readonly lookedAt: StoredCalling['lookedAt'];
}

const inConnections = 'Connect one in Settings, Connections.';

/** What real calls need, one line each. All of it is in the way until it is ready, except where calls go to. */
export function goLiveChecks({ phone, address, voice, lookedAt }: GoLiveFacts): Check[] {
  return [
    connectionCheck('phone', 'Phone account', phone, 'No phone account is connected.', ({ shown }) =>
      shown.kind === 'phone' ? `${shown.name ?? shown.account} is connected.` : '',
    ),
    ...numbersCheck(phone),
    connectionCheck('address', 'Public address', address, 'There is no public address.', ({ shown }) =>
      shown.kind === 'address' ? `The carrier calls back at ${shown.url}.` : '',
    ),
    voice.kind === 'speech'
      ? connectionCheck('speech', 'Speech', voice, 'No speech service is connected.', spokenBy)
      : connectionCheck('model', 'Model', voice, 'No model is connected.', spokenBy),
    ...(Object.keys(looks) as LookedAtItem[]).map((item) => lookCheck(item, lookedAt[item] !== undefined)),
  ];
}

type Shown = { readonly shown: ShownConnection };

const spokenBy = ({ shown }: Shown) =>
  shown.kind === 'model' || shown.kind === 'speech' ? `${shown.model} speaks on calls.` : '';

function connectionCheck(
  id: string,
  name: string,
  { shown, problem }: KnownConnection,
  missing: string,
  ready: (known: Shown) => string,
): Check {
  if (problem !== null)
    return { id, name, state: 'fault', message: problem.sentence, remedy: problem.remedy, blocks: true };
  if (shown === null)
    return { id, name, state: 'to-do', message: missing, remedy: inConnections, blocks: true };
  return { id, name, state: 'ok', message: ready({ shown }), remedy: null, blocks: false };
}

/** Calls are made from a number that goes elsewhere, too. */
function numbersCheck({ stored }: KnownConnection): Check[] {
  if (stored === null || stored.numbers.length === 0) return [];
  const elsewhere = stored.numbers.filter(({ pointing }) => pointing !== 'here');
  const about = { id: 'numbers', name: 'Numbers', blocks: false };
  if (elsewhere.length === 0) {
    const all = stored.numbers.map(({ number }) => number).join(', ');
    return [{ ...about, state: 'ok', message: `Calls to ${all} arrive here.`, remedy: null }];
  }
  return [
    {
      ...about,
      state: 'to-do',
      message: `Calls to ${elsewhere.map(({ number }) => number).join(', ')} do not arrive here.`,
      remedy:
        'Take the line over in Settings, Connections, if people are to reach an agent when they call back.',
    },
  ];
}

/** What only a person can judge. */
const looks: Readonly<Record<LookedAtItem, { name: string; done: string; toDo: string; remedy: string }>> = {
  opening: {
    name: 'Opening and disclosure',
    done: 'Somebody has heard what agents say first.',
    toDo: 'Nobody has said yet that the first words of the agents are right.',
    remedy: 'Hear them, and that they say that an AI assistant speaks.',
  },
  limits: {
    name: 'Limits and countries',
    done: 'Somebody has looked at limits and countries.',
    toDo: 'Nobody has looked at the limits and the countries that may be called.',
    remedy: 'Look at both on the card of the phone account.',
  },
  dnc: {
    name: 'Do-not-call list',
    done: 'Somebody has looked at the do-not-call list.',
    toDo: 'Nobody has looked at the do-not-call list.',
    remedy: 'Add everybody who must not be called: npm run dnc adds numbers.',
  },
  access: {
    name: 'Access',
    done: 'Somebody has looked at who has access.',
    toDo: 'Nobody has looked at who may place calls.',
    remedy: 'npm run access lists the accounts and their roles.',
  },
};

function lookCheck(id: LookedAtItem, done: boolean): Check {
  const { name, done: message, toDo, remedy } = looks[id];
  return done
    ? { id, name, state: 'ok', message, remedy: null, blocks: false }
    : { id, name, state: 'to-do', message: toDo, remedy, blocks: true };
}

export const isInTheWay = ({ state, blocks }: Check) => blocks && state !== 'ok';
