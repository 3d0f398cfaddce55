import type { AgentConfig, CallDetail } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AgentRequests } from '../testing/agent-requests.ts';
import { openVoiceDesk, transcriptOf, type VoiceDesk } from '../testing/voice-desk.ts';

const opening = 'Hello, this is the AI assistant of GS Dental.';
const message = 'GS Dental called. Please call us back at 500 555 0006.';
const asSaid =
  'This is a message from an AI assistant. GS Dental called. Please call us back at 5 0 0, 5 5 5, 0 0 0 6. Again, the number is 5 0 0, 5 5 5, 0 0 0 6.';
const screening = 'This is GS Dental. I am an AI assistant. It is about an appointment.';

let desk: VoiceDesk;
let agents: AgentRequests;
let agentId: string;

beforeAll(async () => {
  desk = await openVoiceDesk();
  agents = new AgentRequests(desk.client);
  agentId = await agents.published('Reminders', opening);
  await configure((config) => {
    config.conversation.voicemail = { action: 'leave-message', message };
    config.conversation.screening = {
      identity: 'This is GS Dental',
      purpose: 'It is about an appointment.',
    };
  });
});
afterAll(() => desk.stop());

async function configure(change: (config: AgentConfig) => void): Promise<void> {
  await agents.save(agentId, change);
  expect(await agents.publish(agentId)).toMatchObject({ status: 200 });
}

const instructions = 'Remind them of their check-up on Tuesday at ten and ask whether they will come.';

async function callTo(number: string): Promise<CallDetail> {
  const id = await desk.client.placeAccepted(number, { agentId, message: instructions });
  return desk.client.waitUntilEnded(id);
}

function ledgerOf(number: string) {
  const sid = desk.lab.calls().find(({ to }) => to === number)?.sid ?? '';
  return desk.lab.ledger(sid);
}

/** What is on the tape of a machine, by the carrier. */
const recorded = (number: string) =>
  ledgerOf(number).flatMap((entry) => (entry.kind === 'message' ? [entry.text] : []));
const heard = (number: string) =>
  ledgerOf(number)
    .flatMap((entry) => (entry.kind === 'said' && entry.by === 'app' ? [entry.text.trim()] : []))
    .join(' ');
/** Each would be heard of a message that is only begun or broken off, of the sentence before it too. */
const partsOfMessage = /message from|called|call us back|the number is|5 0 0|500/i;

/** Neither on a tape, nor in anybody's ear, nor said by the transcript. */
async function expectNoMessage(number: string, id: string): Promise<void> {
  expect(recorded(number)).toEqual([]);
  expect(heard(number)).not.toMatch(partsOfMessage);
  const lines = transcriptOf(await desk.client.call(id));
  expect(lines.filter((line) => line.startsWith('agent: ')).join(' ')).not.toMatch(partsOfMessage);
}

describe('VS40 CL29 a message for answering machines', () => {
  test.each([
    ['after a beep', '+15005550103'],
    ['after a greeting of half a minute', '+15005550109'],
    ['without a beep, after the greeting', '+15005550110'],
  ])('is left once %s', async (_what, number) => {
    const call = await callTo(number);
    expect(recorded(number)).toEqual([asSaid]);
    await expect.poll(async () => (await desk.client.call(call._id)).reason).toBe('voicemail_left');
    await expect
      .poll(async () => transcriptOf(await desk.client.call(call._id)).slice(-2))
      .toEqual([`agent: ${asSaid}`, 'system: A machine answered. The message was left.']);
    expect(heard(number)).not.toContain('check-up');
    expect(partsOfMessage.test(heard(number))).toBe(true);
  });

  test('is not left in a mailbox that is full', async () => {
    const call = await callTo('+15005550111');
    await expect.poll(async () => (await desk.client.call(call._id)).reason).toBe('voicemail');
    await expectNoMessage('+15005550111', call._id);
    // What was begun before the machine was recognised, and nothing else.
    expect(opening).toContain(heard('+15005550111'));
  });

  test('is not heard by a person whom detection takes for a machine', async () => {
    const call = await callTo('+15005550114');
    expect(call.reason).toBeNull();
    await expectNoMessage('+15005550114', call._id);
    expect(transcriptOf(call)).toContain('user: Yes, I will be there.');
  });
});

test('AG1: the message is that of the version which the call began with', async () => {
  const number = '+15005552301';
  desk.lab.callees.setNumber(number, 'voicemail-long');
  const id = await desk.client.placeAccepted(number, { agentId, message: instructions });
  await desk.client.waitForStatus(id, 'in-progress');
  const say = (text: string) =>
    configure((config) => {
      config.conversation.voicemail = { action: 'leave-message', message: text };
    });
  await say('The next version called.');
  await desk.client.waitUntilEnded(id);
  expect(recorded(number)).toEqual([asSaid]);
  await say(message);
});

describe('VS39 call screening', () => {
  test('is answered with who and why, and its owner then hears the opening', async () => {
    const call = await callTo('+15005550112');
    expect(call).toMatchObject({ status: 'completed', reason: null });
    expect(heard('+15005550112')).toContain(screening);
    const lines = transcriptOf(call);
    const owner = lines.indexOf('user: Hello, this is Ann.');
    expect(lines[owner + 1]).toContain(opening);
    expect(lines).toContain('user: Yes, I will be there.');
  });

  test('whose owner does not come ends with a goodbye', async () => {
    const call = await callTo('+15005550113');
    await expect.poll(async () => (await desk.client.call(call._id)).reason).toBe('silence');
  });
});

describe('VS42 CL30 manners', () => {
  test('the other party speaks first', async () => {
    await configure((config) => {
      config.opening.firstSpeaker = 'other-party';
    });
    // What is said before the socket is open is not heard.
    desk.lab.callees.define('says hello late', {
      script: [{ wait: 2_500 }, { say: 'Hello?' }],
      answers: [{ when: 'check-up|come', say: 'Yes, I will be there.' }],
    });
    desk.lab.callees.setNumber('+15005552300', 'says hello late');
    const call = await callTo('+15005552300');
    const lines = transcriptOf(call);
    expect(lines[0]).toBe('user: Hello?');
    expect(lines[1]).toContain(opening);
  });
});
