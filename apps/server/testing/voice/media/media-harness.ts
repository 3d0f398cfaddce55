import type { CallReason } from '@parley/contract';
import { realtimeEngine } from '../../../src/adapters/openai-realtime/engine.ts';
import type { CallBrief } from '../../../src/ports/language-model.ts';
import type { SpeechEngine } from '../../../src/ports/speech-engine.ts';
import type { VoiceSocket, VoiceSocketListener } from '../../../src/ports/voice-socket.ts';
import { MediaSession } from '../../../src/voice/media/media-session.ts';
import { type CallManners, plainManners } from '../../../src/voice/session/manners.ts';
import { defaultLimits } from '../../../src/voice/session/settings.ts';
import { builtInTools, ToolRegistry } from '../../../src/voice/tools/tool-registry.ts';
import type { VoiceTool } from '../../../src/voice/tools/voice-tool.ts';
import { ManualClock } from '../../manual-clock.ts';
import type { RealtimeService } from '../../realtime/realtime-service.ts';
import { framesOf, silence, utter } from '../../realtime/speech.ts';
import { audioProtocol } from '../protocols.ts';
import { MemoryTranscriptStore, RecordingLog } from '../relay/relay-harness.ts';
import { StreamCarrier } from './stream-carrier.ts';

/** The carrier's end of a media stream, with its playout controlled by the test. */
export class StreamSocket implements VoiceSocket {
  readonly carrier = new StreamCarrier();
  closedWith: number | null = null;
  #listener: VoiceSocketListener | null = null;

  constructor() {
    this.carrier.onEcho((name) => this.receive({ event: 'mark', mark: { name } }));
  }

  send(text: string): void {
    if (this.closedWith === null) this.carrier.receive(text);
  }

  close(code: number): void {
    if (this.closedWith !== null) return;
    this.closedWith = code;
    setImmediate(() => this.#listener?.closed(code));
  }

  listen(listener: VoiceSocketListener): void {
    this.#listener = listener;
  }

  receive(message: object): void {
    this.#listener?.message(JSON.stringify(message));
  }

  drop(code: number): void {
    this.closedWith ??= code;
    this.#listener?.closed(code);
  }
}

/** One media session with a carrier, clock and stores that the test controls, and the service on loopback. */
export class MediaHarness {
  readonly clock = new ManualClock();
  readonly socket = new StreamSocket();
  readonly transcripts = new MemoryTranscriptStore();
  readonly log = new RecordingLog();
  readonly reasons: CallReason[] = [];
  readonly actions: string[] = [];
  readonly session: MediaSession;
  /** Whether the carrier redirects the call when it is asked to. */
  transferable = true;
  /** What storing a refusal waits for. */
  storing: Promise<void> = Promise.resolve();
  #streamMs = 0;

  constructor(
    brief: CallBrief,
    speech: RealtimeService | SpeechEngine,
    moreTools: readonly VoiceTool[] = [],
    manners: CallManners = plainManners,
  ) {
    const { clock, log, actions, reasons, socket, transcripts } = this;
    const overWire = ({ url, key }: RealtimeService) =>
      realtimeEngine({ url, model: 'gpt-realtime-2.1', key: () => key, log, clock });
    this.session = new MediaSession({
      ...{ call: { tenantId: 'tenant', callId: 'call' }, brief, voice: null, firstOrdinal: 0, manners },
      ...{
        limits: defaultLimits,
        speed: 1,
        socket,
        protocol: audioProtocol,
        streamId: socket.carrier.streamSid,
        transcripts,
        clock,
        log,
      },
      engine: 'connect' in speech ? speech : overWire(speech),
      tools: new ToolRegistry([...builtInTools, ...moreTools]),
      noteReason: async (reason) => {
        reasons.push(reason);
      },
      doNotCall: async () => {
        actions.push('doNotCall');
        await this.storing;
      },
      citeKnowledge: (question, numbers) => actions.push(`cite ${JSON.stringify(numbers)}: ${question}`),
      claimMessage: async () => {
        actions.push('claimMessage');
        return true;
      },
      hangUp: () => actions.push('hangUp'),
      finish: async () => {
        actions.push('finish');
      },
      transfer: async (to) =>
        actions.push(to === null ? 'transfer' : `transfer to ${to}`) > 0 && this.transferable,
    });
    this.session.start();
  }

  /** Advances the clock and the carrier's playout together. */
  advance(ms: number): void {
    for (let left = ms; left > 0; ) {
      const part = Math.min(left, this.socket.carrier.untilMark() || left);
      left -= part;
      this.clock.advance(part);
      this.socket.carrier.play(part);
    }
  }

  /** The other party says something, followed by enough silence to be answered. */
  async callerSays(text: string): Promise<void> {
    for (const payload of framesOf(Buffer.concat([utter(text), silence(600)]))) {
      this.frame(payload);
      // The engine hears and answers over real sockets.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Sends one frame of the other party's audio and advances by its 20 ms. */
  frame(payload: string): void {
    const timestamp = String(this.#streamMs);
    this.#streamMs += 20;
    this.socket.receive({ event: 'media', media: { track: 'inbound', timestamp, payload } });
    this.advance(20);
  }
}
