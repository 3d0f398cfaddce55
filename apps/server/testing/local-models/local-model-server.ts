import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What each kind of server answers, beside the list of models that all have. */
const ownAnswers = {
  ollama: (models: readonly string[]) => ({
    '/api/tags': {
      models: models.map((name) => ({
        ...{ name, model: name, size: 2_019_393_189, digest: 'a80c4f17acd5' },
        details: { format: 'gguf', family: /nomic/.test(name) ? 'nomic-bert' : 'llama', families: null },
      })),
    },
  }),
  'lm-studio': (models: readonly string[]) => ({
    '/api/v0/models': {
      object: 'list',
      data: models.map((id) => ({
        ...{ id, object: 'model', state: 'loaded', max_context_length: 131_072 },
        type: /nomic/.test(id) ? 'embeddings' : 'llm',
      })),
    },
  }),
  'llama.cpp': () => ({
    '/props': { default_generation_settings: { n_ctx: 4096 }, total_slots: 1, model_path: '/m/model.gguf' },
  }),
  vllm: () => ({ '/version': { version: '0.11.0' } }),
  other: () => ({}),
} satisfies Record<string, (models: readonly string[]) => Record<string, unknown>>;

export type LocalServerKind = keyof typeof ownAnswers;

/** A model server on loopback as discovery sees it. Answers to conversations are given by `chat`. */
export class LocalServer {
  readonly requests: string[] = [];
  #server: Server | null = null;
  #port = 0;
  readonly #listener: RequestListener;

  constructor(
    kind: LocalServerKind,
    models: readonly string[],
    chat: RequestListener = (_request, response) => void response.writeHead(404).end(),
  ) {
    const answers: Record<string, unknown> = {
      '/v1/models': { object: 'list', data: models.map((id) => ({ id, object: 'model', created: 1 })) },
      ...ownAnswers[kind](models),
    };
    this.#listener = (request, response) => {
      this.requests.push(request.url ?? '');
      const answer = answers[request.url ?? ''];
      if (request.method !== 'GET') chat(request, response);
      else if (answer === undefined) response.writeHead(404).end('{"error":"not found"}');
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    };
  }

  /** Starts it, again on the same port after a stop. */
  async start(): Promise<this> {
    if (this.#server) return this;
    const server = createServer(this.#listener);
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (server.address() as AddressInfo).port;
    return this;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/v1`;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    server?.closeAllConnections();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }
}
