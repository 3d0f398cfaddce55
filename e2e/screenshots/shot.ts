import type { Page } from '@playwright/test';

/** One screen in one state. It is taken light and dark, wide and narrow. */
export interface Shot {
  name: string;
  signedIn: boolean;
  /** Only what is in the window, for what floats above the page. */
  windowOnly?: boolean;
  /** Brings the page into the state; the picture is taken when it returns. */
  show: (page: Page) => Promise<void>;
}
