import type { CallBrief } from '../../ports/language-model.ts';
import type { SpeechEngine } from '../../ports/speech-engine.ts';
import type { VoiceSocket } from '../../ports/voice-socket.ts';
import type { ToolName } from '../../ports/voice-tools.ts';
import { type CallActions, EffectHandler } from '../effect-handler.ts';
import type { LiveSession } from '../live-sessions.ts';
import { openingText } from '../opening.ts';
import { writePrompt } from '../prompt.ts';
import { continuesUtterance, passesAudio } from '../session/audio-passthrough.ts';
import type { EndReason } from '../session/effects.ts';
import type { CarrierEvent, EngineEvent, SessionEvent } from '../session/events.ts';
import { englishPhrases, type SessionLimits } from '../session/settings.ts';
import type { SessionState } from '../session/state.ts';
import { type HandledEffect, type SessionInput, SessionRunner } from '../session-runner.ts';
import { CarrierStream, isStreamEffect, type StreamEffect } from './carrier-stream.ts';
import { EngineConnection } from './engine-connection.ts';
import { type EngineEffect, isEngineEffect } from './engine-effects.ts';
import { IncomingAudio } from './incoming-audio.ts';
import { isApologyDue, mayEndUtterance } from './state-checks.ts';
import { readAudioFrame, readStreamMessage } from './stream-messages.ts';

export interface MediaSessionDeps extends CallActions {
  readonly brief: CallBrief;
  readonly voice: string | null;
  readonly firstOrdinal: number;
  readonly limits: SessionLimits;
  readonly speed: number;
  readonly socket: VoiceSocket;
  readonly streamSid: string;
  readonly engine: SpeechEngine;
  /** Writes down that the session ended as it should: the carrier will ask what to do with the call. */
  finish(): Promise<void>;
  /** Connects the other party with a person, by redirecting the live call. False when the carrier would not. */
  transfer(): Promise<boolean>;
}

/** How long the carrier may take to ask, once the socket is closed, what the other party shall hear instead of us. */
const askMs = 3_000;

/** One conversation over a media stream: sound goes through, an engine hears and speaks by itself. */
export class MediaSession implements LiveSession {
  readonly done: Promise<void>;
  readonly #deps: MediaSessionDeps;
  readonly #common: EffectHandler;
  readonly #engine: EngineConnection;
  readonly #runner: SessionRunner;
  readonly #incoming = new IncomingAudio((payload) => {
    if (passesAudio(this.#runner.state)) this.#engine.appendAudio(payload);
  });
  readonly #line: CarrierStream;
  /** Sound that has gone to the carrier, and that the session is still to be told of. */
  #untold: { readonly itemId: string; ms: number } | null = null;
  #ended = false;
  #sign = false;
  #apologyDue = false;

  constructor(deps: MediaSessionDeps) {
    this.#deps = deps;
    this.#line = new CarrierStream(deps.streamSid);
    this.#common = new EffectHandler(deps, (at) => this.#runner.wallTime(at));
    this.#runner = new SessionRunner({
      ...{ clock: deps.clock, speed: deps.speed, log: deps.log },
      settings: {
        speech: 'audio',
        opening: openingText(deps.brief),
        canTransfer: deps.brief.canTransfer,
        firstOrdinal: deps.firstOrdinal,
        phrases: englishPhrases,
        limits: deps.limits,
      },
      pendingEvents: (event) => this.#before(event),
      handle: (deed, state) => this.#act(deed, state),
    });
    this.#engine = new EngineConnection({
      ...deps,
      brief: { ...spokenBrief(deps.brief), voice: deps.voice, callId: deps.call.callId },
      history: () =>
        this.#runner.state.history.toSorted((a, b) => a.ordinal - b.ordinal).map(({ entry }) => entry),
      onEvent: (event) => this.#fromEngine(event),
      onGone: () => this.#onEngineGone(),
    });
    this.done = this.#runner.closed.then((reason) => this.#leave(reason));
  }

  /** The carrier has said whose call it is: speak. */
  start(): void {
    this.#deps.socket.listen({
      message: (text) => this.#message(text),
      audio: (text) => this.#sound(text),
      // A carrier that hangs up says so before it closes.
      closed: () => this.send({ type: 'carrier.stopped', how: this.#ended ? 'hung_up' : 'dropped' }),
    });
    this.send({ type: 'carrier.started' });
  }

  send(input: SessionInput): void {
    this.#runner.send(input);
  }

  takeActivity(): boolean {
    const sign = this.#sign;
    this.#sign = false;
    return sign;
  }

  async #leave(reason: EndReason): Promise<void> {
    this.#engine.close();
    this.#deps.log.info(this.#engine.counts(), 'media stream session ended');
    if (!this.#ended)
      this.#deps.socket.close(reason === 'server_stopped' ? 1001 : 1000, 'The session is over.');
    await this.#common.settled();
    if (this.#apologyDue) await new Promise<void>((resolve) => this.#deps.clock.after(askMs, resolve));
  }

  #message(text: string): void {
    this.#sign = true;
    const message = readStreamMessage(text);
    if (message === null) {
      this.#deps.log.warn({}, 'unreadable message from the carrier on a media stream');
      return;
    }
    if (message.kind === 'media') {
      this.#incoming.pass(message);
      return;
    }
    const event = this.#line.toEvent(message, this.#runner.now());
    if (event) this.send(event);
  }

  #sound(text: string): boolean {
    const sound = readAudioFrame(text);
    if (!sound) return false;
    this.#sign = true;
    this.#incoming.pass(sound);
    return true;
  }

  #fromEngine(event: EngineEvent): void {
    if (event.type === 'engine.audio' && this.#playOn(event)) return;
    this.send(event);
  }

  /** Plays what is only more of the same at once; the session is told of it before anything else happens. */
  #playOn({ itemId, ms, payload }: Extract<EngineEvent, { type: 'engine.audio' }>): boolean {
    const untoldMs = (this.#untold?.ms ?? 0) + ms;
    if (!continuesUtterance(this.#runner.state, itemId, untoldMs)) return false;
    this.#speak({ type: 'play', itemId, payload });
    if (this.#untold) this.#untold.ms = untoldMs;
    else this.#untold = { itemId, ms };
    return true;
  }

  #before(event: SessionEvent): readonly CarrierEvent[] {
    const heard = mayEndUtterance(event, this.#runner.state) ? this.#line.playedBy(event.at) : null;
    const untold = this.#untold;
    this.#untold = null;
    if (untold) return [{ type: 'carrier.audioSent', ...untold }, ...(heard ? [heard] : [])];
    return heard ? [heard] : [];
  }

  #act(deed: HandledEffect, state: SessionState): void {
    if (isStreamEffect(deed)) {
      this.#speak(deed);
    } else if (isEngineEffect(deed)) this.#tellEngine(deed, state);
    else if (deed.type === 'end') this.#end(state);
    else if (deed.type === 'transfer') this.#transfer();
    else this.#common.handle(deed, state);
  }

  #speak(effect: StreamEffect): void {
    this.#deps.socket.send(this.#line.toMessage(effect, this.#runner.now()));
  }

  #tellEngine(deed: EngineEffect, state: SessionState): void {
    // Why it ended is known now, although the last words are still to come.
    if (deed.type === 'endOfAudio') this.#common.noteEndReason(state);
    this.#engine.handle(deed);
  }

  /** Closing the socket hands the call back to the carrier, which asks how it goes on: by then that must be known. */
  #end(state: SessionState): void {
    this.#common.noteEndReason(state);
    this.#apologyDue = isApologyDue(state);
    const known = this.#common.settled().then(() => (this.#apologyDue ? undefined : this.#deps.finish()));
    void known
      .catch((err: unknown) => this.#deps.log.warn({ err }, 'end of the voice session could not be stored'))
      .then(() => this.#close());
  }

  #transfer(): void {
    const attempt = this.#deps.transfer().catch((err: unknown) => {
      this.#deps.log.warn({ err }, 'call transfer failed');
      return false;
    });
    void attempt.then((done) => {
      if (done) this.#common.noteReason('transferred');
      else this.send({ type: 'control.transferFailed' });
    });
  }

  #close(): void {
    this.#ended = true;
    this.#deps.socket.close(1000, 'The session is over.');
  }

  /** Nobody is left to speak. A goodbye that the carrier has already is heard to its end; anything else stops here. */
  #onEngineGone(): void {
    const { phase, agent } = this.#runner.state;
    const saidAll = agent.kind === 'speaking' && agent.turn === null;
    const leaving = phase.kind === 'draining' && phase.stage !== 'gone';
    if (leaving && (phase.stage !== 'speaking' || saidAll)) return;
    this.send({ type: 'control.crashed' });
  }
}

function spokenBrief(brief: CallBrief): { prompt: string; tools: readonly ToolName[]; language: string } {
  const tools: ToolName[] = brief.canTransfer
    ? ['end_call', 'do_not_call', 'transfer_call']
    : ['end_call', 'do_not_call'];
  return { prompt: writePrompt(brief, tools), tools, language: brief.language };
}
