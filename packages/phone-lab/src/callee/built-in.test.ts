import { describe, expect, it } from 'vitest';
import { type CalleeHarness, startCallee } from '../../testing/callee-harness.ts';
import { CalleeDirectory } from './directory.ts';

const directory = new CalleeDirectory();

/** An agent that says its sentences one by one, each after the callee has said something. */
async function converse(name: string, sentences: string[]): Promise<CalleeHarness> {
  const play = startCallee(directory.named(name), 400);
  let next = play.next();
  for (const sentence of sentences) {
    await Promise.race([next, play.over]);
    if (play.channel.closed) break;
    next = play.next();
    await play.agent(sentence);
  }
  await play.over;
  return play;
}

const reminder = [
  'Hello, this is the assistant of the dental practice. Am I speaking with Ann Miller?',
  'I am calling about your appointment on Monday at nine. Can you confirm that you will come?',
  'Which day would suit you better?',
  'And what time?',
  'Is that correct?',
  'Is there anything else I can help you with?',
  'Thank you very much. Goodbye.',
];

const says = (play: CalleeHarness) => play.heard.filter((line) => line.startsWith('callee')).join('\n');

describe('built-in callees', () => {
  it('confirms: says yes and goodbye', async () => {
    const play = await converse('confirms', reminder);
    expect(says(play)).toContain('Yes, I will be there.');
    expect(play.heard.slice(-2)).toEqual(['callee: Thank you, goodbye.', 'callee hangs up']);
  });

  it('wants-another-day: asks for Thursday at three', async () => {
    const play = await converse('wants-another-day', reminder);
    expect(says(play)).toContain('I cannot make it that day');
    expect(says(play)).toMatch(/Thursday/);
    expect(says(play)).toMatch(/three/i);
  });

  it('confused: has to be told twice, then comes', async () => {
    const play = await converse('confused', [...reminder.slice(0, 2), ...reminder]);
    expect(says(play)).toContain('Who is calling, please?');
    expect(says(play)).toMatch(/When was that again|Yes, I will come/);
  });

  it('in-a-hurry: cuts in and keeps it short', async () => {
    const play = await converse('in-a-hurry', reminder);
    expect(says(play)).toContain('I am in a hurry, can you make it quick?');
    expect(play.heard.at(-1)).toBe('callee hangs up');
  });

  it('wrong-number: says so, and hangs up after an apology', async () => {
    const play = await converse('wrong-number', [reminder[0] ?? '', 'I am sorry for the disturbance.']);
    expect(says(play)).toContain('wrong number');
    expect(play.heard.slice(-2)).toEqual(['callee: No problem. Goodbye.', 'callee hangs up']);
  });

  it('never-again: asks not to be called again', async () => {
    const play = await converse('never-again', [
      reminder[0] ?? '',
      'I understand. We will not call you again.',
    ]);
    expect(says(play)).toContain('do not call me again');
    expect(play.heard.at(-1)).toBe('callee hangs up');
  });

  it('interrupts: cuts in twice, then talks', async () => {
    const play = await converse('interrupts', [
      'Hello, this is the assistant of the dental practice, calling for Ann.',
      'This is the assistant of the dental practice, calling on behalf of the desk.',
      ...reminder,
    ]);
    expect(says(play)).toContain('Sorry, who is this?');
    expect(says(play)).toContain('Hold on a moment, please.');
  });

  it('hangs-up: in the middle of the first sentence', async () => {
    const play = await converse('hangs-up', reminder);
    expect(play.heard).toEqual(['callee: Hello?', 'agent: Hello, this is the —', 'callee hangs up']);
  });

  it('voicemail: greets, then listens for its full length', async () => {
    const play = await converse('voicemail', ['I leave a message.']);
    expect(play.heard).toHaveLength(3);
    expect(directory.named('voicemail')).toMatchObject({ nature: 'machine' });
  });

  it.each([
    ['voicemail', 'beep'],
    ['voicemail-long', 'beep'],
    ['voicemail-no-beep', 'silence'],
  ])('%s: records what is said after its greeting, and nothing before', async (name, greetingEnd) => {
    const callee = directory.named(name);
    expect(callee).toMatchObject({ nature: 'machine', greetingEnd });
    const play = startCallee(callee, 100);
    void play.agent('Hello, who is there?');
    await play.next();
    await new Promise<void>((afterBeep) => play.channel.clock.after(5_000, afterBeep));
    await play.agent('Please call back.');
    await play.over;
    expect(play.messages).toEqual(['Please call back.']);
  });

  it('voicemail-full: records nothing', async () => {
    const play = await converse('voicemail-full', ['I leave a message.']);
    expect(play.messages).toEqual([]);
    expect(play.heard.at(-1)).toBe('callee hangs up');
  });

  it('fax: is detected as one, says nothing and hangs up', async () => {
    const callee = directory.named('fax');
    expect(callee).toMatchObject({ nature: 'fax' });
    const play = startCallee(callee, 1_000);
    await play.agent('Hello, who is there?');
    await play.over;
    expect(play.heard).toEqual(['agent: Hello, who is there?', 'callee hangs up']);
  });

  it('ivr: asks to press keys three times, whatever is said, and hangs up', async () => {
    const callee = directory.named('ivr');
    expect(callee).toMatchObject({ nature: 'machine', greetingEnd: 'silence' });
    const play = startCallee(callee, 400);
    await play.next();
    await play.agent('Can you confirm your appointment?');
    await play.over;
    expect(says(play).match(/press 0/g)).toHaveLength(3);
    expect(play.heard.slice(-2)).toEqual(['callee: Goodbye.', 'callee hangs up']);
    expect(play.messages).toEqual([]);
  });

  it('screens-calls: asks who is calling, has them wait, and then answers', async () => {
    const play = startCallee(directory.named('screens-calls'), 400);
    expect(await play.next()).toContain('record your name');
    await play.agent('This is the AI assistant of the dental practice.');
    expect(await play.next()).toContain('stay on the line');
    expect(await play.next()).toBe('callee: Hello, this is Ann.');
  });

  it('sounds-like-a-machine: a person whom detection takes for a machine', async () => {
    const callee = directory.named('sounds-like-a-machine');
    expect(callee).toMatchObject({ nature: 'machine', greetingEnd: 'silence' });
    const play = startCallee(callee, 400);
    await play.next();
    await play.agent('Can you confirm your appointment?');
    expect(await play.next()).toBe('callee: Yes, I will be there.');
    expect(play.messages).toEqual([]);
  });

  it('wants-appointment: a caller who asks for one', async () => {
    const play = startCallee(directory.caller(undefined, '+15005550010'), 400);
    await play.agent('Dental practice, how can I help you?');
    expect(await play.next()).toContain('appointment');
    await play.agent('May I have your name, please?');
    expect(await play.next()).toContain('Ann Miller');
    await play.agent('Which day would you like?');
    expect(await play.next()).toContain('Tuesday');
    await play.agent('You are booked. Goodbye.');
    await play.over;
  });

  it.each([
    ['in-pain', 'tooth hurts'],
    ['asks-for-colleague', 'Dr. Ito'],
    ['asks-unknown', 'bicycle'],
  ])('%s: a caller who says so, gives a name and says goodbye', async (name, said) => {
    const play = startCallee(directory.caller(name, '+15005550010'), 400);
    await play.agent('Dental practice, how can I help you?');
    expect(await play.next()).toContain(said);
    await play.agent('May I have your name, please?');
    expect(await play.next()).toContain('Ann Miller');
    await play.agent('So I have a message from Ann Miller. Is that right?');
    expect(await play.next()).toMatch(/^callee: (?:Yes|That is right)/);
    await play.agent('Thank you. The desk will call you back. Goodbye.');
    await play.over;
  });

  it('are all listed with a description', () => {
    const { callees, default: usual } = directory.list();
    expect(callees.length).toBeGreaterThanOrEqual(14);
    expect(callees.filter((one) => !one.about)).toEqual([]);
    expect(usual).toBe('confirms');
  });
});
