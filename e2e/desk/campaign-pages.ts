import type { Page } from '@playwright/test';
import { campaignIdOf } from './fake-server/campaigns-desk.ts';

export const list = '/app/campaigns';
export const stepOf = (n: number, step: string) => `${list}/${campaignIdOf(n)}/${step}`;
export const rows = (page: Page) =>
  page.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem');

export const csv = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

/** One row of each kind that the fake server tells apart. */
export const recall = [
  'Name,Phone,Day',
  'Ada Weber,+12025550101,Monday',
  'Ben Okafor,nonsense,Tuesday',
  'Cleo Park,,Tuesday',
  'Dan Ruiz,+12025550104,',
  'Eve Stone,+12025550911,Friday',
  'Finn Berg,+12025550106,Friday',
].join('\r\n');
