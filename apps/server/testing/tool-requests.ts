import { emptyHttpTool, type HttpToolConfig, type McpServer, type SaveMcpServerBody } from '@parley/contract';
import { expect } from 'vitest';
import type { DeskAnswer, DeskClient } from './desk-client.ts';

/** A tool that looks free times up at an address. */
export const toolAt = (
  name: string,
  address: string,
  change: Partial<HttpToolConfig> = {},
): HttpToolConfig => ({
  ...emptyHttpTool(name),
  ...{ purpose: 'Finds free times on a day.', address },
  inputs: {
    type: 'object',
    properties: { day: { type: 'string' } },
    required: ['day'],
    additionalProperties: false,
  },
  ...change,
});

/** The header in which a tool sends a secret. */
export const bearing = (secret: string): HttpToolConfig['headers'][number] => ({
  name: 'Authorization',
  value: { kind: 'secret', prefix: 'Bearer ', secret },
});

/** What the screens of Settings ▸ Tools send, for a person. */
export class ToolRequests {
  readonly #client: DeskClient;

  constructor(client: DeskClient) {
    this.#client = client;
  }

  list = () => this.#client.request('GET', '/api/tools');
  get = (id: string) => this.#client.request('GET', `/api/tools/${id}`);
  servers = () => this.#client.request('GET', '/api/tools/mcp');
  secrets = () => this.#client.request('GET', '/api/tools/secrets');

  create(config: object, key?: string): Promise<DeskAnswer> {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return this.#client.request('POST', '/api/tools', { config }, headers);
  }

  /** Creates one that must be accepted; its id. */
  async created(config: object): Promise<string> {
    const answer = await this.create(config);
    expect(answer).toMatchObject({ status: 200, body: { tool: { revision: 1 } } });
    return answer.body.tool.id;
  }

  save(id: string, revision: number, config: object): Promise<DeskAnswer> {
    return this.#client.request('PUT', `/api/tools/${id}`, { revision, config });
  }

  remove(id: string, revision: number): Promise<DeskAnswer> {
    return this.#client.request('DELETE', `/api/tools/${id}?revision=${revision}`);
  }

  tryHttp(config: object, input: object): Promise<DeskAnswer> {
    return this.#client.request('POST', '/api/tools/try', { kind: 'http', config, input });
  }

  tryMcp(server: string, name: string, input: object): Promise<DeskAnswer> {
    return this.#client.request('POST', '/api/tools/try', { kind: 'mcp', server, name, input });
  }

  openApi(body: object): Promise<DeskAnswer> {
    return this.#client.request('POST', '/api/tools/openapi', body);
  }

  putSecret(name: string, value: unknown): Promise<DeskAnswer> {
    return this.#client.request('PUT', `/api/tools/secrets/${name}`, { value });
  }

  removeSecret(name: string): Promise<DeskAnswer> {
    return this.#client.request('DELETE', `/api/tools/secrets/${name}`);
  }

  addServer(body: object, key?: string): Promise<DeskAnswer> {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return this.#client.request('POST', '/api/tools/mcp', body, headers);
  }

  /** Lists the tools of a server anew. */
  look(id: string): Promise<DeskAnswer> {
    return this.#client.request('POST', `/api/tools/mcp/${id}/look`);
  }

  removeServer(id: string, revision: number): Promise<DeskAnswer> {
    return this.#client.request('DELETE', `/api/tools/mcp/${id}?revision=${revision}`);
  }

  /** Saves a server as somebody sees it, with what they decide about its tools. */
  decide(
    server: McpServer,
    decide: (tool: McpServer['tools'][number]) => Partial<SaveMcpServerBody['tools'][number]> | null,
  ): Promise<DeskAnswer> {
    const { id, revision, name, address, headers } = server;
    const tools = server.tools.flatMap((tool) => {
      const decision = decide(tool);
      const { description, inputSchema, state, offered, ...kept } = tool;
      return decision === null ? [] : [{ ...kept, ...decision }];
    });
    return this.#client.request('PUT', `/api/tools/mcp/${id}`, { revision, name, address, headers, tools });
  }
}
