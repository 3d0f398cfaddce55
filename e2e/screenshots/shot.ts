import type { Page } from '@playwright/test';
import type { Desk } from '../desk/stand-in/desk.ts';

/** One screen in one state. It is taken light and dark, wide and narrow. */
export interface Shot {
  name: string;
  signedIn: boolean;
  /** Only what is in the window, for what floats above the page. */
  windowOnly?: boolean;
  /** Brings the page into the state; the picture is taken when it returns. */
  show: (page: Page) => Promise<void>;
}

/** A screen of calls or templates: in a state that a healthy server does not show on request. */
export interface DeskShot {
  name: string;
  windowOnly?: boolean;
  desk: () => Desk;
  show: (page: Page, desk: Desk) => Promise<void>;
}
