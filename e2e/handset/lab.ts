import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Lab, type LabOptions, startLab } from '@parley/phone-lab';
import { test as base, expect, type Page } from '@playwright/test';

/** Long enough that it can be interrupted on a busy machine, too. */
export const question =
  'Good morning, this is the practice calling about your appointment on Tuesday at ten. Can you make it, yes or no, or would you rather come on another day of the week? On Monday and Wednesday we are here from eight in the morning until noon, on Thursday in the afternoon from two until six, and on Friday all day long. You may also tell me that somebody else should call you back, at which number and when, and I will write it down for them.';

/** One sentence, which takes a voice about half a minute. */
export const longSentence =
  'Good morning, this is the practice calling about your appointment on Tuesday at ten, and we would like to know whether you can make it or would rather come on another day of the week, on Monday or Wednesday from eight in the morning until noon, on Thursday in the afternoon from two until six, or on Friday all day long, and whether somebody else should call you back, at which number and when, so that I can write it down for them.';

interface WorkerFixtures {
  labOptions: LabOptions;
  /** A lab with a small program behind its first number: it asks a question, listens, and thanks. */
  lab: Lab;
}

interface TestFixtures {
  phone: Page;
  /** The program calls, and says what it has at this path. */
  place(to?: string, path?: string): Promise<string>;
  /** The program sends a text message. */
  text(to: string, body: string): Promise<void>;
}

export const germanSentence = 'Guten Tag, hier ist die Praxis.';

const documents: Record<string, string> = {
  '/german': `<Gather input="speech" timeout="30" action="/thanks"><Say language="de-DE">${germanSentence}</Say></Gather>`,
  '/voice': `<Gather input="speech dtmf" numDigits="1" timeout="30" action="/thanks"><Say>${question}</Say></Gather>`,
  '/long-sentence': `<Gather input="speech" timeout="30" action="/thanks"><Say>${longSentence}</Say></Gather>`,
  '/thanks':
    '<Gather input="speech" timeout="30" action="/thanks"><Say>Thank you. Is there anything else?</Say></Gather>',
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  labOptions: [{ speed: 2 }, { scope: 'worker', option: true }],
  lab: [
    async ({ labOptions }, use) => {
      const program = createServer((request, response) => {
        response.setHeader('Content-Type', 'text/xml');
        response.end(`<Response>${documents[request.url ?? ''] ?? ''}</Response>`);
      });
      await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
      const voiceUrl = `http://127.0.0.1:${(program.address() as AddressInfo).port}/voice`;
      const lab = await startLab(labOptions);
      const [number = ''] = lab.phoneNumbers;
      await rest(lab, `IncomingPhoneNumbers.json?PhoneNumber=${encodeURIComponent(number)}`).then(
        ({ incoming_phone_numbers: [own] }) =>
          rest(lab, `IncomingPhoneNumbers/${own.sid}.json`, { VoiceUrl: voiceUrl }),
      );
      await use(lab);
      await lab.stop();
      program.closeAllConnections();
      program.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ lab }, use) => use(lab.url),
  phone: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      // The browser logs every refused request as an error; the tests check how the page shows it.
      const isRefusal = /status of 4\d\d/.test(message.text());
      if (message.type() === 'error' && !isRefusal) errors.push(message.text());
    });
    await page.goto('/');
    await expect(page.getByText('Waiting for a call')).toBeVisible();
    await use(page);
    expect(errors, 'errors in the browser').toEqual([]);
  },
  text: async ({ lab }, use) => {
    const [from = ''] = lab.phoneNumbers;
    await use(async (to, body) => {
      await rest(lab, 'Messages.json', { To: to, From: from, Body: body });
    });
  },
  place: async ({ lab }, use) => {
    const placed: string[] = [];
    const [from = ''] = lab.phoneNumbers;
    const numbers = await rest(lab, 'IncomingPhoneNumbers.json');
    const url: string = numbers.incoming_phone_numbers[0].voice_url;
    await use(async (to = '+15005550010', path = '/voice') => {
      const { sid } = await rest(lab, 'Calls.json', { To: to, From: from, Url: new URL(path, url).href });
      placed.push(sid);
      return sid;
    });
    for (const sid of placed) if (lab.call(sid)?.endedAt === null) lab.hangUp(sid);
  },
});

// biome-ignore lint/suspicious/noExplicitAny: the carrier's own JSON
async function rest(lab: Lab, path: string, form?: Record<string, string>): Promise<any> {
  const credentials = Buffer.from(`${lab.accountSid}:${lab.authToken}`).toString('base64');
  const response = await fetch(`${lab.url}/2010-04-01/Accounts/${lab.accountSid}/${path}`, {
    headers: { Authorization: `Basic ${credentials}` },
    ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}

export { expect };
