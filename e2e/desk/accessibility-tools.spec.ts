import { expectAccessible, type Look } from '../harness/axe.ts';
import { callIdOf, callOf, entryOf } from './fake-server/data.ts';
import { expect, test } from './fake-server/test.ts';
import { changedOrder, mcpServerOf, mcpToolOf, toolIdOf } from './fake-server/tools-desk.ts';

// Every check looks several times at the page.
test.describe.configure({ timeout: 180_000 });

/** Half of the looks, so that every width and every theme is seen once. */
const twoLooks: readonly Look[] = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 360 },
];
const list = '/app/settings/tools';

test('the tools, empty or not, and their dialogs are accessible', async ({ page, fakeServer }) => {
  await page.goto(list);
  await expect(page.getByRole('link', { name: 'find_free_times' })).toBeVisible();
  await expectAccessible(page);
  for (const [dialog, words] of [
    ['secrets', 'calendar-key'],
    ['openapi', 'Read Document'],
    ['mcp', 'Streamable HTTP'],
  ] as const) {
    await page.goto(`${list}?dialog=${dialog}`);
    await expect(page.getByRole('dialog')).toContainText(words);
    await expectAccessible(page, { dialogOpen: true, looks: twoLooks });
  }
  fakeServer.toolsDesk.clear();
  await page.goto(list);
  await expect(page.getByText('No tools yet.')).toBeVisible();
  await expectAccessible(page, { looks: twoLooks });
});

test('the page of a tool with mistakes and with a try is accessible', async ({ page }) => {
  await page.goto(`${list}/${toolIdOf(1)}`);
  await page.getByRole('button', { name: 'Try It' }).click();
  await expect(page.getByText('HTTP 200')).toBeVisible();
  await page.getByText('JSON schema of these inputs').click();
  await expectAccessible(page);
  await page.getByLabel('What it is for *').fill('');
  await page.getByLabel('Address *').fill('no address');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText(/mistakes are marked above/)).toBeVisible();
  await expectAccessible(page, { looks: twoLooks });
});

test('an MCP server with a changed tool is accessible', async ({ page, fakeServer }) => {
  fakeServer.toolsDesk.servers = [
    mcpServerOf(1, {
      problem: 'Nothing answers at this address.',
      tools: [
        mcpToolOf('find_order', 'Finds an order.', {
          allowed: true,
          state: 'changed',
          offered: changedOrder,
        }),
        mcpToolOf('cancel_order', 'Cancels an order.'),
        mcpToolOf('send_order', 'Sends an order.', { allowed: true, state: 'gone' }),
      ],
    }),
  ];
  await page.goto(`${list}/mcp/${toolIdOf(501)}`);
  await page.getByText('Before and now').click();
  await page.getByText('How it behaves on a call').first().click();
  const changed = page.getByRole('listitem', { name: 'find_order' });
  await changed.getByText('Try it', { exact: true }).click();
  await changed.getByRole('button', { name: 'Try It' }).click();
  await expect(changed.getByRole('region', { name: 'What was answered' })).toBeVisible();
  await expectAccessible(page);
});

test('what tools did on a call is accessible, opened', async ({ page, fakeServer }) => {
  const tool = {
    id: 'tool-1',
    ordinal: 0.5,
    name: 'find_free_times',
    title: 'Looked up free times',
    state: 'done' as const,
    at: '2026-10-13T10:00:09.000Z',
    ms: 412,
    sample: true,
    changes: false,
    tries: 1,
    input: { day: '2026-10-20' },
    answer: '{"slots":[]}',
  };
  fakeServer.calls = [
    callOf(1, {
      transcript: [entryOf(0, 'When can you come?'), entryOf(1, 'On Tuesday.')],
      toolCalls: [
        tool,
        { ...tool, id: 'tool-2', ordinal: 2, title: 'Booked', state: 'unknown', sample: false },
      ],
    }),
  ];
  await page.goto(`/app/voice-agents/${callIdOf(1)}?tool=tool-1`);
  await expect(page.getByRole('region', { name: 'Answered' }).first()).toBeVisible();
  await expectAccessible(page);
});
