import type { ConnectionStatus, LookedAtItem, NumberOffer } from '@parley/contract';
import type { Lab } from '@parley/phone-lab';
import { expect } from 'vitest';
import type { DeskAnswer, DeskClient } from './desk-client.ts';

/** What an administrator of an organization does with its phone account, over the API. */
export class ConnectedOrganization {
  readonly client: DeskClient;
  readonly lab: Lab;

  constructor(client: DeskClient, lab: Lab) {
    this.client = client;
    this.lab = lab;
  }

  get credentials() {
    const { accountSid, authToken } = this.lab;
    return { accountSid, authToken, apiKey: null };
  }

  #sids: ReadonlyMap<string, string> | null = null;

  async offers(): Promise<NumberOffer[]> {
    const checked = await this.client.request('POST', '/api/connections/phone/check', this.credentials);
    expect(checked).toMatchObject({ status: 200, body: { problem: null } });
    return checked.body.numbers;
  }

  /** With these numbers; the first is the one that calls come from. */
  async connect(numbers: readonly string[], more: object = {}): Promise<DeskAnswer> {
    this.#sids ??= new Map((await this.offers()).map(({ number, sid }) => [number, sid]));
    const sids = numbers.map((number) => this.#sids?.get(number) ?? '');
    return this.client.request('POST', '/api/connections/phone', {
      ...{ ...this.credentials, numbers: sids, main: sids[0], replaces: null },
      ...{ callsAtOnce: 1000, callsPerSecond: 100, countries: ['US'] },
      ...more,
    });
  }

  async phone(): Promise<Extract<ConnectionStatus, { id: string }>> {
    const { body } = await this.client.request('GET', '/api/connections');
    return body.connections.phone;
  }

  /** Says that calls are real, as a person does who has looked at everything. */
  async goLive(): Promise<void> {
    const items: LookedAtItem[] = ['opening', 'limits', 'dnc', 'access'];
    for (const item of items) await this.client.request('PUT', '/api/go-live/looked-at', { item });
    const { body } = await this.client.request('GET', '/api/go-live');
    const { organizationName, revision } = body.goLive;
    const live = await this.client.request('POST', '/api/go-live', {
      ...{ confirmation: organizationName, revision },
    });
    expect(live).toMatchObject({ status: 200, body: { calling: { side: 'real', refused: null } } });
  }

  async point(number: string): Promise<DeskAnswer> {
    const { id } = await this.phone();
    const { body } = await this.client.request('GET', `/api/connections/phone/${id}/numbers`);
    const offer = (body.numbers as NumberOffer[]).find((one) => one.number === number);
    return this.client.request('POST', `/api/connections/phone/${id}/point`, {
      numbers: [{ sid: offer?.sid, seen: offer?.webhooks }],
    });
  }

  async replaceToken(authToken: string): Promise<DeskAnswer> {
    const { id, revision } = await this.phone();
    return this.client.request('PUT', `/api/connections/phone/${id}`, {
      ...{ revision, secrets: { authToken, apiKey: null } },
    });
  }

  async disconnect(): Promise<DeskAnswer> {
    const { id, revision } = await this.phone();
    return this.client.request('POST', `/api/connections/${id}/disconnect`, { revision });
  }
}
