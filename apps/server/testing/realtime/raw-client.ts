import { WebSocket } from 'ws';
import { EventLog, type WireEvent } from './event-log.ts';
import type { RealtimeService } from './realtime-service.ts';

/** A plain client, for tests of the emulator itself. */
export class RawClient {
  readonly events = new EventLog();
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #socket: WebSocket;

  constructor(
    service: RealtimeService,
    { model = 'gpt-realtime-2.1', ...headers }: { model?: string; [header: string]: string } = {},
  ) {
    const url = model === '' ? service.url : `${service.url}?model=${model}`;
    this.#socket = new WebSocket(url, { headers: { Authorization: `Bearer ${service.key}`, ...headers } });
    this.#socket.on('message', (data) => this.events.add(JSON.parse(String(data)) as WireEvent));
    this.closed = new Promise((resolve) => {
      this.#socket.on('error', () => {});
      this.#socket.on('unexpected-response', (_request, response) => {
        resolve({ code: response.statusCode ?? 0, reason: 'refused' });
        this.#socket.terminate();
      });
      this.#socket.on('close', (code, reason) => {
        this.events.end(`closed with ${code}`);
        resolve({ code, reason: String(reason) });
      });
    });
  }

  send(event: object | string): void {
    this.#socket.send(typeof event === 'string' ? event : JSON.stringify(event));
  }

  /** Sends an event and waits for the error it causes. */
  async refusal(event: object): Promise<{ code: unknown; param: unknown }> {
    const before = this.events.ofType('error').length;
    this.send(event);
    const errors = await this.events.untilCount('error', before + 1);
    const error = errors.at(-1)?.error as { code: unknown; param: unknown } | undefined;
    return { code: error?.code, param: error?.param };
  }

  close(): void {
    this.#socket.terminate();
  }
}

/** A session as the product sets it up. */
export const telephoneSession = {
  type: 'realtime',
  output_modalities: ['audio'],
  instructions: 'You answer the phone of a dental practice.',
  audio: {
    input: {
      format: { type: 'audio/pcmu' },
      noise_reduction: null,
      transcription: { model: 'gpt-transcribe', language: 'en' },
      turn_detection: {
        ...{ type: 'server_vad', threshold: 0.5, prefix_padding_ms: 300, silence_duration_ms: 500 },
        ...{ create_response: true, interrupt_response: true, idle_timeout_ms: null },
      },
    },
    output: { format: { type: 'audio/pcmu' }, voice: 'marin', speed: 1 },
  },
  tools: [{ type: 'function', name: 'end_call', parameters: { type: 'object', properties: {} } }],
  tool_choice: 'auto',
};
