import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp, twiml } from '../../testing/app.ts';
import { placeAndAnswer, waitForSaid } from '../../testing/calls.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
let app: TestApp;

beforeAll(async () => {
  lab = await startLab({ speed: 20, cps: 1000, callees: { default: 'handset' } });
  app = await startApp(() => lab, { '/got': twiml('<Say>Thank you.</Say>') });
});
afterAll(async () => {
  await app.close();
  await lab.stop();
});

function place(attributes: string, inner = '<Say>Press one for yes, or two for no, or say it.</Say>') {
  return placeAndAnswer(
    lab,
    `<Gather action="${app.url}/got" ${attributes}>${inner}</Gather><Say>Nothing came.</Say>`,
  );
}

const got = (sid: string) => app.hit('/got', (hit) => hit.params.CallSid === sid);

describe('<Gather>', () => {
  it('takes `numDigits` digits, also during the prompt', async () => {
    const sid = await place('numDigits="2"');
    lab.press(sid, '12');
    expect((await got(sid)).params).toMatchObject({ Digits: '12' });
    await lab.ended(sid);
    const said = lab.ledger(sid).flatMap((entry) => (entry.kind === 'said' ? [entry] : []));
    expect(said.filter((entry) => entry.text.startsWith('Press') && !entry.cut)).toEqual([]);
    expect(said.at(-1)?.text).toBe('Thank you.');
  });

  it('takes digits until the key that finishes, or until nothing more comes', async () => {
    const sid = await place('finishOnKey="*"');
    lab.press(sid, '12#3*');
    expect((await got(sid)).params.Digits).toBe('12#3');
    const timed = await place('timeout="2"');
    lab.press(timed, '77');
    expect((await got(timed)).params.Digits).toBe('77');
  });

  it('reports the key that finished, or an empty one', async () => {
    const keyed = await place('finishOnKey="*"');
    lab.press(keyed, '12*');
    expect((await got(keyed)).params).toMatchObject({ Digits: '12', FinishedOnKey: '*', msg: 'Gather End' });
    const counted = await place('numDigits="1"');
    lab.press(counted, '1');
    expect((await got(counted)).params).toMatchObject({ Digits: '1', FinishedOnKey: '' });
    const empty = await place('actionOnEmptyResult="true"');
    lab.press(empty, '#');
    expect((await got(empty)).params).toMatchObject({ Digits: '', FinishedOnKey: '#' });
  });

  it('takes speech', async () => {
    const sid = await place('input="dtmf speech" speechTimeout="auto"');
    await waitForSaid(lab, sid, 'say it.');
    lab.say(sid, 'Yes, of course.');
    expect((await got(sid)).params).toMatchObject({ SpeechResult: 'Yes, of course.', Confidence: '0.95' });
  });

  it('does not stop the prompt with bargeIn="false"', async () => {
    const sid = await place('input="speech" bargeIn="false"');
    lab.say(sid, 'Yes!');
    await got(sid);
    const first = lab.ledger(sid).find((entry) => entry.kind === 'said' && entry.by === 'app');
    expect(first).toMatchObject({ cut: false });
  });

  it('without input goes on with the next verb, or requests the action with actionOnEmptyResult', async () => {
    const sid = await place('timeout="1"');
    await waitForSaid(lab, sid, 'Nothing came.');
    expect(app.on('/got').some((hit) => hit.params.CallSid === sid)).toBe(false);
    const told = await place('timeout="1" actionOnEmptyResult="true"');
    expect((await got(told)).params.Digits).toBe('');
  });

  it('ends with the call', async () => {
    const sid = await place('timeout="60"');
    await waitForSaid(lab, sid, 'say it.');
    lab.hangUp(sid);
    expect((await lab.ended(sid)).status).toBe('completed');
  });

  it('refuses children that are not allowed', async () => {
    const sid = await place('', '<Dial>+15005550020</Dial>');
    await lab.ended(sid);
    expect(lab.ledger(sid).some((entry) => entry.kind === 'problem' && entry.code === 12200)).toBe(true);
  });
});
