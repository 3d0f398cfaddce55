import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { refusal, sdk, twiml } from '../../testing/app.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
const withVoice = '+15005550006';
const withoutVoice = '+15005550008';
const voiceUrl = 'https://example.com/voice';

beforeAll(async () => {
  lab = await startLab({ speed: 100, cps: 1000, numbers: [withVoice, `${withoutVoice}:no-voice`] });
});
afterEach(() => lab.faults.clear());
afterAll(() => lab.stop());

async function numberOf(phoneNumber: string) {
  const [number] = await sdk(lab).incomingPhoneNumbers.list({ phoneNumber });
  if (!number) throw new Error(`${phoneNumber} is not listed`);
  return sdk(lab).incomingPhoneNumbers(number.sid);
}

describe('a number without voice', () => {
  it('says so, keeps a voice URL, and neither makes nor takes calls', async () => {
    expect(lab.phoneNumbers).toEqual([withVoice, withoutVoice]);
    expect((await (await numberOf(withVoice)).fetch()).capabilities).toMatchObject({ voice: true });
    const number = await numberOf(withoutVoice);
    expect((await number.fetch()).capabilities).toMatchObject({ voice: false });
    expect(await number.update({ voiceUrl })).toMatchObject({ voiceUrl });
    expect(() => lab.dialIn({ to: withoutVoice })).toThrow('has no voice');
    const placed = sdk(lab).calls.create({
      from: withoutVoice,
      to: '+15005550010',
      twiml: twiml('<Hangup/>'),
    });
    expect(await refusal(placed)).toMatchObject({ status: 400, code: 21210 });
  });
});

describe('a number of an application or a trunk', () => {
  it('shows it, takes no call at its voice URL, and leaves it by an empty update', async () => {
    const voiceApplicationSid = `AP${'1'.repeat(32)}`;
    const trunkSid = `TK${'2'.repeat(32)}`;
    lab.setNumber(withVoice, { voiceUrl, voiceApplicationSid, trunkSid });
    const number = await numberOf(withVoice);
    expect(await number.fetch()).toMatchObject({ voiceUrl, voiceApplicationSid, trunkSid });
    expect(() => lab.dialIn({ to: withVoice })).toThrow('belongs to an application or a trunk');
    const left = await number.update({ voiceApplicationSid: '', trunkSid: '' });
    expect(left).toMatchObject({ voiceUrl, voiceApplicationSid: null, trunkSid: null });
    const joined = number.update({ voiceApplicationSid });
    expect(await refusal(joined)).toMatchObject({ status: 501 });
  });
});

describe('faults of updates', () => {
  it.each([
    [undefined, 400, 21502],
    [403, 403, 20403],
  ])('numberUpdateRefused with status %j', async (status, answered, code) => {
    const number = await numberOf(withVoice);
    lab.faults.set({ numberUpdateRefused: { times: 1, ...(status ? { status } : {}) } });
    const refused = await refusal(number.update({ voiceUrl: 'https://example.com/other' }));
    expect(refused).toMatchObject({ status: answered, code });
    expect(await number.fetch()).toMatchObject({ voiceUrl });
  });

  it('numberUpdateIgnored shows the new values and keeps the old ones', async () => {
    const other = 'https://example.com/other';
    const number = await numberOf(withVoice);
    lab.faults.set({ numberUpdateIgnored: { to: withVoice, times: 1 } });
    expect(await number.update({ voiceUrl: other })).toMatchObject({ voiceUrl: other });
    expect(await number.fetch()).toMatchObject({ voiceUrl });
    expect(lab.ledger()).toContainEqual(
      expect.objectContaining({ kind: 'fault', knob: 'numberUpdateIgnored' }),
    );
  });
});
