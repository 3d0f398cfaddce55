import { publicConfig } from '@parley/contract';
import { expect, test } from 'vitest';
import { parsePublicConfig } from './public-config.ts';

const config = {
  appKey: 'parley',
  identity: { provider: 'built-in', firstAccountNeedsCode: false, signUp: 'invited' },
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

test.each([
  [config],
  [{ ...config, country: 'US', sandbox: { handsetUrl: 'http://127.0.0.1:4010/' }, speaker: 'scripted' }],
  [{ ...config, country: null, identity: { provider: 'clerk', publishableKey: 'pk_test' } }],
])('the configuration %j is read as the contract describes it', (sent) => {
  expect(parsePublicConfig(sent)).toEqual({ country: null, ...publicConfig.parse(sent) });
});
