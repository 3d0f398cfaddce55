import { stepOf } from './campaign-pages.ts';
import { recipientOf } from './fake-server/campaigns-desk.ts';
import { expect, test } from './fake-server/test.ts';

test('P328: what the agent says to a machine is chosen, and kept with the policy', async ({
  page,
  fakeServer,
}) => {
  const campaign = fakeServer.campaignsDesk.withRows(1, [recipientOf(2)]);
  await page.goto(stepOf(1, 'policy'));
  const choice = page.getByLabel('To a machine the agent says');
  await expect(choice).toHaveValue('as_agent');
  await choice.selectOption('Its message, after the beep');
  await expect(page.getByText('An agent without a message hangs up.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(stepOf(1, 'start'));
  expect(fakeServer.campaignsDesk.find(campaign.id)?.policy).toMatchObject({ onMachine: 'leave_message' });
});
