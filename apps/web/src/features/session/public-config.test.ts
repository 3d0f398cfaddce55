import { expect, test } from 'vitest';
import { readPublicConfig } from './public-config.ts';

const config = {
  appKey: 'parley',
  identity: { provider: 'built-in', firstAccountNeedsCode: false },
  sandbox: null,
  speaker: 'model',
};

test('an unknown value in the configuration does not lock everybody out', () => {
  expect(readPublicConfig({ ...config, speaker: 'orchestra', weather: 'fine' })).toMatchObject({
    appKey: 'parley',
    identity: config.identity,
    speaker: 'none',
  });
  expect(readPublicConfig({ ...config, sandbox: undefined })?.sandbox).toBeNull();
});

test('a way to sign in that nobody here knows is no configuration', () => {
  expect(readPublicConfig({ ...config, identity: { provider: 'magic' } })).toBeUndefined();
  expect(readPublicConfig('<html>')).toBeUndefined();
});
