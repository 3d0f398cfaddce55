import { beforeAll, expect, test } from 'vitest';
import { measure } from './measure.ts';

const browserScript = new URL('../../scripts/lib/chromium.mjs', import.meta.url).href;

/** A machine that has just been set up may have no browser yet. */
beforeAll(async () => {
  const { findOrInstallChromium } = (await import(browserScript)) as {
    findOrInstallChromium: () => Promise<string>;
  };
  process.env.CHROMIUM_PATH = await findOrInstallChromium();
}, 300_000);

// It takes 80 s beside the other tests, and longer on a machine that is busy.
test('the web part gives bytes, times and frames of a short list, inbox and contacts', async () => {
  const figures = await measure({ smoke: true, log: () => {} });
  for (const what of [
    'landing page: files',
    'call list: files',
    'cold load',
    'click to',
    'list of 80 rows: frame',
    'inbox of 80 rows: frame',
    'contacts of 80 rows: frame',
    'campaign of 400 people: click to',
  ]) {
    const found = figures.filter((figure) => figure.what.startsWith(what));
    expect(found, what).not.toEqual([]);
    for (const { what: name, value } of found) expect(value, name).toBeGreaterThanOrEqual(0);
  }
}, 300_000);
