import { test as base, expect } from '../../harness/test.ts';
import { FakeServer } from './fake-server.ts';
import { startFakeServer } from './listen.ts';

interface Fixtures {
  /** The server behind the page in this test: it can be brought into every state. */
  fakeServer: FakeServer;
}

/** For states that the real server does not show on request. `full-journey.spec.ts` uses the real one. */
export const test = base.extend<Fixtures & { fakeServerUrl: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  fakeServer: async ({}, use) => use(new FakeServer()),
  fakeServerUrl: async ({ fakeServer }, use) => {
    const listening = await startFakeServer(fakeServer);
    await use(listening.url);
    await listening.stop();
  },
  baseURL: ({ fakeServerUrl }, use) => use(fakeServerUrl),
});

export { expect };
