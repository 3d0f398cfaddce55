import type { Page } from '@playwright/test';
import { agentOf } from '../desk/fake-server/agent-desk.ts';
import { giveVoice } from '../desk/fake-server/browser-voice.ts';
import {
  accountSid,
  connectedOf,
  failingOf,
  offerOf,
  problemOf,
  shownModel,
  shownPhone,
} from '../desk/fake-server/connections-desk.ts';
import type { FakeServer } from '../desk/fake-server/fake-server.ts';
import { at, then } from './page-shots.ts';
import type { FakeServerShot } from './shot.ts';

const connections = '/app/settings/connections';
const goLive = '/app/go-live';
const refused = {
  status: 503,
  body: { error: 'The database is not available.', code: 'database_unavailable' },
};

const localModel = {
  kind: 'model',
  provider: 'openai-compatible',
  model: 'llama3.2',
  baseUrl: 'http://127.0.0.1:11434/v1',
  onThisMachine: true,
} as const;

function withAgents(fakeServer: FakeServer): void {
  fakeServer.agentDesk.agents = fakeServer.agents.map(({ id, displayName }) => agentOf(id, displayName));
}

function inSandbox(fakeServer: FakeServer): void {
  fakeServer.sandbox = { handsetUrl: 'http://127.0.0.1:4010/' };
  withAgents(fakeServer);
}

/** On the way to real calls, with everything connected. */
function onTheWay(fakeServer: FakeServer): void {
  inSandbox(fakeServer);
  fakeServer.connectionsDesk.connectAll();
}

function withLocalModels(fakeServer: FakeServer): void {
  inSandbox(fakeServer);
  const models = ['llama3.2', 'qwen3:8b'];
  fakeServer.connectionsDesk.localModels = {
    found: [{ server: 'ollama', url: 'http://127.0.0.1:11434/v1', models }],
    lookedAt: '2026-10-13T09:00:00.000Z',
  };
}

/** Every state of a card at once. */
function mixed(fakeServer: FakeServer): void {
  inSandbox(fakeServer);
  const { connectionsDesk: desk } = fakeServer;
  desk.set('phone', connectedOf(shownPhone));
  desk.set('address', { state: 'environment', shown: { kind: 'address', url: 'https://desk.example.com' } });
  desk.set('model', failingOf(localModel, problemOf('model_unreachable', { provider: 'Ollama' })));
  const speech = {
    kind: 'speech',
    url: 'wss://api.openai.com/v1/realtime',
    model: 'gpt-realtime-2.1',
  } as const;
  const id = connectedOf(speech).id;
  desk.set('speech', {
    state: 'disconnected',
    id,
    revision: 2,
    shown: speech,
    callsUp: 3,
    defaultAvailable: true,
  });
  desk.connections = {
    ...desk.connections,
    mayChange: {
      ...desk.connections.mayChange,
      address: 'set_in_environment',
      mail: 'one_organization_only',
    },
  };
}

function failingTest(fakeServer: FakeServer): void {
  mixed(fakeServer);
  fakeServer.connectionsDesk.problem = problemOf('address_no_answer', { host: 'desk.example.com' });
}

function connected(fakeServer: FakeServer): void {
  mixed(fakeServer);
  fakeServer.connectionsDesk.set('phone', connectedOf(shownPhone, { callsUp: 3 }));
  fakeServer.connectionsDesk.set('model', connectedOf(shownModel));
  fakeServer.connectionsDesk.offers = [
    offerOf(1, { claimed: 'here' }),
    offerOf(2, { claimed: 'here', points: 'here' }),
  ];
}

async function login(page: Page): Promise<void> {
  await page.getByLabel('Account SID').fill(accountSid);
  await page.getByLabel('Auth token').fill('a-token-that-is-not-shown');
  await page.getByRole('button', { name: 'Check the Account' }).click();
}

const dialog = { windowOnly: true } as const;

/** A dialog of the page of connections, opened by its address. */
function connecting(
  name: string,
  card: string,
  words: string,
  act: (page: Page) => Promise<void> = async () => {},
  prepare: (fakeServer: FakeServer) => void = inSandbox,
): FakeServerShot {
  return then(at(name, `${connections}?card=${card}`, words, prepare), act, dialog);
}

/** A dialog that a button of a card opens. */
function opened(name: string, button: string, words: string, act?: (page: Page) => Promise<void>) {
  return then(
    at(name, connections, 'Connected', connected),
    async (page) => {
      await page.getByRole('button', { name: button }).first().click();
      await page.getByRole('dialog').getByText(words).first().waitFor();
      await act?.(page);
    },
    dialog,
  );
}

export const connectionScreens: readonly FakeServerShot[] = [
  at('connections', connections, 'Connected', mixed),
  at('connections-fresh', connections, 'Not set', inSandbox),
  at('connections-found', connections, 'llama3.2 runs on this machine', withLocalModels),
  then(at('connections-tested', connections, 'Connected', failingTest), async (page) => {
    await page.getByRole('button', { name: 'Test Public Address' }).click();
    await page.getByRole('listitem', { name: 'Public Address' }).getByRole('alert').waitFor();
  }),
  at('connections-loading', connections, 'Loading connections...', (fakeServer) =>
    fakeServer.hold('GET /api/connections'),
  ),
  at('connections-error', connections, 'Failed to load connections', (fakeServer) =>
    fakeServer.respondWith('GET /api/connections', refused),
  ),
  connecting('connect-phone', 'phone', 'Step 1 of 2', async (page) => {
    await page.getByText('Send requests with an API key').click();
    await page.getByRole('button', { name: 'Check the Account' }).click();
    await page.getByText('An account SID is AC').waitFor();
  }),
  connecting(
    'connect-phone-refused',
    'phone',
    'Step 1 of 2',
    async (page) => {
      await login(page);
      await page.getByText('has suspended').waitFor();
    },
    (fakeServer) => {
      inSandbox(fakeServer);
      const { connectionsDesk: desk } = fakeServer;
      if (desk.account !== null) desk.account = { ...desk.account, status: 'suspended' };
      desk.problem = problemOf('account_suspended', { account: 'GS Dental' });
    },
  ),
  connecting(
    'connect-phone-numbers',
    'phone',
    'Step 1 of 2',
    async (page) => {
      await login(page);
      await page.getByRole('checkbox').first().check();
      await page.getByRole('checkbox').nth(1).check();
    },
    (fakeServer) => {
      inSandbox(fakeServer);
      const { account } = fakeServer.connectionsDesk;
      if (account !== null) fakeServer.connectionsDesk.account = { ...account, type: 'Trial' };
    },
  ),
  connecting('connect-phone-limits', 'phone', 'Step 1 of 2', async (page) => {
    await login(page);
    await page.getByRole('checkbox').first().check();
    await page.getByText('Connecting changes nothing at Twilio').scrollIntoViewIfNeeded();
  }),
  connecting('connect-discard', 'speech', 'Listens and speaks', async (page) => {
    await page.getByLabel('Key').fill('sk-not-shown');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Keep Editing' }).waitFor();
  }),
  opened('numbers', 'Numbers', 'Not taken over', async (page) => {
    await page.getByRole('checkbox').first().check();
  }),
  opened('numbers-choose', 'Numbers', 'Not taken over', async (page) => {
    await page.getByRole('button', { name: 'Choose Other Numbers' }).click();
  }),
  opened('limits', 'Limits', 'Calls at once'),
  opened('change-model', 'Change Model: Model', 'to choose from'),
  opened('replace-token', 'Replace Phone', 'Auth token'),
  opened('replace-key', 'Replace Model', 'New key'),
  opened('disconnect-phone', 'Disconnect Phone', 'Calls that are up go on'),
  then(
    at('disconnect-left', connections, 'Connected', (fakeServer) => {
      connected(fakeServer);
      const { number, webhooks: values } = offerOf(1);
      const problem = problemOf('webhooks_refused', { number });
      fakeServer.connectionsDesk.notRestored = [{ number, values, problem }];
    }),
    async (page) => {
      await page.getByRole('button', { name: 'Disconnect Phone' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
      await page.getByText('could not be put back').waitFor();
    },
    dialog,
  ),
  connecting(
    'connect-address',
    'address',
    'No address yet?',
    async (page) => {
      await page.getByLabel('Address *').fill('https://desk.example.com');
      await page.getByRole('button', { name: 'Check', exact: true }).click();
      await page.getByText('Nothing answers').waitFor();
    },
    (fakeServer) => {
      inSandbox(fakeServer);
      fakeServer.connectionsDesk.problem = problemOf('address_no_answer', { host: 'desk.example.com' });
    },
  ),
  connecting(
    'connect-model',
    'model',
    'llama3.2 runs on this machine',
    async (page) => {
      await page.getByLabel('Key *').fill('sk-not-shown');
      await page.getByRole('button', { name: 'List the Models' }).click();
      await page.getByText('2 models to choose from').waitFor();
      await page.getByLabel('Model *').fill('gpt-5.1');
      await page.getByRole('button', { name: 'Test', exact: true }).click();
      await page.getByText('First word after').waitFor();
    },
    withLocalModels,
  ),
  connecting('connect-model-none', 'model', 'No model was found', async (page) => {
    await page.getByText('Another server').click();
    await page.getByRole('button', { name: 'Connect Model' }).click();
  }),
  connecting('connect-speech', 'speech', 'Listens and speaks'),
  connecting('connect-mail', 'mail', 'Mail server', async (page) => {
    await page.getByLabel('Mail server').fill('smtp.example.com');
    await page.getByLabel('From').fill('desk@example.com');
    await page.getByRole('button', { name: 'Send a Test Message' }).click();
    await page.getByText('We sent a message').waitFor();
  }),
  connecting('connect-storage', 'storage', 'S3-compatible storage'),
  then(at('go-live-fresh', goLive, 'Opening and disclosure', inSandbox), async (page) => {
    await page.getByText('When it calls').waitFor();
  }),
  {
    ...at('go-live', goLive, 'Opening and disclosure', onTheWay),
    async show(page) {
      await giveVoice(page);
      await page.goto(goLive);
      await page.getByRole('button', { name: 'Play: When it calls' }).waitFor();
    },
  },
  then(
    at('go-live-ready', goLive, 'Opening and disclosure', (fakeServer) => {
      onTheWay(fakeServer);
      fakeServer.connectionsDesk.lookAtAll();
    }),
    async (page) => {
      await page.getByLabel('to confirm').fill('GS');
      await page.getByRole('button', { name: 'Make Real Calls' }).click();
    },
  ),
  then(
    at('go-live-real', goLive, 'Back to the Sandbox', (fakeServer) => {
      withAgents(fakeServer);
      const { connectionsDesk: desk } = fakeServer;
      desk.side = 'real';
      desk.connectAll();
      desk.lookAtAll();
    }),
    async (page) => {
      await page.getByLabel('Select Agent').waitFor();
    },
  ),
  at('go-live-loading', goLive, 'Checking what is ready...', (fakeServer) =>
    fakeServer.hold('GET /api/go-live'),
  ),
  then(
    at('first-steps', '/app/voice-agents', 'First Steps', (fakeServer) => {
      inSandbox(fakeServer);
      fakeServer.connectionsDesk.calling = { firstSteps: { placed: true, handset: false, live: false } };
    }),
    async (page) => {
      await page.getByText('no-answer').first().waitFor();
    },
  ),
  at('bar-refused', '/app', 'No phone account is connected', (fakeServer) => {
    fakeServer.connectionsDesk.calling = { side: 'real', refused: problemOf('phone_disconnected') };
  }),
  at('bar-note', '/app', 'The scripted agent speaks', (fakeServer) => {
    inSandbox(fakeServer);
    fakeServer.connectionsDesk.calling = { note: problemOf('model_stopped', { model: 'llama3.2' }) };
  }),
];
