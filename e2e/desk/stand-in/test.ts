import { test as base, expect } from '../../harness/test.ts';
import { Desk } from './desk.ts';
import { serveDesk } from './server.ts';

interface DeskFixtures {
  /** What stands behind the page in this test: every state can be brought about and kept. */
  desk: Desk;
}

/** For the states that a healthy server does not show on request. The run through everything uses the real one. */
export const test = base.extend<DeskFixtures & { deskUrl: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  desk: async ({}, use) => use(new Desk()),
  deskUrl: async ({ desk }, use) => {
    const standIn = await serveDesk(desk);
    await use(standIn.url);
    await standIn.stop();
  },
  baseURL: ({ deskUrl }, use) => use(deskUrl),
});

export { expect };
