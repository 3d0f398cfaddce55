import type { Page } from '@playwright/test';
import type { FakeServer } from '../desk/fake-server/fake-server.ts';
import { sampleServer } from './sample-data.ts';
import type { FakeServerShot } from './shot.ts';

/** A page, when the given text is on it. */
export function at(
  name: string,
  path: string,
  words: string,
  prepare: (fakeServer: FakeServer) => void = () => {},
): FakeServerShot {
  return {
    name,
    fakeServer: () => {
      const fakeServer = sampleServer();
      prepare(fakeServer);
      return fakeServer;
    },
    async show(page) {
      await page.goto(path);
      await page.getByText(words).first().waitFor();
    },
  };
}

/** The same page after an action. */
export function then(
  shot: FakeServerShot,
  act: (page: Page) => Promise<void>,
  more: Partial<FakeServerShot> = {},
): FakeServerShot {
  return {
    ...shot,
    ...more,
    async show(page, fakeServer) {
      await shot.show(page, fakeServer);
      await act(page);
    },
  };
}
