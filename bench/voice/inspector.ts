import { once } from 'node:events';

/** Node's inspector, used to collect garbage before memory is read. */
export class Inspector {
  readonly #socket: WebSocket;
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** Flags with which a process lets itself be inspected on this port. */
  static flags(port: number): string[] {
    return [`--inspect=127.0.0.1:${port}`, '--inspect-publish-uid=http'];
  }

  static async open(port: number): Promise<Inspector> {
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
    const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
    const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
    await once(socket, 'open');
    return new Inspector(socket);
  }

  async collectGarbage(): Promise<void> {
    await this.#ask('HeapProfiler.collectGarbage');
  }

  close(): void {
    this.#socket.close();
  }

  async #ask(method: string): Promise<void> {
    const id = ++this.#asked;
    const { promise, resolve } = Promise.withResolvers<void>();
    const hear = ({ data }: MessageEvent) => {
      if (JSON.parse(String(data)).id === id) resolve();
    };
    this.#socket.addEventListener('message', hear);
    this.#socket.send(JSON.stringify({ id, method }));
    await promise;
    this.#socket.removeEventListener('message', hear);
  }
}
