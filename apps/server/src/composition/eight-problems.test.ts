import { randomBytes } from 'node:crypto';
import type { PhoneCredentials, Problem, ProblemCode } from '@parley/contract';
import { type Lab, startLab } from '@parley/phone-lab';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, ModelServer } from '../../testing/ai-sdk/model-server.ts';
import { makeCertificate } from '../../testing/certificate.ts';
import { startTlsProxy } from '../../testing/tls-proxy.ts';
import { throughAddress } from '../adapters/public-address/through-address.ts';
import { checkAddress } from '../features/connections/check-address.ts';
import { checkAccount } from '../features/connections/phone/check-account.ts';
import { pointNumber } from '../features/connections/phone/point-numbers.ts';
import { checkModel } from '../features/connections/voices/check-model.ts';
import { serveAddressCheck } from '../http/address-check.ts';
import { createAddressProof } from '../lib/address-proof.ts';
import { wallClock } from '../ports/clock.ts';
import { fixedAccount, fixedAddress } from './fixed-account.ts';
import { phoneCarrier } from './telephony.ts';
import { createVoiceOpener } from './voice-opener.ts';

/** What can go wrong on the way to real calls, with a carrier, a proxy and a model that are really asked. */
const [withVoice, withoutVoice] = ['+15005550006', '+15005550008'];
let lab: Lab;
let server: FastifyInstance;
let serverUrl: string;
const proof = createAddressProof(randomBytes(32));

beforeAll(async () => {
  lab = await startLab({ poses: true, numbers: [withVoice, `${withoutVoice}:no-voice`] });
  server = Fastify();
  serveAddressCheck(server, async () => proof);
  serverUrl = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => {
  lab.setAccount({ status: 'active' });
  lab.faults.clear();
});
afterAll(async () => {
  await server.close();
  await lab.stop();
});

function expectWords(problem: Problem | null, code: ProblemCode, sentence: RegExp): void {
  expect(problem).toEqual({
    code,
    sentence: expect.stringMatching(sentence),
    remedy: expect.stringMatching(/^[A-Z].*\.$/),
  });
  expect(JSON.stringify(problem)).not.toContain(lab.authToken);
}

describe('the phone account', () => {
  const carrier = () => phoneCarrier(lab.url, fixedAddress('https://desk.example.com'));
  const credentials = (): PhoneCredentials => ({
    accountSid: lab.accountSid,
    authToken: lab.authToken,
    apiKey: null,
  });
  const account = (login = credentials()) =>
    carrier().open(fixedAccount({ ...login, phoneNumber: withVoice, baseUrl: lab.url }), null);
  const check = (login = credentials()) =>
    checkAccount({ open: account, isSandbox: (given) => carrier().isSandbox(given) }, login);

  async function point(number: string): Promise<Problem | null> {
    const found = (await account().numbers()).find((one) => one.number === number);
    if (!found) throw new Error(`${number} is not listed`);
    const result = await pointNumber(
      {
        account: account(),
        store: { markPointing: async () => {} },
        connection: { tenantId: 't1', id: '6a3f8d1e-0c55-4e83-a7de-92bb31e5a001' },
      },
      { ...found, pointing: null, before: null },
      found.webhooks,
    );
    if (result.kind !== 'done') throw new Error('something else was seen');
    return result.problem;
  }

  test('works', async () => {
    expect(await check()).toMatchObject({ problem: null, info: { balance: { amount: '20.00' } } });
    expect(await point(withVoice)).toBeNull();
  });

  test('wrong token', async () => {
    const { problem } = await check({ ...credentials(), authToken: 'f'.repeat(32) });
    expectWords(problem, 'wrong_token', /does not accept this account SID with this auth token/);
  });

  test('suspended account', async () => {
    lab.setAccount({ status: 'suspended' });
    const { problem } = await check();
    expectWords(problem, 'account_suspended', new RegExp(`has suspended the account ${lab.accountSid}`));
  });

  test('number without voice', async () => {
    const problem = await point(withoutVoice);
    expectWords(problem, 'number_without_voice', /^\+15005550008 cannot make or take calls/);
  });

  test('webhooks that cannot be set', async () => {
    lab.setNumber(withVoice, { voiceUrl: 'https://practice.example.com/refused' });
    lab.faults.set({ numberUpdateRefused: { status: 403 } });
    expectWords(
      await point(withVoice),
      'webhooks_refused',
      /refused to change where calls to \+15005550006 go/,
    );
    lab.faults.clear();
    lab.faults.set({ numberUpdateIgnored: { times: 1 } });
    expectWords(await point(withVoice), 'webhooks_not_kept', /shows another one/);
  });
});

describe('the public address', () => {
  const through = throughAddress({ carrierOnThisMachine: false, namedHosts: ['127.0.0.1'] });
  const check = (url: string) => checkAddress(url, { proof, through, carrierOnThisMachine: false });

  test('that does not answer', async () => {
    const { problem } = await check('https://127.0.0.1:9');
    expectWords(problem, 'address_no_answer', /^Nothing answers at 127\.0\.0\.1:9\.$/);
  });

  test('with a self-signed certificate', async () => {
    const certificate = makeCertificate({ names: ['127.0.0.1'] });
    await using proxy = await startTlsProxy({ certificate, behind: [serverUrl] });
    const { problem } = await check(proxy.url);
    expectWords(problem, 'certificate_self_signed', /^The certificate of 127\.0\.0\.1:\d+ is not signed by/);
  });
});

describe('the model', () => {
  const silent = () => {};
  const log = { debug: silent, info: silent, warn: silent, error: silent };
  const open = createVoiceOpener({ toolHosts: ['127.0.0.1'] }, { clock: wallClock, log });

  async function check(answer: Answer): Promise<Problem | null> {
    const model = await ModelServer.start(() => answer, 'key');
    try {
      const provider = 'openai-compatible';
      const settings = { provider, baseUrl: model.url, model: 'small', onThisMachine: false } as const;
      return (await checkModel(open.model(settings, 'key'), wallClock)).problem;
    } finally {
      await model.stop();
    }
  }

  test('key without credit', async () => {
    const problem = await check({ status: 429, body: 'You exceeded your quota: insufficient_quota' });
    expectWords(problem, 'no_credit', /has no credit left/);
  });

  test('model that does not exist', async () => {
    const problem = await check({ status: 404, body: 'The model small does not exist' });
    expectWords(problem, 'model_missing', /^There is no model small/);
  });
});
