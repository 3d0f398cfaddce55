import { expect, test } from 'vitest';
import { createCountEvents } from './count-events.ts';

const at = { subject: 'call/x', createdAt: new Date(0), id: 1 };
const placed = (tenantId: string, callId: string) => ({
  ...{ ...at, tenantId, event: { type: 'call.placed', version: 1, callId } as const },
});

test('RE5 what comes up meanwhile is counted together, and a failure is that of its organization alone', async () => {
  const asked: string[] = [];
  const first = Promise.withResolvers<void>();
  const consumer = createCountEvents({
    recount: async (tenantId, kind, ids) => {
      asked.push(`${tenantId} ${kind} ${ids.join(' ')}`);
      if (asked.length === 1) await first.promise;
      if (tenantId === 'two') throw new Error('no');
    },
  });
  const { signal } = new AbortController();
  const handled = [
    ['one', 'a'],
    ['one', 'b'],
    ['two', 'c'],
    ['one', 'd'],
  ].map(([tenantId = '', id = '']) => consumer.handle(placed(tenantId, id), signal));
  first.resolve();
  const results = await Promise.allSettled(handled);
  expect(asked).toEqual(['one call a', 'one call b d', 'two call c']);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  await expect(consumer.handle(placed('one', 'e'), signal)).resolves.toBeUndefined();
});
