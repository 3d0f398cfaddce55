import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { forgetOwnSave, rememberOwnSave } from '../../../lib/own-saves.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { createCallCacheSync } from './call-cache-sync.ts';

test('saving a draft fetches the agent again on other pages only', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000, retry: false } } });
  const sync = createCallCacheSync(client);
  const stopSync = sync.start();
  const queryKey = queryKeys.agent('elm-street');
  const ask = vi.fn(async () => 'agent');
  const observer = new QueryObserver(client, { queryKey, queryFn: ask });
  const stop = observer.subscribe(() => {});
  await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBe('agent'));
  const changed = (revision: number) =>
    sync.apply({ type: 'agent.changed', agentId: 'elm-street', revision });
  rememberOwnSave('elm-street', 7);
  changed(6);
  changed(7);
  expect(client.getQueryState(queryKey)?.fetchStatus).toBe('idle');
  changed(8);
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(2));
  // The answer did not come: what is stored now is not known here.
  forgetOwnSave('elm-street');
  changed(7);
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(3));
  stop();
  stopSync();
  client.clear();
});
