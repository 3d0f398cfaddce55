import {
  type ConnectionKind,
  connectionKinds,
  connections as connectionsSchema,
  type ShownConnection,
} from '@parley/contract';
import { expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import { secret, storedConnection, storedMail } from '../../../testing/connections.ts';
import type { StoredConnection } from '../../ports/connections.ts';
import { createPresentConnections, type EnvironmentConnections } from './present-connections.ts';

const nothing = Object.fromEntries(connectionKinds.map((kind) => [kind, null])) as EnvironmentConnections;
const phone: ShownConnection = {
  ...{ kind: 'phone', account: 'AC0', name: null, numbers: ['+12025550100'], main: '+12025550100' },
  ...{ callsAtOnce: null, callsPerSecond: null, countries: null },
};
const model: ShownConnection = {
  ...{ kind: 'model', provider: 'openai', model: 'gpt-5.4-mini', baseUrl: null },
  onThisMachine: false,
};
const mail = { kind: 'mail', host: 'relay', port: 25, user: null, from: 'a@b.c' } as const;

const ownModel = (changes: Partial<StoredConnection> = {}) =>
  storedConnection(
    {
      ...{ version: 1, kind: 'model', provider: 'anthropic', model: 'claude', baseUrl: null },
      onThisMachine: false,
    },
    { secrets: new Map([['key', secret('canary-key')]]), ...changes },
  );

async function present(
  stored: readonly StoredConnection[],
  environment: Partial<EnvironmentConnections> = {},
  onlyTenant: string | null = 'clinic',
) {
  const answer = await createPresentConnections({
    chosen: (tenantId, kind) =>
      stored.find(
        (one) => one.tenantId === tenantId && one.settings.kind === kind && one.state !== 'replaced',
      ) ?? null,
    environment: { ...nothing, ...environment },
    store: { callsUp: async () => 3, onlyTenant: async () => onlyTenant },
    carrierOnThisMachine: false,
    localPort: 3000,
  })('clinic');
  expect(safeParse(connectionsSchema, answer).error).toBeUndefined();
  return answer;
}

test('nothing is set, or the environment sets it', async () => {
  const bare = await present([]);
  for (const kind of connectionKinds) expect(bare[kind]).toEqual({ state: 'not-set' });
  const set = await present([], { phone, model, mail });
  expect(set.phone).toEqual({ state: 'environment', shown: phone });
  expect(set.mayChange).toMatchObject({
    phone: 'yes',
    model: 'yes',
    mail: 'set_in_environment',
    storage: 'yes',
  });
});

test('CN2: an own model is used before the deployment’s; of mail the environment’s is', async () => {
  const { model: shown, mail: server } = await present([ownModel(), storedMail()], { model, mail });
  expect(shown).toMatchObject({ state: 'connected', shown: { model: 'claude' }, defaultAvailable: true });
  // For the question before it is disconnected.
  expect(shown).toMatchObject({ callsUp: 3 });
  expect(server).toEqual({ state: 'environment', shown: mail });
});

test('CN5: a disconnected connection stays so, also where the environment has one', async () => {
  const ended = { state: 'disconnected' as const, endedAt: new Date() };
  const { model: shown } = await present([ownModel({ ...ended, secrets: new Map() })], { model });
  expect(shown).toMatchObject({ state: 'disconnected', callsUp: 3, defaultAvailable: true });
  const replaced = await present([ownModel({ ...ended, state: 'replaced' })], { model });
  expect(replaced.model).toEqual({ state: 'environment', shown: model });
});

test('CN16: a failing one says since when, why, and what to do', async () => {
  const since = new Date('2026-10-02T10:42:00Z');
  const { mail: server } = await present([storedMail({ failing: { code: 'mail_unreachable', since } })]);
  expect(server).toMatchObject({
    state: 'failing',
    since: since.toISOString(),
    problem: { sentence: 'The mail server mail.example.com did not answer.' },
  });
  const { mail: unread } = await present([storedMail({ unreadable: true, secrets: new Map() })]);
  expect(unread).toMatchObject({ state: 'failing', problem: { code: 'secret_unreadable' } });
});

test('CN16: a failure names the provider as people know it, never by our own id', async () => {
  const failing = { code: 'key_refused' as const, since: new Date('2026-10-02T10:42:00Z') };
  const { model: shown } = await present([ownModel({ failing })]);
  expect(shown).toMatchObject({ problem: { sentence: 'Anthropic does not accept this key.' } });
  const speech = storedConnection(
    { version: 1, kind: 'speech', url: 'wss://api.openai.com/v1/realtime', model: 'gpt-realtime' },
    { failing },
  );
  const { speech: service } = await present([speech]);
  expect(service).toMatchObject({ problem: { sentence: 'OpenAI does not accept this key.' } });
});

test('CN3: of an API key the SID is shown, never the secret', async () => {
  const account = storedConnection(
    {
      ...{ version: 1, kind: 'phone', accountSid: 'AC1', accountName: null, apiKeySid: 'SK1', baseUrl: null },
      mainNumber: '+12025550100',
    },
    { secrets: new Map([['api-secret', secret('canary-secret')]]) },
  );
  const { phone: shown } = await present([account]);
  expect(shown).toMatchObject({ shown: { apiKeySid: 'SK1' } });
  expect(JSON.stringify(shown)).not.toContain('canary');
});

test('a number that is being given back is not shown as chosen', async () => {
  const numbers = ['+12025550100', '+12025550101'].map((number) => ({
    ...{ number, sid: number, pointing: 'here' as const, before: null },
  }));
  const account = storedConnection(
    {
      ...{ version: 1, kind: 'phone', accountSid: 'AC1', accountName: null, apiKeySid: null, baseUrl: null },
      ...{ mainNumber: '+12025550100', givenUp: ['+12025550101'] },
    },
    { numbers },
  );
  expect((await present([account])).phone).toMatchObject({ shown: { numbers: ['+12025550100'] } });
});

test('CN9: where there are several organizations, what belongs to the deployment is not theirs to change', async () => {
  const { mayChange, mail: server } = await present([storedMail({ tenantId: 'other' })], {}, null);
  expect(server).toEqual({ state: 'not-set' });
  const ofDeployment: ConnectionKind[] = ['address', 'mail', 'storage'];
  for (const kind of ofDeployment) expect(mayChange[kind]).toBe('one_organization_only');
  for (const kind of ['phone', 'model', 'speech'] as const) expect(mayChange[kind]).toBe('yes');
});

test('CN3: no secret is shown', async () => {
  const shown = JSON.stringify(await present([ownModel(), storedMail()]));
  expect(shown).not.toMatch(/canary|the password/);
  expect(shown).toContain('"secretSetAt":"2026-10-01T10:00:00.000Z"');
});
