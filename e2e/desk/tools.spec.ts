import { expectToast } from './fake-server/screen.ts';
import { expect, test } from './fake-server/test.ts';
import { changedOrder, mcpServerOf, mcpToolOf, toolIdOf } from './fake-server/tools-desk.ts';

const list = '/app/settings/tools';
const orders = `${list}/mcp/${toolIdOf(501)}`;

test('the list names tools and MCP servers, and leads to their pages', async ({ page }) => {
  await page.goto(list);
  await expect(page.getByRole('heading', { level: 1, name: 'Tools' })).toBeVisible();
  const tools = page.getByRole('list', { name: 'HTTP Tools' });
  await expect(tools.getByRole('listitem')).toHaveCount(2);
  await expect(tools.getByRole('listitem').filter({ hasText: 'book_appointment' })).toContainText(
    'Changes something',
  );
  await expect(page.getByRole('list', { name: 'MCP Servers' })).toContainText('1 of 2 tools allowed');
  await tools.getByRole('link', { name: 'find_free_times' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'find_free_times' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'GS Dental' })).toHaveAttribute(
    'href',
    '/app/settings/agents/gs-dental?section=tools',
  );
});

test('loading, a failure that can be tried again, and an empty list with its next steps', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 403/);
  fakeServer.toolsDesk.clear();
  fakeServer.respondWith('GET /api/tools', {
    status: 403,
    body: { error: 'Not now.', code: 'forbidden' },
  });
  // A stream that opens now would fetch the tools again, without the button.
  fakeServer.hold('GET /api/events');
  const release = fakeServer.hold('GET /api/tools/mcp');
  await page.goto(list);
  await expect(page.getByText('Failed to load the tools')).toBeVisible();
  release();
  fakeServer.resetResponse('GET /api/tools');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('No tools yet. With one your agents can look something up')).toBeVisible();
  const steps = page.getByRole('main');
  for (const name of ['Import OpenAPI', 'Connect MCP Server'])
    await expect(steps.getByRole('button', { name })).toHaveCount(1);
  await steps.getByRole('link', { name: 'New Tool' }).click();
  await expect(page).toHaveURL(/\/app\/settings\/tools\/new$/);
});

test('a viewer reads tools and changes none', async ({ page, fakeServer }) => {
  fakeServer.claims = { parley: 'viewer' };
  await page.goto(list);
  await expect(page.getByRole('link', { name: 'find_free_times' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'New Tool' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Secrets' })).toHaveCount(0);
  await page.getByRole('link', { name: 'find_free_times' }).click();
  await expect(page.getByText('Only an administrator can change tools.')).toBeVisible();
  await expect(page.getByLabel('What it is for *')).not.toBeEditable();
  await expect(page.getByRole('button', { name: 'Try It' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await page.goto(`${list}/new`);
  await expect(page.getByRole('heading', { name: 'No permission' })).toBeVisible();
});

test('operations of an OpenAPI document become tools', async ({ page, fakeServer }) => {
  await page.goto(list);
  await page.getByRole('button', { name: 'Import OpenAPI' }).click();
  await page.getByRole('radio', { name: 'Paste' }).click();
  await page.getByRole('textbox', { name: 'The document' }).fill('{"openapi":"3.1.0"}');
  await page.getByRole('button', { name: 'Read Document' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Dental calendar: 4 operations');
  await expect(dialog.getByRole('checkbox', { name: 'find_free_times' })).toBeDisabled();
  await expect(dialog).toContainText('There is a tool of this name.');
  await expect(dialog.getByRole('checkbox', { name: 'upload_picture' })).toBeDisabled();
  await expect(dialog).toContainText('Its body is no JSON.');
  await dialog.getByRole('button', { name: 'Pick All' }).click();
  await dialog.getByRole('button', { name: 'Add 2 Tools' }).click();
  await expectToast(page, '2 tools added');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'HTTP Tools' }).getByRole('listitem')).toHaveCount(4);
  expect(fakeServer.requestsTo('POST /api/tools/openapi')[0]?.body).toEqual({
    document: '{"openapi":"3.1.0"}',
  });
});

test('an MCP server is connected, and its tools are allowed one by one', async ({ page, fakeServer }) => {
  await page.goto(list);
  await page.getByRole('button', { name: 'Connect MCP Server' }).click();
  await page.getByLabel('Name *').fill('Stock');
  await page.getByLabel('Address *').fill('stock.example.com');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByText('An address begins with https://.')).toBeVisible();
  await page.getByLabel('Address *').fill('https://stock.example.com/mcp');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Stock' })).toBeVisible();
  const allow = page.getByRole('switch', { name: 'Allow find_order' });
  await expect(allow).not.toBeChecked();
  await allow.click();
  await page.getByText('How it behaves on a call').click();
  await page.getByLabel('In the transcript').fill('Looked up the order');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'MCP server saved');
  const [request] = fakeServer.requestsTo('PUT /api/tools/mcp/:id');
  expect(request?.body).toMatchObject({
    tools: [
      { name: 'find_order', allowed: true, title: 'Looked up the order' },
      { name: 'cancel_order', allowed: false },
    ],
  });
});

test('a tool of an MCP server is tried before it is allowed, with inputs that fit its schema', async ({
  page,
  fakeServer,
}) => {
  await page.goto(orders);
  const item = page.getByRole('listitem', { name: 'find_order' });
  await item.getByText('Try it', { exact: true }).click();
  const inputs = item.getByLabel('Sample inputs of find_order');
  await expect(inputs).toHaveValue(/"number"/);
  await inputs.fill('no object');
  await expect(item.getByText('This is no JSON object.')).toBeVisible();
  await expect(item.getByRole('button', { name: 'Try It' })).toBeDisabled();
  await inputs.fill('{"number":"A-17"}');
  fakeServer.toolsDesk.tried = {
    answer: { status: 200, contentType: 'text/plain', body: 'A-17 is on its way.', cut: false },
  };
  await item.getByRole('button', { name: 'Try It' }).click();
  await expect(item.getByRole('region', { name: 'What was answered' })).toContainText('A-17 is on its way.');
  expect(fakeServer.requestsTo('POST /api/tools/try')[0]?.body).toEqual({
    ...{ kind: 'mcp', server: toolIdOf(501), name: 'find_order', input: { number: 'A-17' } },
  });
  // Nothing of it waits to be saved.
  await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCount(0);
});

test('a tool that its server describes otherwise is shown with what changed, and allowed as it is now', async ({
  page,
  fakeServer,
}) => {
  fakeServer.toolsDesk.servers = [mcpServerOf(1)];
  fakeServer.toolsDesk.listed = [
    mcpToolOf('find_order', 'Finds an order by its number.', {
      allowed: true,
      state: 'changed',
      offered: changedOrder,
    }),
  ];
  await page.goto(orders);
  await page.getByRole('button', { name: 'Look Again' }).click();
  await expectToast(page, 'Listed again: one tool has changed');
  const item = page.getByRole('listitem', { name: 'find_order' });
  await expect(item).toContainText('It is refused until somebody has looked at it.');
  await expect(item).toContainText('The input “name” was added and is required.');
  await item.getByRole('button', { name: 'Allow as It Is Now' }).click();
  await expect(item).toContainText('Looked at');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'MCP server saved');
  await expect(item).not.toContainText('Changed');
  await page.getByRole('link', { name: 'Back to Tools' }).click();
  await expect(page.getByText('has changed')).toHaveCount(0);
});

test('tools that are listed again do not undo what is typed on the page of their server', async ({
  page,
  fakeServer,
}) => {
  fakeServer.toolsDesk.listed = [mcpToolOf('cancel_order', 'Cancels an order.', { state: 'new' })];
  await page.goto(orders);
  await page.getByLabel('Name *').fill('Orders of Elm Street');
  await page.getByRole('button', { name: 'Look Again' }).click();
  await expect(page.getByRole('listitem', { name: 'cancel_order' })).toContainText('Cancels an order.');
  await expect(page.getByText('This MCP server has changed')).toHaveCount(0);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'MCP server saved');
  expect(fakeServer.requestsTo('PUT /api/tools/mcp/:id')[0]?.body).toMatchObject({
    name: 'Orders of Elm Street',
  });
});

test('of two people who save an MCP server neither loses what only they have changed', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  await page.goto(orders);
  await page.getByRole('switch', { name: 'Allow cancel_order' }).click();
  const [server] = fakeServer.toolsDesk.servers;
  if (server === undefined) throw new Error('There is no MCP server.');
  fakeServer.toolsDesk.putServer({
    ...server,
    address: 'https://orders.example.com/v2',
    revision: 2,
    changedAt: '2026-10-13T10:05:00.000Z',
  });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Changed there only: Address.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep My Changes' }).click();
  await expect(page.getByLabel('Address *')).toHaveValue('https://orders.example.com/v2');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'MCP server saved');
  expect(fakeServer.requestsTo('PUT /api/tools/mcp/:id')[1]?.body).toMatchObject({
    revision: 2,
    address: 'https://orders.example.com/v2',
    tools: [{ name: 'find_order' }, { name: 'cancel_order', allowed: true }],
  });
});

test('a secret is added for a header, replaced and deleted, and never shown again', async ({
  page,
  fakeServer,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 409/);
  await page.goto(`${list}?dialog=secrets`);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name *').fill('calendar-key');
  await dialog.getByLabel('Value *').fill('k-456');
  await dialog.getByRole('button', { name: 'Add Secret' }).click();
  await expect(dialog).toContainText('There is a secret of this name.');
  await dialog.getByLabel('Name *').fill('orders-key');
  await dialog.getByRole('button', { name: 'Add Secret' }).click();
  await expectToast(page, 'Secret added');
  await dialog.getByRole('button', { name: 'Replace orders-key' }).click();
  await expect(dialog.getByLabel('Value *')).toBeFocused();
  await dialog.getByLabel('Value *').fill('k-789');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Secret replaced');
  await dialog.getByRole('button', { name: 'Delete calendar-key' }).click();
  await dialog.getByRole('button', { name: 'Delete Secret' }).click();
  await expect(dialog).toContainText('Used by: find_free_times, book_appointment.');
  expect(await page.content()).not.toMatch(/k-456|k-789/);
  expect(fakeServer.requestsTo('PUT /api/tools/secrets/:id').map(({ body }) => body)).toEqual([
    { value: 'k-456' },
    { value: 'k-789' },
  ]);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toMatch(/k-456|k-789/);
});
