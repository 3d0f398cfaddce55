import { test as base, expect } from '../../harness/test.ts';
import { FakeServer } from './fake-server.ts';
import { type ListeningServer, startFakeServer } from './listen.ts';

interface Fixtures {
  /** The server behind the page in this test: it can be brought into every state. */
  fakeServer: FakeServer;
}

/** For states that the real server does not show on request. `full-journey.spec.ts` uses the real one. */
export const test = base.extend<Fixtures, { listening: ListeningServer }>({
  listening: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const listening = await startFakeServer(new FakeServer());
      await use(listening);
      await listening.stop();
    },
    { scope: 'worker' },
  ],
  fakeServer: async ({ listening }, use) => {
    const fakeServer = new FakeServer();
    listening.serve(fakeServer);
    await use(fakeServer);
  },
  // With a state of its own also where a test does not mention it.
  baseURL: ({ listening, fakeServer: _ }, use) => use(listening.url),
});

export { expect };
