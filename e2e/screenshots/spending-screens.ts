import { callOf } from '../desk/fake-server/data.ts';
import { limitSpending } from '../desk/fake-server/spending-responses.ts';
import { at } from './page-shots.ts';
import type { FakeServerShot } from './shot.ts';

/** What calls cost, and the limits of it. */
export const spendingScreens: readonly FakeServerShot[] = [
  at('spending-near', '/app/settings/organization', 'is near', (fakeServer) => {
    limitSpending(fakeServer, { dayMicros: 5_000_000, monthMicros: 300_000_000 });
  }),
  at('spending-reached', '/app/settings/organization', 'is reached', (fakeServer) => {
    limitSpending(fakeServer, { dayMicros: 4_000_000 });
  }),
  at('call-cost', `/app/voice-agents/${callOf(1)._id}`, 'Estimate', (fakeServer) => {
    const cost = {
      ...{ currency: 'USD', tokens: { input: 2_150, output: 200 } },
      carrier: { micros: 84_000, state: 'estimate' as const },
      model: { micros: 1_180, state: 'final' as const },
      told: { micros: 12_000, currency: 'EUR' },
    };
    fakeServer.calls = [callOf(1, { cost })];
  }),
];
