import { expect, test } from 'vitest';
import { parsePublicConfig } from './public-config.ts';

const config = {
  appKey: 'parley',
  identity: { provider: 'built-in', firstAccountNeedsCode: false },
  sandbox: null,
  speaker: 'model',
};

test('an unknown value in the configuration does not make sign-in fail', () => {
  expect(parsePublicConfig({ ...config, speaker: 'orchestra', weather: 'fine' })).toMatchObject({
    appKey: 'parley',
    identity: config.identity,
    speaker: 'none',
  });
  expect(parsePublicConfig({ ...config, sandbox: undefined })?.sandbox).toBeNull();
});

test('a configuration with an unknown identity provider is invalid', () => {
  expect(parsePublicConfig({ ...config, identity: { provider: 'magic' } })).toBeUndefined();
  expect(parsePublicConfig('<html>')).toBeUndefined();
});
