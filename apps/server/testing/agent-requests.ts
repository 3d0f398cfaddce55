import type { AgentConfig, EditedAgent } from '@parley/contract';
import { expect } from 'vitest';
import type { DeskAnswer, DeskClient } from './desk-client.ts';

/** What the screens of Settings ▸ Agents send, for a person. */
export class AgentRequests {
  readonly #client: DeskClient;

  constructor(client: DeskClient) {
    this.#client = client;
  }

  async get(path: string) {
    return (await this.#client.request('GET', path)).body;
  }

  async agent(id: string): Promise<EditedAgent> {
    return (await this.get(`/api/agents/${id}`)).agent;
  }

  async create(
    displayName: string,
    from: object = { kind: 'starter', starter: 'survey' },
  ): Promise<EditedAgent> {
    const { status, body } = await this.#client.request('POST', '/api/agents', { displayName, from });
    expect(status).toBe(200);
    return body.agent;
  }

  /** Saves the draft with a change. */
  async save(id: string, change: (config: AgentConfig) => void): Promise<DeskAnswer> {
    const { draft } = await this.agent(id);
    const config = structuredClone(draft.config);
    change(config);
    return this.#client.request('PUT', `/api/agents/${id}/draft`, { revision: draft.revision, config });
  }

  /** Publishes the draft as it is stored. */
  async publish(id: string, note = ''): Promise<DeskAnswer> {
    const { draft } = await this.agent(id);
    return this.#client.request('POST', `/api/agents/${id}/publish`, { revision: draft.revision, note });
  }

  /** A new agent with version 1; its id. */
  async published(displayName: string, opening = 'Hello, this is the AI assistant.'): Promise<string> {
    const { id } = await this.create(displayName);
    await this.save(id, (config) => {
      config.opening.outbound = opening;
      config.opening.inbound = opening;
    });
    expect(await this.publish(id)).toMatchObject({
      status: 200,
      body: { version: { version: 1 }, created: true },
    });
    return id;
  }

  take(number: string, agentId: string, takenFrom: string | null = null): Promise<DeskAnswer> {
    return this.#client.request('PUT', `/api/numbers/${number}/agent`, { agentId, takenFrom });
  }

  release(number: string): Promise<DeskAnswer> {
    return this.#client.request('DELETE', `/api/numbers/${number}/agent`);
  }
}
