import type { Check, LookedAtItem } from '@parley/contract';
import type { StoredCalling, StoredConnection } from '../../ports/connections.ts';
import { type ConnectionFacts, connectionCheck } from './checks/connection.ts';
import { numbersCheck } from './checks/numbers.ts';

/** What is known of a connection without asking anybody: it is tried when it is connected and every few minutes since. */
export interface KnownConnection extends ConnectionFacts {
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

/** What real calls need, one line each. All of it is in the way until it is ready, except where calls go to. */
export function goLiveChecks({ phone, address, voice, lookedAt }: GoLiveFacts): Check[] {
  return [
    connectionCheck('phone', phone),
    ...numbersCheck(
      (phone.stored?.numbers ?? []).map(({ number, pointing }) => ({
        number,
        pointsHere: pointing === 'here',
      })),
    ),
    connectionCheck('address', address),
    connectionCheck(voice.kind, voice),
    ...(Object.keys(looks) as LookedAtItem[]).map((item) => lookCheck(item, lookedAt[item] !== undefined)),
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
