import {
  type CheckAddressResponse,
  type CheckModelResponse,
  type CheckPhoneResponse,
  type Connections,
  checkAddressResponse,
  checkMailResponse,
  checkModelResponse,
  checkPhoneResponse,
  checkSpeechResponse,
  checkStorageResponse,
  connectionsResponse,
  type DisconnectResponse,
  disconnectResponse,
  type GoLiveState,
  goLiveResponse,
  type LocalModels,
  listModelsResponse,
  localModelsResponse,
  type NumberOffer,
  numbersOfAccountResponse,
  type PointNumbersResponse,
  type Problem,
  pointNumbersResponse,
  testResponse,
} from '@parley/contract';

/** Changes and disconnecting answer with the connections too. */
export function parseConnections(body: unknown): Connections | undefined {
  return connectionsResponse.safeParse(body).data?.connections;
}

export function parsePhoneCheck(body: unknown): CheckPhoneResponse | undefined {
  return checkPhoneResponse.safeParse(body).data;
}

export function parseNumberOffers(body: unknown): readonly NumberOffer[] | undefined {
  return numbersOfAccountResponse.safeParse(body).data?.numbers;
}

export function parsePointed(body: unknown): PointNumbersResponse['results'] | undefined {
  return pointNumbersResponse.safeParse(body).data?.results;
}

export function parseDisconnected(body: unknown): DisconnectResponse | undefined {
  return disconnectResponse.safeParse(body).data;
}

export function parseAddressChecks(body: unknown): CheckAddressResponse['checks'] | undefined {
  return checkAddressResponse.safeParse(body).data?.checks;
}

export function parseLocalModels(body: unknown): LocalModels | undefined {
  return localModelsResponse.safeParse(body).data;
}

export function parseModelList(body: unknown) {
  return listModelsResponse.safeParse(body).data;
}

export function parseModelCheck(body: unknown): CheckModelResponse | undefined {
  return checkModelResponse.safeParse(body).data;
}

export function parseSpeechCheck(body: unknown) {
  return checkSpeechResponse.safeParse(body).data;
}

export function parseMailCheck(body: unknown) {
  return checkMailResponse.safeParse(body).data;
}

export function parseStorageCheck(body: unknown) {
  return checkStorageResponse.safeParse(body).data;
}

/** The fault that a test has found, null when it works; of a model also how it did. */
export function parseTest(
  body: unknown,
): { problem: Problem | null; model?: CheckModelResponse | undefined } | undefined {
  return testResponse.safeParse(body).data;
}

export function parseGoLive(body: unknown): GoLiveState | undefined {
  return goLiveResponse.safeParse(body).data?.goLive;
}
