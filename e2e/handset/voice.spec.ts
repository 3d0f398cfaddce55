import type { Page } from '@playwright/test';
import { expect, germanSentence, longSentence, test } from './lab.ts';

/** A sound that the page has played. */
interface Played {
  seconds: number;
  /** Its loudest sample, of 1. */
  peak: number;
  state: 'playing' | 'stopped' | 'over';
}

declare global {
  var sounds: Played[];
  /** What the browser was told to say with its own voice. */
  var saidByBrowser: string[];
}

test.use({ labOptions: { speed: 1, voice: 'spoken' } });

test.beforeEach(async ({ page, lab }) => {
  await page.addInitScript(() => {
    globalThis.sounds = [];
    globalThis.saidByBrowser = [];
    speechSynthesis.speak = ({ text }) => void globalThis.saidByBrowser.push(text);
    const known = new WeakMap<AudioScheduledSourceNode, Played>();
    const { start, stop } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (this: AudioBufferSourceNode, ...when) {
      const samples = this.buffer?.getChannelData(0) ?? new Float32Array();
      const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      const sound: Played = { seconds: this.buffer?.duration ?? 0, peak, state: 'playing' };
      known.set(this, sound);
      globalThis.sounds.push(sound);
      this.addEventListener('ended', () => {
        if (sound.state === 'playing') sound.state = 'over';
      });
      start.apply(this, when);
    };
    AudioBufferSourceNode.prototype.stop = function (this: AudioBufferSourceNode, ...when) {
      const sound = known.get(this);
      if (sound?.state === 'playing') sound.state = 'stopped';
      stop.apply(this, when);
    };
  });
  // Rendered once, so that the page does not wait for it while the agent goes on.
  for (const text of [longSentence, germanSentence, 'Thank you.', 'Is there anything else?'])
    expect((await page.request.post(`${lab.url}/lab/handset/voice`, { data: { text } })).status()).toBe(200);
});

const number = '+15005550010';
const agent = (page: Page) => page.getByRole('log', { name: 'Conversation' }).locator('li[data-by=app]');
const played = (page: Page) => page.evaluate(() => globalThis.sounds);
const states = async (page: Page) => (await played(page)).map(({ state }) => state);

async function say(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'What you say' });
  await field.fill(text);
  await field.press('Enter');
}

test('the agent is heard in the voice of the lab, until it is interrupted, switched off or hung up on', async ({
  phone,
  place,
}) => {
  await place(number, '/long-sentence');
  const asked = phone.waitForResponse('**/lab/handset/voice');
  await phone.getByRole('button', { name: 'Answer' }).click();
  const answered = await asked;
  expect(answered.request().postDataJSON()).toEqual({ text: longSentence });
  expect(answered.headers()['content-type']).toBe('audio/wav');
  await expect.poll(() => states(phone)).toEqual(['playing']);
  const [sound] = await played(phone);
  expect(sound?.seconds).toBeGreaterThan(15);
  expect(sound?.peak).toBeGreaterThan(0.1);

  // Interrupted.
  await say(phone, 'Wait, who is this?');
  await expect(phone.locator('.cut:visible')).toHaveCount(1);
  await expect.poll(() => states(phone)).toEqual(['stopped', 'over', 'over']);
  await expect(agent(phone)).toHaveCount(2);
  await expect(agent(phone).last()).toHaveAttribute('data-live', 'false');

  // Switched off: the agent speaks, and is only read.
  await phone.getByRole('switch', { name: 'Voice' }).uncheck();
  await say(phone, 'My friend.');
  await expect(agent(phone)).toHaveCount(3);
  await expect(agent(phone).last()).toHaveAttribute('data-live', 'false');
  expect(await played(phone)).toHaveLength(3);
  await phone.getByRole('switch', { name: 'Voice' }).check();
  await phone.getByRole('button', { name: 'Hang up' }).click();
  await phone.getByRole('button', { name: 'Done' }).click();

  // Hung up on.
  await place(number, '/long-sentence');
  await phone.getByRole('button', { name: 'Answer' }).click();
  await expect.poll(async () => (await states(phone)).slice(3)).toEqual(['playing']);
  await phone.getByRole('button', { name: 'Hang up' }).click();
  await expect(phone.getByText(/^Ended after/)).toBeVisible();
  await expect.poll(async () => (await states(phone)).slice(3)).toEqual(['stopped']);
  expect(await phone.evaluate(() => globalThis.saidByBrowser)).toEqual([]);
});

test('another language is left to the browser where it has a voice for it, and else spoken by the lab', async ({
  phone,
  place,
}) => {
  const setVoices = (...languages: string[]) =>
    phone.evaluate((tags) => {
      speechSynthesis.getVoices = () => tags.map((lang) => ({ lang }) as SpeechSynthesisVoice);
    }, languages);
  const said = () => phone.evaluate(() => globalThis.saidByBrowser);

  await setVoices('en-US', 'de-AT');
  await place(number, '/german');
  await phone.getByRole('button', { name: 'Answer' }).click();
  await expect.poll(said).toEqual([germanSentence]);
  expect(await played(phone)).toEqual([]);
  await phone.getByRole('button', { name: 'Hang up' }).click();
  await phone.getByRole('button', { name: 'Done' }).click();

  await setVoices('en-US');
  await place(number, '/german');
  await phone.getByRole('button', { name: 'Answer' }).click();
  await expect.poll(async () => (await played(phone)).length).toBe(1);
  const [sound] = await played(phone);
  expect(sound?.seconds).toBeGreaterThan(1);
  expect(sound?.peak).toBeGreaterThan(0.1);
  expect(await said()).toEqual([germanSentence]);
});
