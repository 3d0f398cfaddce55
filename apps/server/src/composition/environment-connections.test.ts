import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import type { StoredConnection } from '../ports/connections.ts';
import { environmentConnections, sideSaidBy, takenByEnvironment } from './environment-connections.ts';
import type { ResolvedConfig } from './resolve-carrier.ts';

const shownOf = (settings: NodeJS.ProcessEnv) =>
  environmentConnections(readConfig(settings) as ResolvedConfig);

test('CN2: nothing is set on a bare clone', () => {
  expect(Object.values(shownOf({}))).toEqual([null, null, null, null, null, null]);
});

test('CN3: of what the environment sets, no secret is shown', () => {
  const shown = shownOf({
    PUBLIC_URL: 'https://desk.example.com',
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'canary-token',
    TWILIO_PHONE_NUMBER: '+12025550100',
    TWILIO_API_KEY: `SK${'0'.repeat(32)}`,
    TWILIO_API_SECRET: 'canary-api-secret',
    LLM_BASE_URL: 'https://user:canary-login@models.example.com/v1?key=canary-query',
    LLM_MODEL: 'llama',
    OPENAI_API_KEY: 'canary-key',
    REALTIME_URL: 'wss://user:canary-login@speech.example.com/v1?key=canary-query',
    SMTP_URL: 'smtps://desk:canary-password@mail.example.com',
    MAIL_FROM: 'desk@example.com',
    FILES_URL: 's3://files/desk?region=eu-central-1',
    FILES_ACCESS_KEY_ID: 'canary-id',
    FILES_SECRET_ACCESS_KEY: 'canary-files',
    ALLOWED_COUNTRIES: 'US,CA',
  });
  expect(JSON.stringify(shown)).not.toContain('canary');
  expect(shown).toMatchObject({
    phone: { account: `AC${'0'.repeat(32)}`, main: '+12025550100', countries: ['US', 'CA'] },
    address: { url: 'https://desk.example.com' },
    model: { provider: 'openai-compatible', model: 'llama', baseUrl: 'https://models.example.com/v1' },
    speech: { url: 'wss://speech.example.com/v1' },
    mail: { host: 'mail.example.com', port: 465, user: 'desk', from: 'desk@example.com' },
    storage: { place: 's3', bucket: 'files', prefix: 'desk' },
  });
});

test('CN14: a phone account and something that speaks say that calls are real; the account alone does not', () => {
  const phone = {
    PUBLIC_URL: 'https://desk.example.com',
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_PHONE_NUMBER: '+12025550100',
  };
  const sideOf = (settings: NodeJS.ProcessEnv) => sideSaidBy(shownOf(settings));
  expect(sideOf({})).toBe('sandbox');
  expect(sideOf(phone)).toBe('sandbox');
  expect(sideOf({ OPENAI_API_KEY: 'key' })).toBe('sandbox');
  expect(sideOf({ ...phone, OPENAI_API_KEY: 'key' })).toBe('real');
  expect(sideOf({ ...phone, REALTIME_URL: 'wss://speech.example.com' })).toBe('real');
});

test('CN8: the card of an account says that the environment has taken it, and no other card does', () => {
  const [ours, other] = [`AC${'0'.repeat(32)}`, `AC${'1'.repeat(32)}`];
  const carrier = { kind: 'real', account: { accountSid: ours } } as ResolvedConfig['carrier'];
  const takenOf = (settings: object) =>
    takenByEnvironment({ carrier }, {
      ...{ settings, failing: null, connectedAt: new Date(0) },
    } as unknown as StoredConnection);
  expect(takenOf({ kind: 'phone', accountSid: ours })).toEqual({ code: 'account_taken', since: new Date(0) });
  expect(takenOf({ kind: 'phone', accountSid: other })).toBeNull();
  expect(takenOf({ kind: 'model' })).toBeNull();
});
