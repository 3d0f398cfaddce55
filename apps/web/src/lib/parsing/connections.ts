import {
  type ConnectionKind,
  checkAddressResponse,
  checkMailResponse,
  checkModelResponse,
  checkPhoneResponse,
  checkSpeechResponse,
  checkStorageResponse,
  connectionKinds,
  connectionStatus,
  disconnectResponse,
  goLiveResponse,
  type LocalModels,
  listModelsResponse,
  localModelsResponse,
  type NumberOffer,
  numbersOfAccountResponse,
  pointNumbersResponse,
  problem,
  testResponse,
  type Check as WireCheck,
  type Connections as WireConnections,
  type GoLiveState as WireGoLive,
  type MayChange as WireMayChange,
  type ConnectionStatus as WireStatus,
} from '@parley/contract';
import { asNumber, asObject, asString, type OpenEnum, parseList, reportInvalid } from './json.ts';
import { type Opened, readOpen } from './open.ts';

/** What is wrong is shown by its sentence, so its code may be any. */
const codes = { words: ['code'] } as const;

export type KnownStatus = Opened<WireStatus, 'code'>;
/** `unread`: in a state, or of a kind, that this page does not know; `said`: the word for it, if there is one. */
export type ConnectionStatus = KnownStatus | { state: 'unread'; said: string };
export type MayChange = OpenEnum<WireMayChange>;

export interface Connections
  extends Omit<WireConnections, ConnectionKind | 'mayChange'>,
    Readonly<Record<ConnectionKind, ConnectionStatus>> {
  mayChange: Readonly<Record<ConnectionKind, MayChange>>;
}

/** Changes and disconnecting answer with the connections too. */
export function parseConnections(body: unknown): Connections | undefined {
  const fields = asObject(asObject(body)?.connections);
  const localPort = asNumber(fields?.localPort);
  if (fields === null || localPort === null) return undefined;
  return {
    ...byKind((kind) => parseStatus(kind, fields[kind])),
    mayChange: byKind((kind) => asString(asObject(fields.mayChange)?.[kind]) ?? ''),
    carrierOnThisMachine: fields.carrierOnThisMachine === true,
    localPort,
  };
}

function byKind<Value>(read: (kind: ConnectionKind) => Value): Record<ConnectionKind, Value> {
  return Object.fromEntries(connectionKinds.map((kind) => [kind, read(kind)])) as Record<
    ConnectionKind,
    Value
  >;
}

function parseStatus(kind: ConnectionKind, value: unknown): ConnectionStatus {
  const status = readOpen(connectionStatus, value, codes);
  if (status !== undefined) return status;
  reportInvalid(`connection "${kind}"`);
  return { state: 'unread', said: asString(asObject(value)?.state) ?? '' };
}

export function parseProblem(value: unknown) {
  return readOpen(problem, value, codes);
}

export function parsePhoneCheck(body: unknown) {
  return readOpen(checkPhoneResponse, body, {
    words: ['code', 'type'],
    lists: { numbers: 'number of the account' },
  });
}

export type PhoneCheck = NonNullable<ReturnType<typeof parsePhoneCheck>>;

export function parseNumberOffers(body: unknown): readonly NumberOffer[] | undefined {
  return readOpen(numbersOfAccountResponse, body, { lists: { numbers: 'number of the account' } })?.numbers;
}

export function parsePointed(body: unknown) {
  return readOpen(pointNumbersResponse, body, { ...codes, lists: { results: 'pointed number' } })?.results;
}

export type Pointed = NonNullable<ReturnType<typeof parsePointed>>;

/** The connections in the same answer are read by themselves. */
export function parseDisconnected(body: unknown) {
  const fields = asObject(body);
  const lines = disconnectResponse.shape.notRestored;
  return {
    notRestored: parseList(
      fields?.notRestored,
      'line',
      (value) => readOpen(lines, [value], codes)?.[0] ?? null,
    ),
  };
}

/** A line whose old values the carrier did not take back. */
export type LeftLine = ReturnType<typeof parseDisconnected>['notRestored'][number];

export type Check = Opened<WireCheck, 'state'>;

export function parseAddressChecks(body: unknown): Check[] | undefined {
  return readOpen(checkAddressResponse, body, { words: ['state'], lists: { checks: 'check' } })?.checks;
}

export function parseLocalModels(body: unknown): LocalModels | undefined {
  return readOpen(localModelsResponse, body, { lists: { found: 'model server' } });
}

export function parseModelList(body: unknown) {
  return readOpen(listModelsResponse, body, codes);
}

export function parseModelCheck(body: unknown) {
  return readOpen(checkModelResponse, body, codes);
}

export function parseSpeechCheck(body: unknown) {
  return readOpen(checkSpeechResponse, body, codes);
}

export function parseMailCheck(body: unknown) {
  return readOpen(checkMailResponse, body, codes);
}

export function parseStorageCheck(body: unknown) {
  return readOpen(checkStorageResponse, body, codes);
}

export type ModelCheck = NonNullable<ReturnType<typeof parseModelCheck>>;

/** The fault that a test has found, null when it works; of a model also how it did. */
export function parseTest(body: unknown) {
  const { problem: found, model } = testResponse.shape;
  const fields = asObject(body);
  return {
    problem: readOpen(found, fields?.problem ?? null, codes) ?? null,
    model: readOpen(model, fields?.model, codes),
  };
}

export type GoLiveState = Opened<WireGoLive, 'state'>;

export function parseGoLive(body: unknown): GoLiveState | undefined {
  return readOpen(goLiveResponse, body, { words: ['state'], lists: { checks: 'check' } })?.goLive;
}
