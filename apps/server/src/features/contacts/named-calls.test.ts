import type { Call, CallDetail, ContactOfNumber, FollowUp } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import type { CallStore } from '../../ports/call-store.ts';
import type { KnownNames } from '../../ports/contacts.ts';
import type { LiveFeed, LiveNotice } from '../../ports/live-events.ts';
import { namedCalls, namedFeed, namedFollowUps } from './named-calls.ts';

const people: Record<string, ContactOfNumber[]> = {
  '+1': [{ id: 'ada', name: 'Ada' }],
  '+2': [
    { id: 'ben', name: 'Ben' },
    { id: 'cleo', name: 'Cleo' },
  ],
};
const asked: (string | null)[][] = [];
const names: KnownNames = {
  of: async (_tenantId, numbers) => {
    asked.push([...numbers]);
    return new Map(numbers.flatMap((number) => (number && people[number] ? [[number, people[number]]] : [])));
  },
};

const call = (direction: Call['direction'], other: string | null, chosen: string | null = null) =>
  ({
    ...{
      direction,
      from: direction === 'inbound' ? other : '+9',
      to: direction === 'inbound' ? '+9' : other,
    },
    contact: chosen === null ? null : { id: chosen, name: '', others: 0 },
  }) as Call;

const store = (calls: Call[]) =>
  namedCalls(
    {
      list: async () => calls,
      get: async () => calls[0] ?? null,
      restore: async () => calls[0] ?? null,
      detail: async () =>
        calls[0]
          ? ({
              ...calls[0],
              contacts: people[calls[0].to ?? ''] ?? [],
              followUps: [followUp(calls[0].to), followUp('+1')],
            } as CallDetail)
          : null,
    } as unknown as CallStore,
    names,
  );

const followUp = (number: string | null, chosen: string | null = null) =>
  ({ number, contact: chosen === null ? null : { id: chosen, name: '', others: 0 } }) as FollowUp;

describe('CT2: names are put beside numbers', () => {
  test('of a page of calls with one question, by the number of the other party', async () => {
    asked.length = 0;
    const calls = [
      ...[
        call('outbound', '+1'),
        call('inbound', '+1'),
        call('outbound', '+2'),
        call('outbound', '+2', 'cleo'),
      ],
      ...[call('outbound', '+3'), call('inbound', null), call('outbound', '+1', 'gone')],
    ];
    const shown = await store(calls).list('a', { limit: 10, afterId: undefined });
    expect(shown.map(({ contact }) => contact)).toEqual([
      ...[
        { id: 'ada', name: 'Ada', others: 0 },
        { id: 'ada', name: 'Ada', others: 0 },
      ],
      ...[
        { id: null, name: 'Ben', others: 1 },
        { id: 'cleo', name: 'Cleo', others: 0 },
      ],
      ...[null, null, { id: 'ada', name: 'Ada', others: 0 }],
    ]);
    expect(asked).toHaveLength(1);
  });

  test('of one call, with everybody who has the number, and of its follow-ups', async () => {
    expect(await store([call('outbound', '+2')]).detail('a', 'id')).toMatchObject({
      contact: { id: null, name: 'Ben', others: 1 },
      contacts: people['+2'],
      followUps: [{ contact: { name: 'Ben', others: 1 } }, { contact: { name: 'Ada' } }],
    });
    expect(await store([call('inbound', null)]).detail('a', 'id')).toMatchObject({
      contact: null,
      contacts: [],
    });
    expect([await store([]).detail('a', 'id'), await store([]).get('a', 'id')]).toEqual([null, null]);
  });

  test('of follow-ups: whoever the number belongs to', async () => {
    const shown = await namedFollowUps(names, 'a', [
      followUp('+2', 'cleo'),
      followUp(null),
      followUp('+3', 'gone'),
    ]);
    expect(shown.map(({ contact }) => contact)).toEqual([
      { id: 'cleo', name: 'Cleo', others: 0 },
      null,
      null,
    ]);
  });

  test('of what open pages are sent, and nothing else is touched', async () => {
    const read = async (event: Awaited<ReturnType<LiveFeed['read']>>) =>
      namedFeed({ listen: async () => ({ close: async () => {} }), read: async () => event }, names).read({
        tenantId: 'a',
      } as LiveNotice);
    expect(await read({ type: 'call.changed', call: call('outbound', '+1') })).toMatchObject({
      call: { contact: { name: 'Ada' } },
    });
    expect(await read({ type: 'follow-up.changed', followUp: followUp('+1') })).toMatchObject({
      followUp: { contact: { name: 'Ada' } },
    });
    expect(await read({ type: 'refetch' })).toEqual({ type: 'refetch' });
    expect(await read(null)).toBeNull();
  });
});
