import { get } from 'node:http';
import type { Figure } from '../report.ts';
import { callList, freshContext, type Visitor } from './browsing.ts';

export interface Visited {
  readonly name: string;
  readonly path: string;
  readonly signedIn: boolean;
}

export const mainPages: readonly Visited[] = [
  { name: 'landing page', path: '/', signedIn: false },
  { name: 'call list', path: callList, signedIn: true },
];

export const otherPages = (callId: string): readonly Visited[] => [
  { name: 'sign-in', path: '/sign-in', signedIn: false },
  { name: 'open call', path: `${callList}/${callId}`, signedIn: true },
  { name: 'new call', path: `${callList}/new`, signedIn: true },
  { name: 'templates', path: '/app/settings/templates', signedIn: true },
];

/** The bytes of a first visit: its files, in both compressions. */
export async function measureBytes(visitor: Visitor, pages: readonly Visited[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, path, signedIn } of pages) {
    const loaded = await filesOf(visitor, path, signedIn);
    const sizes = await Promise.all(loaded.map((url) => Promise.all([bytes(url, 'gzip'), bytes(url, 'br')])));
    const total = (index: 0 | 1) => sizes.reduce((all, size) => all + size[index], 0) / 1000;
    const note = `${total(0).toFixed(0)} kB with gzip, ${loaded.length} files`;
    figures.push({ part: 'web', what: `${name}: files with br`, value: total(1), unit: 'kB', note });
  }
  return figures;
}

/** The URLs of all files that a page loads until the network is idle. */
async function filesOf(visitor: Visitor, path: string, signedIn: boolean): Promise<string[]> {
  const context = await freshContext(
    signedIn ? visitor : { ...visitor, state: { cookies: [], origins: [] } },
  );
  const page = await context.newPage();
  const files = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.startsWith('/api/') && pathname !== '/config.json') files.add(response.url());
  });
  await page.goto(path);
  await page.locator('main h1, main h2').first().waitFor();
  // Files that the page prefetches while idle count. The event stream never ends.
  await page.evaluate(
    () =>
      new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve, { timeout: 1000 }))),
  );
  await context.close();
  return [...files];
}

function bytes(url: string, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers: { 'accept-encoding': encoding } }, (answer) => {
      let length = 0;
      answer.on('data', (chunk: Buffer) => {
        length += chunk.length;
      });
      answer.on('end', () => resolve(length));
    });
    request.on('error', reject);
  });
}
