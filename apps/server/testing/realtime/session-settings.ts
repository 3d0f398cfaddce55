import type { TurnDetection } from './input-audio.ts';
import type { SessionUpdate } from './session-shape.ts';
import { invalid, type WireError } from './wire-error.ts';

/** The settings of one session: the defaults, changed by updates. */
export class SessionSettings {
  readonly model: string;
  /** The voice cannot change once audio has been sent. */
  voiceHeard = false;
  #session: SessionUpdate;

  constructor(model: string) {
    this.model = model;
    this.#session = {
      type: 'realtime',
      model,
      output_modalities: ['audio'],
      instructions: 'You are a helpful assistant.',
      max_output_tokens: 'inf',
      audio: {
        input: {
          format: { type: 'audio/pcm', rate: 24_000 },
          noise_reduction: null,
          transcription: null,
          turn_detection: {
            type: 'server_vad',
            threshold: 0.5,
            prefix_padding_ms: 300,
            silence_duration_ms: 200,
            create_response: true,
            interrupt_response: true,
            idle_timeout_ms: null,
          },
        },
        output: { format: { type: 'audio/pcm', rate: 24_000 }, voice: 'alloy', speed: 1 },
      },
      tools: [],
      tool_choice: 'auto',
    };
  }

  get current(): SessionUpdate {
    return this.#session;
  }

  get instructions(): string {
    return this.#session.instructions ?? '';
  }

  get transcribes(): boolean {
    return this.#session.audio?.input?.transcription != null;
  }

  /** The emulator handles telephone audio only, as the product does. */
  get speaksTelephone(): boolean {
    const { input, output } = this.#session.audio ?? {};
    return input?.format?.type === 'audio/pcmu' && output?.format?.type === 'audio/pcmu';
  }

  get detection(): (TurnDetection & { creates: boolean; interrupts: boolean; prefixMs: number }) | null {
    const detection = this.#session.audio?.input?.turn_detection;
    if (!detection) return null;
    const { create_response: creates = true, interrupt_response: interrupts = true } = detection;
    if (detection.type === 'semantic_vad') {
      return { creates, interrupts, threshold: 0.5, silenceMs: 500, prefixMs: 300 };
    }
    const {
      threshold = 0.5,
      silence_duration_ms: silenceMs = 500,
      prefix_padding_ms: prefixMs = 300,
    } = detection;
    return { creates, interrupts, threshold, silenceMs, prefixMs };
  }

  update(given: SessionUpdate): WireError | null {
    if (given.model !== undefined && given.model !== this.model) {
      return invalid('invalid_value', 'The model of a session cannot be changed.', 'session.model');
    }
    const before = this.#session.audio;
    const { input, output } = given.audio ?? {};
    if (this.voiceHeard && output?.voice !== undefined && !same(output.voice, before?.output?.voice)) {
      return invalid(
        'cannot_update_voice',
        "Cannot update a conversation's voice if assistant audio is present.",
      );
    }
    this.#session = {
      ...this.#session,
      ...given,
      audio: { input: { ...before?.input, ...input }, output: { ...before?.output, ...output } },
    };
    return null;
  }
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
