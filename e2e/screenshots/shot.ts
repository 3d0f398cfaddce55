import type { Page } from '@playwright/test';
import type { FakeServer } from '../desk/fake-server/fake-server.ts';

/** One screen in one state, taken light and dark, wide and narrow. */
export interface Shot {
  name: string;
  signedIn: boolean;
  /** Only the viewport, for menus and dialogs. */
  windowOnly?: boolean;
  /** Brings the page into the state; the picture is taken when it returns. */
  show: (page: Page) => Promise<void>;
}

/** A screen of calls or templates, in a state that the real server does not show on request. */
export interface FakeServerShot {
  name: string;
  windowOnly?: boolean;
  /** As it comes out of a printer: a PDF in the place of a picture. */
  printed?: boolean;
  fakeServer: () => FakeServer;
  show: (page: Page, fakeServer: FakeServer) => Promise<void>;
}
