import { toolIdOf } from './fake-server/tools-desk.ts';
import { type SendingButton, testPressedTwice } from './press-twice.ts';

const list = '/app/settings/tools';
const booking = `${list}/${toolIdOf(2)}`;
const orders = `${list}/mcp/${toolIdOf(501)}`;
const refusal = { status: 400, body: { error: 'Not now.', code: 'invalid_request' } };

const buttons: readonly SendingButton[] = [
  {
    sends: 'save-tool',
    what: 'Save Changes of a tool',
    changes: true,
    route: 'PUT /api/tools/:id',
    toasts: 1,
    async show(page) {
      await page.goto(booking);
      await page.getByLabel('Said meanwhile').fill('One moment.');
      return page.getByRole('button', { name: 'Save Changes' });
    },
  },
  {
    sends: 'save-tool',
    what: 'Add Tool',
    route: 'POST /api/tools',
    toasts: 1,
    async show(page) {
      await page.goto(`${list}/new`);
      await page.getByLabel('Name *').fill('find_patient');
      await page.getByLabel('What it is for *').fill('Finds a patient.');
      await page.getByLabel('Address *').fill('https://calendar.example.com/patients');
      return page.getByRole('button', { name: 'Add Tool' });
    },
  },
  {
    sends: 'try-tool',
    what: 'Try It of a tool',
    route: 'POST /api/tools/try',
    toasts: 0,
    async show(page) {
      await page.goto(booking);
      return page.getByRole('button', { name: 'Try It' });
    },
  },
  {
    sends: 'try-tool',
    what: 'Try It of a tool of an MCP server',
    route: 'POST /api/tools/try',
    toasts: 0,
    async show(page) {
      await page.goto(orders);
      const item = page.getByRole('listitem', { name: 'find_order' });
      await item.getByText('Try it', { exact: true }).click();
      return item.getByRole('button', { name: 'Try It' });
    },
  },
  {
    sends: 'delete-tool',
    what: 'Delete Tool',
    route: 'DELETE /api/tools/:id',
    toasts: 1,
    async show(page) {
      await page.goto(booking);
      await page.getByRole('button', { name: 'Delete' }).click();
      return page.getByRole('button', { name: 'Delete Tool' });
    },
  },
  {
    sends: 'put-tool-secret',
    what: 'Add Secret',
    route: 'PUT /api/tools/secrets/:id',
    toasts: 1,
    async show(page) {
      await page.goto(`${list}?dialog=secrets`);
      await page.getByLabel('Name *').fill('orders-key');
      await page.getByLabel('Value *').fill('k-123');
      return page.getByRole('button', { name: 'Add Secret' });
    },
  },
  {
    sends: 'delete-tool-secret',
    what: 'Delete Secret',
    route: 'DELETE /api/tools/secrets/:id',
    toasts: 1,
    async show(page) {
      await page.goto(`${list}?dialog=secrets`);
      await page.getByRole('button', { name: 'Delete old-key' }).click();
      return page.getByRole('button', { name: 'Delete Secret' });
    },
  },
  {
    sends: 'read-openapi',
    what: 'Read Document',
    route: 'POST /api/tools/openapi',
    toasts: 0,
    answer: refusal,
    async show(page) {
      await page.goto(`${list}?dialog=openapi`);
      await page.getByLabel('Address of the document').fill('https://calendar.example.com/openapi.json');
      return page.getByRole('button', { name: 'Read Document' });
    },
  },
  {
    sends: 'add-picked-tools',
    what: 'Add 1 Tool of a document',
    route: 'POST /api/tools',
    toasts: 1,
    async show(page) {
      await page.goto(`${list}?dialog=openapi`);
      await page.getByLabel('Address of the document').fill('https://calendar.example.com/openapi.json');
      await page.getByRole('button', { name: 'Read Document' }).click();
      await page.getByRole('checkbox', { name: 'opening_hours' }).check();
      return page.getByRole('button', { name: 'Add 1 Tool' });
    },
  },
  {
    sends: 'create-mcp-server',
    what: 'Connect of an MCP server',
    route: 'POST /api/tools/mcp',
    toasts: 0,
    async show(page) {
      await page.goto(`${list}?dialog=mcp`);
      await page.getByLabel('Name *').fill('Stock');
      await page.getByLabel('Address *').fill('https://stock.example.com/mcp');
      return page.getByRole('button', { name: 'Connect', exact: true });
    },
  },
  {
    sends: 'save-mcp-server',
    what: 'Save Changes of an MCP server',
    route: 'PUT /api/tools/mcp/:id',
    toasts: 1,
    async show(page) {
      await page.goto(orders);
      await page.getByRole('switch', { name: 'Allow cancel_order' }).click();
      return page.getByRole('button', { name: 'Save Changes' });
    },
  },
  {
    sends: 'look-at-mcp-server',
    what: 'Look Again',
    route: 'POST /api/tools/mcp/:id/look',
    toasts: 1,
    async show(page) {
      await page.goto(orders);
      return page.getByRole('button', { name: 'Look Again' });
    },
  },
  {
    sends: 'delete-mcp-server',
    what: 'Delete MCP Server',
    route: 'DELETE /api/tools/mcp/:id',
    toasts: 1,
    async show(page) {
      await page.goto(orders);
      await page.getByRole('button', { name: 'Delete' }).click();
      return page.getByRole('button', { name: 'Delete MCP Server' });
    },
  },
];

testPressedTwice(buttons);
