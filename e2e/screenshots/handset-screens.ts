import { type Lab, startLab } from '@parley/phone-lab';
import type { Page } from '@playwright/test';

/** Text messages with every outcome, on the page of the sandbox carrier. */
export const handsetScreens = [
  {
    name: 'handset-texts',
    async prepare(lab: Lab): Promise<void> {
      const [from = ''] = lab.phoneNumbers;
      await send(lab, { To: '+15005550010', From: from, Body: 'Our address: 12 Mill Street, second floor.' });
      await send(lab, { To: '+15005550191', From: from, Body: 'Your appointment is on Tuesday at ten.' });
    },
    async show(page: Page): Promise<void> {
      await page.goto('/');
      await page.getByText('Not delivered').waitFor();
      await page.getByText('Delivered', { exact: true }).waitFor();
      await page.getByText('Send a text to your program').click();
    },
  },
] as const;

export type HandsetShot = (typeof handsetScreens)[number];

export async function startPreparedLab({ prepare }: HandsetShot): Promise<Lab> {
  const lab = await startLab({ speed: 20 });
  await prepare(lab);
  return lab;
}

async function send(lab: Lab, form: Record<string, string>): Promise<void> {
  const credentials = Buffer.from(`${lab.accountSid}:${lab.authToken}`).toString('base64');
  const response = await fetch(`${lab.url}/2010-04-01/Accounts/${lab.accountSid}/Messages.json`, {
    method: 'POST',
    headers: { Authorization: `Basic ${credentials}` },
    body: new URLSearchParams(form),
  });
  if (!response.ok) throw new Error(`The text message was refused with ${response.status}`);
}
