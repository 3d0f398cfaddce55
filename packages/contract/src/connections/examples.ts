import type { RouteExample } from '../route-example.ts';
import type { Calling } from './calling.ts';
import type { Check, Connections, ShownConnection } from './connection.ts';
import type { GoLiveState } from './go-live.ts';
import type { NumberOffer, WebhookValues } from './phone.ts';
import { problemOf } from './problems.ts';
import type { ConnectionRouteName } from './routes.ts';

const id = '5a1d2c3b-6c00-4000-8000-000000000001';
const modelId = '5a1d2c3b-6c00-4000-8000-000000000002';
const accountSid = 'AC00000000000000000000000000000042';
const numberSid = 'PN00000000000000000000000000000001';
const at = '2026-10-13T09:00:00.000Z';

const before: WebhookValues = {
  voiceUrl: 'https://pbx.example.com/voice',
  voiceMethod: 'POST',
  voiceFallbackUrl: '',
  voiceFallbackMethod: 'POST',
  statusCallback: '',
  statusCallbackMethod: 'POST',
  voiceApplicationSid: '',
  trunkSid: '',
};
const offer: NumberOffer = {
  sid: numberSid,
  number: '+15005550006',
  voice: true,
  webhooks: before,
  points: 'elsewhere',
  claimed: 'no',
};

const phone: ShownConnection = {
  kind: 'phone',
  account: accountSid,
  name: 'GS Dental',
  numbers: [offer.number],
  main: offer.number,
  callsAtOnce: 2,
  callsPerSecond: 1,
  countries: ['US'],
};
const model: ShownConnection = {
  kind: 'model',
  provider: 'openai-compatible',
  model: 'llama3.2',
  baseUrl: 'http://127.0.0.1:11434/v1',
  onThisMachine: true,
};
const connected = {
  revision: 1,
  connectedAt: at,
  connectedBy: { displayName: 'Ines Marchetti' },
  secretSetAt: at,
  defaultAvailable: false,
};

/** For the OpenAPI document and for tests. */
export const exampleConnections: Connections = {
  phone: { state: 'connected', id, shown: phone, ...connected },
  address: { state: 'environment', shown: { kind: 'address', url: 'https://desk.example.com' } },
  model: {
    state: 'failing',
    id: modelId,
    shown: model,
    ...connected,
    secretSetAt: null,
    since: at,
    problem: problemOf('model_unreachable', { provider: 'The server at 127.0.0.1:11434' }),
  },
  speech: { state: 'not-set' },
  mail: { state: 'not-set' },
  storage: {
    state: 'environment',
    shown: { kind: 'storage', place: 'folder', bucket: null, prefix: null, region: null, endpoint: null },
  },
  mayChange: {
    phone: 'yes',
    address: 'set_in_environment',
    model: 'yes',
    speech: 'yes',
    mail: 'yes',
    storage: 'yes',
  },
  carrierOnThisMachine: false,
  localPort: 3000,
};

export const exampleCalling: Calling = {
  side: 'sandbox',
  refused: null,
  sandbox: { handsetUrl: 'http://127.0.0.1:4010/' },
  speaker: 'scripted',
  speakerName: null,
  note: problemOf('model_stopped', { model: 'llama3.2' }),
  country: 'US',
  firstSteps: { placed: true, handset: false, live: false },
  revision: 0,
};

const check: Check = {
  id: 'phone',
  name: 'Phone',
  state: 'ok',
  message: 'Account GS Dental, 1 number.',
  remedy: null,
  blocks: true,
};
export const exampleGoLive: GoLiveState = {
  checks: [check],
  side: 'sandbox',
  revision: 0,
  organizationName: 'GS Dental',
};

const credentials = { accountSid, authToken: 'an-example-token', apiKey: null };
const limits = { callsAtOnce: 2, callsPerSecond: 1, countries: ['US'] };
const chosen = { numbers: [numberSid], main: numberSid };
const modelBody = { provider: 'openai-compatible', baseUrl: 'http://127.0.0.1:11434/v1', key: null };
const speechBody = {
  url: 'wss://speech.example.com/v1/realtime',
  key: 'an-example-key',
  model: 'gpt-realtime-2.1',
};
const mailBody = {
  host: 'smtp.example.com',
  port: 587,
  security: 'starttls',
  user: 'desk',
  password: 'an example password',
  from: 'desk@example.com',
};
const storageBody = {
  place: 's3',
  bucket: 'gs-dental-recordings',
  prefix: '',
  region: 'eu-central-1',
  endpoint: null,
  accessKeyId: 'an-example-key-id',
  secretAccessKey: 'an-example-secret',
};
const response = { connections: exampleConnections };
const replaces = null;
const found = {
  found: [{ server: 'ollama', url: 'http://127.0.0.1:11434/v1', models: ['llama3.2'] }],
  lookedAt: at,
};

/** Of the routes of this folder. */
export const connectionExamples: Readonly<Record<ConnectionRouteName, RouteExample>> = {
  checkPhone: {
    body: credentials,
    response: {
      account: {
        name: 'GS Dental',
        status: 'active',
        type: 'Full',
        balance: { amount: '12.34', currency: 'USD' },
      },
      numbers: [offer],
      problem: null,
    },
  },
  connectPhone: { body: { ...credentials, ...chosen, ...limits, replaces }, response },
  changePhone: {
    body: { revision: 1, limits },
    response: { ...response, restored: [], notRestored: [] },
  },
  listPhoneNumbers: { response: { numbers: [offer] } },
  pointNumbers: {
    body: { numbers: [{ sid: numberSid, seen: before }] },
    response: { results: [{ sid: numberSid, number: offer.number, pointing: 'here', problem: null }] },
  },
  checkAddress: { body: { url: 'https://desk.example.com' }, response: { checks: [check] } },
  setAddress: { body: { url: 'https://desk.example.com', replaces }, response },
  getLocalModels: { response: found },
  findLocalModels: { response: found },
  listModels: { body: modelBody, response: { models: ['llama3.2'], problem: null } },
  checkModel: {
    body: { ...modelBody, model: 'llama3.2' },
    response: { firstWordMs: 410, tools: true, structured: true, problem: null },
  },
  connectModel: { body: { ...modelBody, model: 'llama3.2', replaces }, response },
  listConnectedModels: { response: { models: ['llama3.2'], problem: null } },
  changeModel: { body: { revision: 1, model: 'llama3.3' }, response },
  checkSpeech: { body: speechBody, response: { readyMs: 350, problem: null } },
  connectSpeech: { body: { ...speechBody, replaces }, response },
  checkMail: { body: mailBody, response: { sentTo: 'ines@example.com', problem: null } },
  connectMail: { body: { ...mailBody, replaces }, response },
  checkStorage: { body: storageBody, response: { problem: null } },
  connectStorage: { body: { ...storageBody, replaces }, response },
  listConnections: { response },
  replaceSecret: { body: { revision: 1, secret: 'another-example-key' }, response },
  testConnection: { response: { problem: null, ...response } },
  testDefault: {
    response: {
      problem: null,
      model: { firstWordMs: 410, tools: true, structured: true, problem: null },
      ...response,
    },
  },
  disconnect: {
    body: { revision: 1 },
    response: { ...response, restored: [offer.number], notRestored: [] },
  },
  useDefault: { body: { revision: 2 }, response },
  getCalling: { response: { calling: exampleCalling } },
  getGoLive: { response: { goLive: exampleGoLive } },
  lookAt: { body: { item: 'opening' }, response: { goLive: exampleGoLive } },
  goLive: {
    body: { confirmation: 'GS Dental', revision: 0 },
    response: { calling: { ...exampleCalling, side: 'real', revision: 1 } },
  },
  backToSandbox: { body: { revision: 1 }, response: { calling: { ...exampleCalling, revision: 2 } } },
};
