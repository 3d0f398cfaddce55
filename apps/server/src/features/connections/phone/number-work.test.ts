import type { WebhookValues } from '@parley/contract';
import { expect, test } from 'vitest';
import type { ConnectedNumber, PointingChange } from '../../../ports/connections.ts';
import { type PhoneAccount, PhoneAccountFailed } from '../../../ports/phone-account.ts';
import { type KnownPhone, recoverNumbers } from './number-work.ts';
import type { PhoneConnection } from './stored-account.ts';

const values = (voiceUrl: string): WebhookValues => ({
  ...{ voiceUrl, voiceMethod: 'POST', voiceFallbackUrl: '', voiceFallbackMethod: 'POST' },
  ...{ statusCallback: '', statusCallbackMethod: 'POST', voiceApplicationSid: '', trunkSid: '' },
});
const practice = values('https://practice.example.com/voice');
const ours = values('https://desk.example.com/ours');
const number = '+15005550006';

function world(
  state: PhoneConnection['state'],
  stored: Pick<ConnectedNumber, 'pointing' | 'before'>,
  givenUp: readonly string[] = [],
) {
  let carrier = ours;
  const marks: PointingChange['pointing'][] = [];
  const account: Partial<PhoneAccount> = {
    number: async (sid) => ({ sid, number, voice: true, webhooks: carrier, callsGo: 'to an address' }),
    set: async (sid, wanted) => {
      carrier = wanted;
      return { sid, number, voice: true, webhooks: carrier, callsGo: 'to an address' };
    },
    isOwn: ({ voiceUrl }) => voiceUrl === ours.voiceUrl,
  };
  const numbers = [{ number, sid: 'PN1', ...stored }];
  const connection = { tenantId: 'one', id: 'c1', state, settings: { givenUp }, numbers };
  const phone = { stored: connection, account } as unknown as KnownPhone;
  const now = { phone: phone as KnownPhone | null };
  const deps = {
    readAgain: async () => now.phone,
    store: {
      markPointing: async (_tenantId: string, _id: string, { pointing }: PointingChange) =>
        void marks.push(pointing),
    },
    exclusive: {
      run: async (_name: string, work: () => Promise<void>) => {
        await work();
        return true;
      },
    },
  };
  const connectAgain = () => {
    now.phone = { ...phone, stored: { ...phone.stored, state: 'active' } };
  };
  const forget = () => {
    now.phone = null;
  };
  return {
    ...{ recover: () => recoverNumbers(deps, [phone]), marks, carrier: () => carrier, account },
    ...{ connectAgain, forget },
  };
}

test.each(['disconnected', 'replaced'] as const)(
  'a number of an account that was %s does not end here for good: it goes back',
  async (state) => {
    const { recover, marks, carrier } = world(state, { pointing: 'here', before: practice });
    await recover();
    expect(marks).toEqual(['restoring', 'restored']);
    expect(carrier()).toEqual(practice);
  },
);

test('a number of the account that is in use stays', async () => {
  const { recover, marks, carrier } = world('active', { pointing: 'here', before: practice });
  await recover();
  expect([marks, carrier()]).toEqual([[], ours]);
});

test('a number that was given up, and whose server was killed before it asked the carrier, goes back', async () => {
  const { recover, marks, carrier } = world('active', { pointing: 'here', before: practice }, [number]);
  await recover();
  expect(marks).toEqual(['restoring', 'restored']);
  expect(carrier()).toEqual(practice);
});

test('where nothing was kept there is nothing to put back, and it is not tried again', async () => {
  const { recover, marks } = world('disconnected', { pointing: 'here', before: null });
  await recover();
  expect(marks).toEqual(['left']);
});

test('an account that refuses is asked again: the number is still due', async () => {
  const { recover, marks, account } = world('disconnected', { pointing: 'here', before: practice });
  account.number = async () => {
    throw new PhoneAccountFailed('wrong_token', null);
  };
  await recover();
  expect(marks).toEqual([]);
});

test('the number of an account that was connected again meanwhile is not given back', async () => {
  const { recover, connectAgain, marks, carrier } = world('disconnected', {
    pointing: 'here',
    before: practice,
  });
  connectAgain();
  await recover();
  expect([marks, carrier()]).toEqual([[], ours]);
});

test('a connection that is gone meanwhile is left alone', async () => {
  const { recover, forget, marks } = world('disconnected', { pointing: 'here', before: practice });
  forget();
  await recover();
  expect(marks).toEqual([]);
});
