import { QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import type { CachePart } from '../../../lib/cache-part.ts';
import { createCallCacheSync } from './call-cache-sync.ts';

const client = new QueryClient();

describe('the responses of another feature', () => {
  const numbers = ['numbers'];
  const part: CachePart = {
    keys: [numbers],
    patches: (event) => (event.type === 'call.removed' ? numbers : null),
    patch: (_, data) => [...(data as number[]), 1],
  };

  test('are patched, also when a response that was in flight arrives later', async () => {
    const own = createCallCacheSync(client, [part]);
    const stop = own.start();
    let answer: (data: number[]) => void = () => {};
    const fetching = client.fetchQuery({
      queryKey: numbers,
      queryFn: () => new Promise<number[]>((resolve) => (answer = resolve)),
    });
    await Promise.resolve();
    own.apply({ type: 'call.removed', callId: 'c' });
    answer([0]);
    await fetching;
    expect(client.getQueryData(numbers)).toEqual([0, 1]);
    own.catchUp();
    expect(client.getQueryData(numbers)).toBeUndefined();
    stop();
  });
});
