import { createHash } from 'node:crypto';
import type { Campaign } from '@parley/contract';
import { HttpConnection, requestText } from '../desk/http-connection.ts';
import type { Product } from '../desk/product.ts';

/** Whoever has a number that begins so is busy: the shortest call possible, with all its callbacks. */
export const busyBeginning = '+1202';
const rowsAtOnce = 1_000;

const allDay = [{ from: '00:00', to: '00:00' }];
const hours = {
  ...{ monday: allDay, tuesday: allDay, wednesday: allDay, thursday: allDay, friday: allDay },
  ...{ saturday: allDay, sunday: allDay },
};

export interface MadeCampaign {
  readonly id: string;
  readonly seconds: number;
}

/** What somebody does with campaigns in one organization. */
export class CampaignBench {
  readonly connection: HttpConnection;
  readonly token: string;
  #made = 0;

  constructor(connection: HttpConnection, token: string) {
    this.connection = connection;
    this.token = token;
  }

  static async open({ port }: Product, token: string): Promise<CampaignBench> {
    const desk = new CampaignBench(await HttpConnection.open(port), token);
    await desk.send('GET', '/api/agents');
    return desk;
  }

  async send(method: string, path: string, body?: unknown) {
    const answer = await this.connection.send(requestText({ method, path, token: this.token, body }));
    if (answer.status !== 200)
      throw new Error(`${path} answered ${answer.status}: ${answer.body.toString('utf8', 0, 300)}`);
    return JSON.parse(answer.body.toString());
  }

  /** A draft with people who are busy, no two with one number. `seconds`: how long it took to send their rows. */
  async make(people: number, upTo = people): Promise<MadeCampaign> {
    this.#made += 1;
    const agentId = 'gs-dental';
    const name = `Recall ${this.#made}`;
    const { template } = await this.send('POST', '/api/templates/templates', {
      ...{ name, agentId, prompt: 'Remind <Name> of the appointment.', placeholders: { Name: '' } },
    });
    const { campaign } = await this.send('POST', '/api/campaigns', {
      ...{ name, purpose: 'reminder', agentId, templateId: template._id },
    });
    const { id } = campaign as Campaign;
    const columns = { name: 0, number: 1, timeZone: 2, lastName: null, consent: null, externalId: null };
    const { campaign: described } = await this.send('PUT', `/api/campaigns/${id}/file`, {
      ...{ fileName: 'recall.csv', digest: createHash('sha256').update(name).digest('hex') },
      ...{ header: ['Name', 'Phone', 'Zone'], columns: { ...columns, notes: null }, country: 'US' },
      ...{ placeholders: { Name: 0 }, rowsInFile: people },
    });
    const first = 2_000_000 + this.#made * 100_000;
    const began = performance.now();
    for (let from = 0; from < upTo; from += rowsAtOnce)
      await this.send('POST', `/api/campaigns/${id}/rows`, {
        file: described.file.file,
        rows: Array.from({ length: Math.min(rowsAtOnce, people - from) }, (_, n) => ({
          ...{ row: from + n + 2, problem: null },
          cells: [
            `Person ${from + n}`,
            `${busyBeginning}${String(first + from + n).padStart(7, '0')}`,
            'America/New_York',
          ],
        })),
      });
    return { id, seconds: (performance.now() - began) / 1_000 };
  }

  /** Calls at any hour, and everybody once. */
  async setPace(id: string, perMinute: number): Promise<void> {
    const { campaign } = await this.send('GET', `/api/campaigns/${id}`);
    const { revision, name, policy } = campaign as Campaign;
    const breaker = { calls: 200, failures: 100, hangUps: 100, optOuts: 100 };
    const changed = { ...policy, hours, attempts: 1, atOnce: 50, perMinute, breaker };
    await this.send('PUT', `/api/campaigns/${id}`, { revision, name, policy: changed });
  }

  async start(id: string): Promise<void> {
    const { campaign } = await this.send('GET', `/api/campaigns/${id}`);
    await this.send('POST', `/api/campaigns/${id}/start`, {
      ...{ revision: (campaign as Campaign).revision, at: null, ground: true },
    });
  }

  pause(id: string): Promise<unknown> {
    return this.send('POST', `/api/campaigns/${id}/pause`);
  }

  resume(id: string): Promise<unknown> {
    return this.send('POST', `/api/campaigns/${id}/resume`);
  }
}

export async function makePeopleBusy(labPort: number): Promise<void> {
  const address = `http://127.0.0.1:${labPort}/lab/callee-ranges/${busyBeginning}`;
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(address, {
    method: 'PUT',
    headers,
    body: JSON.stringify({ callees: ['busy'] }),
  });
  if (!answer.ok) throw new Error(`phone-lab answered ${answer.status}: ${await answer.text()}`);
}
