import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import twilio from 'twilio';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusal, startApp, type TestApp, twiml } from '../../testing/app.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
let app: TestApp;
let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'phone-lab-'));
  lab = await startLab({ speed: 100, cps: 1000, dataDir });
  // The app checks signatures with the token that is primary at that moment.
  app = await startApp(() => lab, {});
});
afterAll(async () => {
  await app.close();
  await lab.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function clientWith(token: string) {
  const client = twilio(lab.accountSid, token);
  client.api.baseUrl = lab.url;
  return client;
}

const place = (token: string, path: string) =>
  clientWith(token).calls.create({
    from: '+15005550006',
    to: '+15005550010',
    twiml: twiml('<Hangup/>'),
    statusCallback: app.url + path,
  });

it('takes a second token for requests, and signs with the first until the second is promoted', async () => {
  const first = lab.authToken;
  const second = lab.createSecondToken();
  expect(lab.authToken).toBe(first);
  await place(first, '/by-first');
  await place(second, '/by-second');
  expect((await app.hit('/by-first')).signed).toBe(true);
  expect((await app.hit('/by-second')).signed).toBe(true);
  lab.promoteSecondToken();
  expect(lab.authToken).toBe(second);
  expect(await refusal(place(first, '/never'))).toMatchObject({ status: 401, code: 20003 });
  await place(second, '/promoted');
  expect((await app.hit('/promoted')).signed).toBe(true);
  expect(() => lab.promoteSecondToken()).toThrow('There is no second token.');
});

it('rotated with a call up, signs the rest of that call with the new token', async () => {
  const old = lab.authToken;
  const call = await clientWith(old).calls.create({
    from: '+15005550006',
    to: '+15005550010',
    twiml: twiml('<Pause length="3600"/>'),
    statusCallback: `${app.url}/rotated`,
  });
  const token = lab.rotateToken();
  expect(token).not.toBe(old);
  // Until it is dropped, requests may use the earlier one.
  await clientWith(old).calls(call.sid).update({ status: 'completed' });
  expect((await app.hit('/rotated')).signed).toBe(true);
  lab.dropSecondToken();
  expect(await refusal(clientWith(old).calls.list())).toMatchObject({ status: 401, code: 20003 });
});

it('keeps the tokens in its data folder, for its owner only', async () => {
  const second = lab.createSecondToken();
  const file = join(dataDir, 'credentials.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    accountSid: lab.accountSid,
    authToken: lab.authToken,
    secondAuthToken: second,
  });
  const { authToken } = lab;
  await lab.stop();
  lab = await startLab({ speed: 100, dataDir });
  expect(lab.authToken).toBe(authToken);
  expect(await clientWith(second).calls.list({ limit: 1 })).toHaveLength(1);
});
