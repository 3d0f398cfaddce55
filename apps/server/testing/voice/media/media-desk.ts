import type { CallReason } from '@parley/contract';
import { realtimeEngine } from '../../../src/adapters/openai-realtime/engine.ts';
import type { CallBrief } from '../../../src/ports/language-model.ts';
import type { SpeechEngine } from '../../../src/ports/speech-engine.ts';
import type { VoiceSocket, VoiceSocketListener } from '../../../src/ports/voice-socket.ts';
import { MediaSession } from '../../../src/voice/media/media-session.ts';
import { defaultLimits } from '../../../src/voice/session/settings.ts';
import { HandClock } from '../../realtime/manual-clock.ts';
import type { RealtimeService } from '../../realtime/realtime-service.ts';
import { framesOf, silence, utter } from '../../realtime/speech.ts';
import { MemoryTranscriptStore, SilentLog } from '../relay/relay-desk.ts';
import { StreamCarrier } from './stream-carrier.ts';

/** The carrier's end of a media stream, with its buffer played by hand. */
export class StreamSocket implements VoiceSocket {
  readonly carrier = new StreamCarrier();
  closedWith: number | null = null;
  #listener: VoiceSocketListener | null = null;

  constructor() {
    this.carrier.onEcho((name) => this.tell({ event: 'mark', mark: { name } }));
  }

  send(text: string): void {
    if (this.closedWith === null) this.carrier.take(text);
  }

  close(code: number): void {
    if (this.closedWith !== null) return;
    this.closedWith = code;
    setImmediate(() => this.#listener?.closed(code));
  }

  listen(listener: VoiceSocketListener): void {
    this.#listener = listener;
  }

  tell(message: object): void {
    this.#listener?.message(JSON.stringify(message));
  }

  drop(code: number): void {
    this.closedWith ??= code;
    this.#listener?.closed(code);
  }
}

/** One session over a media stream with everything around it in the test's hands, and the service on loopback. */
export class MediaDesk {
  readonly clock = new HandClock();
  readonly socket = new StreamSocket();
  readonly transcripts = new MemoryTranscriptStore();
  readonly log = new SilentLog();
  readonly reasons: CallReason[] = [];
  readonly actions: string[] = [];
  readonly session: MediaSession;
  /** Whether the carrier redirects the call when it is asked to. */
  transferable = true;
  #streamMs = 0;

  constructor(brief: CallBrief, speech: RealtimeService | SpeechEngine) {
    const { clock, log, actions, reasons, socket, transcripts } = this;
    const overWire = ({ url, key: apiKey }: RealtimeService) =>
      realtimeEngine({ url, model: 'gpt-realtime-2.1', apiKey, log, clock });
    this.session = new MediaSession({
      ...{ call: { tenantId: 'practice', callId: 'call' }, brief, voice: null, firstOrdinal: 0 },
      ...{
        limits: defaultLimits,
        speed: 1,
        socket,
        streamSid: socket.carrier.streamSid,
        transcripts,
        clock,
        log,
      },
      engine: 'connect' in speech ? speech : overWire(speech),
      noteReason: async (reason) => {
        reasons.push(reason);
      },
      doNotCall: () => actions.push('doNotCall'),
      hangUp: () => actions.push('hangUp'),
      finish: async () => {
        actions.push('finish');
      },
      transfer: async () => actions.push('transfer') > 0 && this.transferable,
    });
    this.session.start();
  }

  /** Time passes, for the carrier and for everybody else. */
  pass(ms: number): void {
    for (let left = ms; left > 0; ) {
      const part = Math.min(left, this.socket.carrier.untilMark() || left);
      left -= part;
      this.clock.pass(part);
      this.socket.carrier.play(part);
    }
  }

  /** The other party says something, and then nothing for long enough to be answered. */
  async callerSays(text: string): Promise<void> {
    for (const payload of framesOf(Buffer.concat([utter(text), silence(600)]))) {
      this.frame(payload);
      // The engine hears and answers over real sockets.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Twenty milliseconds, with this sound of the other party's in them. */
  frame(payload: string): void {
    const timestamp = String(this.#streamMs);
    this.#streamMs += 20;
    this.socket.tell({ event: 'media', media: { track: 'inbound', timestamp, payload } });
    this.pass(20);
  }
}
