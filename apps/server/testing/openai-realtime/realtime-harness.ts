import { type RealtimeEngineOptions, realtimeEngine } from '../../src/adapters/openai-realtime/engine.ts';
import type { Log } from '../../src/ports/log.ts';
import type { SpeechBrief, SpeechSession } from '../../src/ports/speech-engine.ts';
import { doNotCall } from '../../src/voice/tools/do-not-call.ts';
import { endCall } from '../../src/voice/tools/end-call.ts';
import { ManualClock } from '../manual-clock.ts';
import { RealtimeService } from '../realtime/realtime-service.ts';
import type { RealtimeSession } from '../realtime/realtime-session.ts';
import { framesOf, silence } from '../realtime/speech.ts';
import { SpeechRecorder } from '../realtime/speech-recorder.ts';

export const brief: SpeechBrief = {
  prompt: 'You answer the phone of a dental practice.',
  tools: [endCall, doNotCall],
  voice: null,
  language: 'en-US',
  history: [],
};

/** The engine connected to an emulator of the service, with a manual clock. */
export class RealtimeHarness {
  readonly service: RealtimeService;
  readonly clock = new ManualClock();
  readonly warnings: object[] = [];
  readonly #open: SpeechSession[] = [];

  private constructor(service: RealtimeService) {
    this.service = service;
  }

  static async start(): Promise<RealtimeHarness> {
    return new RealtimeHarness(await RealtimeService.start());
  }

  connect(
    over: Partial<SpeechBrief> = {},
    options: Partial<RealtimeEngineOptions> = {},
  ): { session: SpeechSession; heard: SpeechRecorder } {
    const heard = new SpeechRecorder();
    const engine = realtimeEngine({
      ...{ url: this.service.url, model: 'gpt-realtime-2.1', key: () => this.service.key },
      ...{ log: this.#log(), clock: this.clock, ...options },
    });
    const session = engine.connect({ ...brief, ...over }, heard);
    this.#open.push(session);
    return { session, heard };
  }

  /** Both ends of a session that has received its first audio. */
  async listening(
    over: Partial<SpeechBrief> = {},
    options: Partial<RealtimeEngineOptions> = {},
  ): Promise<{ session: SpeechSession; heard: SpeechRecorder; other: RealtimeSession }> {
    const { session, heard } = this.connect(over, options);
    const other = await this.service.session(this.service.sessions.length + 1);
    session.appendAudio(framesOf(silence(20))[0] ?? '');
    await other.received.until('input_audio_buffer.append');
    return { session, heard, other };
  }

  async stop(): Promise<void> {
    for (const session of this.#open) session.close();
    await this.service.stop();
  }

  #log(): Log {
    const keep = (fields: object) => void this.warnings.push(fields);
    return { debug: keep, info: keep, warn: keep, error: keep };
  }
}
