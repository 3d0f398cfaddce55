import type { Pronunciation } from '@parley/contract';
import type { CallBrief, OnTokens } from '../../ports/language-model.ts';
import type { SpeechEngine } from '../../ports/speech-engine.ts';
import type { AudioProtocol } from '../../ports/voice-connection.ts';
import type { VoiceSocket, VoiceSocketListener } from '../../ports/voice-socket.ts';
import { type CallActions, EffectHandler } from '../effect-handler.ts';
import type { LiveSession } from '../live-sessions.ts';
import { openingText } from '../opening.ts';
import { pronunciationPrompt, writePrompt } from '../prompt.ts';
import { continuesUtterance, passesAudio } from '../session/audio-passthrough.ts';
import { accepts } from '../session/control.ts';
import type { SessionEndReason } from '../session/effects.ts';
import type { CarrierEvent, EngineEvent, GreetingEnd, SessionEvent } from '../session/events.ts';
import { type CallManners, plainManners } from '../session/manners.ts';
import type { PlacedEntry } from '../session/placed-entry.ts';
import {
  englishPhrases,
  type LineLanguage,
  type Phrases,
  type SessionLimits,
  type SessionSettings,
} from '../session/settings.ts';
import type { SessionState } from '../session/state.ts';
import { type HandledEffect, type RunnerDeps, type SessionInput, SessionRunner } from '../session-runner.ts';
import type { ToolRegistry } from '../tools/tool-registry.ts';
import { offerContextOf, type VoiceTool } from '../tools/voice-tool.ts';
import { type EngineEffect, isEngineEffect } from './apply-engine-effect.ts';
import { CarrierStream, isStreamEffect, type StreamEffect } from './carrier-stream.ts';
import { EngineConnection } from './engine-connection.ts';
import { IncomingAudio } from './incoming-audio.ts';
import { isApologyDue, mayEndUtterance } from './state-checks.ts';

export interface MediaSessionDeps extends CallActions {
  readonly brief: CallBrief;
  readonly voice: string | null;
  /** A model of the engine; null or left out for the one of the deployment. */
  readonly engineModel?: string | null;
  /** Told what responses have used. */
  readonly onTokens?: OnTokens;
  /** What the session says itself; in English where they are left out. */
  readonly phrases?: Phrases;
  readonly pronunciations?: readonly Pronunciation[];
  /** The languages that the engine may change to, with what the session says in them. */
  readonly otherLanguages?: readonly LineLanguage[];
  readonly voiceSpeed?: number | null;
  readonly hints?: readonly string[];
  readonly firstOrdinal: number;
  /** The conversation so far, where the session resumes one that was lost. */
  readonly resumed?: readonly PlacedEntry[];
  readonly resumedTools?: SessionSettings['resumedTools'];
  /** The other party comes back from a transfer that failed. */
  readonly backFromTransfer?: boolean;
  /** The call is recorded. */
  readonly recorded?: boolean;
  readonly limits: SessionLimits;
  /** The pause after which the engine takes what the other party said for complete; its own where it is left out. */
  readonly engineSilenceMs?: number;
  /** Plain ones where they are left out. */
  readonly manners?: CallManners;
  /** How the greeting of a machine has ended, where that was reported before the session started. */
  readonly greetingEnd?: GreetingEnd | null;
  readonly speed: number;
  readonly afterArrived?: NonNullable<RunnerDeps['afterArrived']>;
  readonly socket: VoiceSocket;
  readonly protocol: AudioProtocol;
  readonly streamId: string;
  readonly engine: SpeechEngine;
  readonly tools: ToolRegistry;
  /** Stores that the session ended as intended: the carrier will ask what to do with the call. */
  finish(): Promise<void>;
  /**
   * Connects the other party with a person, by redirecting the live call; null: with the agent's one number. False when
   * the carrier refuses.
   */
  transfer(to: string | null, reason: string): Promise<boolean>;
}

/** How long the carrier may take to ask for the apology after the socket was closed. */
const askMs = 3_000;

/** One session over a media stream: audio is forwarded between the carrier and a speech engine. */
export class MediaSession implements LiveSession {
  readonly done: Promise<SessionEndReason>;
  readonly #deps: MediaSessionDeps;
  readonly #effects: EffectHandler;
  readonly #engine: EngineConnection;
  readonly #runner: SessionRunner;
  readonly #incoming = new IncomingAudio((payload) => {
    if (passesAudio(this.#runner.state)) this.#engine.appendAudio(payload);
  });
  readonly #stream: CarrierStream;
  /** Audio that was sent to the carrier and not yet reported to the session. */
  #unreported: { readonly itemId: string; ms: number } | null = null;
  #ended = false;
  #active = false;
  #apologyDue = false;

  constructor(deps: MediaSessionDeps) {
    this.#deps = deps;
    this.#stream = new CarrierStream(deps.protocol.writer(deps.streamId));
    const { brief } = deps;
    const { canTransfer } = brief;
    const { manners = plainManners, greetingEnd = null, phrases = englishPhrases } = deps;
    const tools = deps.tools.offeredOn(offerContextOf('audio', brief, manners));
    this.#effects = new EffectHandler(deps, {
      ...{ brief, tools },
      wallTime: (at) => this.#runner.wallTime(at),
      nextOrdinal: () => this.#runner.state.nextOrdinal,
      send: (event) => this.send(event),
    });
    this.#runner = new SessionRunner({
      ...{ clock: deps.clock, speed: deps.speed, log: deps.log },
      ...(deps.afterArrived && { afterArrived: deps.afterArrived }),
      settings: {
        speech: 'audio',
        opening: openingText(brief),
        ...{ canTransfer, tools, manners, greetingEnd },
        firstOrdinal: deps.firstOrdinal,
        ...(deps.resumed && { resumed: deps.resumed }),
        ...(deps.resumedTools && { resumedTools: deps.resumedTools }),
        ...{ backFromTransfer: deps.backFromTransfer ?? false, recorded: deps.recorded ?? false },
        ...{ phrases, language: brief.language },
        languages: [{ language: brief.language, phrases }, ...(deps.otherLanguages ?? [])],
        limits: deps.limits,
      },
      pendingEvents: (event) => this.#pendingEvents(event),
      handle: (effect, state) => this.#handle(effect, state),
    });
    this.#engine = new EngineConnection({
      ...deps,
      brief: {
        ...{ prompt: promptFor(deps, tools), tools, language: brief.language },
        ...{ voice: deps.voice, model: deps.engineModel ?? null, callId: deps.call.callId },
        ...{ speed: deps.voiceSpeed ?? null, hints: deps.hints ?? [] },
        otherLanguages: brief.otherLanguages ?? [],
        ...(deps.engineSilenceMs !== undefined && { silenceMs: deps.engineSilenceMs }),
      },
      history: () =>
        this.#runner.state.history.toSorted((a, b) => a.ordinal - b.ordinal).map(({ entry }) => entry),
      onEvent: (event) => this.#fromEngine(event),
      onGone: () => this.#onEngineGone(),
    });
    this.done = this.#runner.closed.then((reason) => this.#shutDown(reason));
  }

  /** The socket was admitted: the agent begins to speak. */
  start(isGone = false): VoiceSocketListener {
    const listener: VoiceSocketListener = {
      message: (text) => this.#message(text),
      audio: (text) => this.#audio(text),
      // A carrier that hangs up sends `stop` before it closes.
      closed: () => this.send({ type: 'carrier.stopped', how: this.#ended ? 'hung_up' : 'dropped' }),
    };
    this.#deps.socket.listen(listener);
    this.send({ type: 'carrier.started', isGone });
    return listener;
  }

  send(input: SessionInput): void {
    this.#runner.send(input);
  }

  accepts(input: SessionInput): boolean {
    return accepts(this.#runner.state, input, this.#runner.now());
  }

  takeActivity(): boolean {
    const active = this.#active;
    this.#active = false;
    return active;
  }

  async #shutDown(reason: SessionEndReason): Promise<SessionEndReason> {
    this.#engine.close();
    this.#deps.log.info(this.#engine.counts(), 'media stream session ended');
    if (!this.#ended)
      this.#deps.socket.close(reason === 'server_stopped' ? 1001 : 1000, 'The session is over.');
    await this.#effects.settled();
    if (this.#apologyDue) await new Promise<void>((resolve) => this.#deps.clock.after(askMs, resolve));
    return reason;
  }

  #message(text: string): void {
    this.#active = true;
    const message = this.#deps.protocol.read(text);
    if (message === null) {
      this.#deps.log.warn({}, 'unreadable message from the carrier on a media stream');
      return;
    }
    if (message.kind === 'media') {
      this.#incoming.pass(message);
      return;
    }
    const event = this.#stream.toEvent(message, this.#runner.now());
    if (event) this.send(event);
  }

  #audio(text: string): boolean {
    const sound = this.#deps.protocol.readFrame(text);
    if (!sound) return false;
    this.#active = true;
    this.#incoming.pass(sound);
    return true;
  }

  #fromEngine(event: EngineEvent): void {
    if (event.type === 'engine.audio' && this.#sendAtOnce(event)) return;
    this.send(event);
  }

  /** Sends audio that continues the current utterance at once; it is reported before the next event. */
  #sendAtOnce({ itemId, ms, payload }: Extract<EngineEvent, { type: 'engine.audio' }>): boolean {
    const unreportedMs = (this.#unreported?.ms ?? 0) + ms;
    if (!continuesUtterance(this.#runner.state, itemId, unreportedMs)) return false;
    this.#sendToCarrier({ type: 'play', itemId, payload });
    if (this.#unreported) this.#unreported.ms = unreportedMs;
    else this.#unreported = { itemId, ms };
    return true;
  }

  #pendingEvents(event: SessionEvent): readonly CarrierEvent[] {
    const heard = mayEndUtterance(event, this.#runner.state) ? this.#stream.playedBy(event.at) : null;
    const unreported = this.#unreported;
    this.#unreported = null;
    if (unreported) return [{ type: 'carrier.audioSent', ...unreported }, ...(heard ? [heard] : [])];
    return heard ? [heard] : [];
  }

  #handle(effect: HandledEffect, state: SessionState): void {
    if (isStreamEffect(effect)) {
      this.#sendToCarrier(effect);
    } else if (isEngineEffect(effect)) this.#sendToEngine(effect, state);
    else if (effect.type === 'end') this.#end(state);
    else if (effect.type === 'transfer') this.#transfer(effect.to, effect.reason);
    else this.#effects.handle(effect, state);
  }

  #sendToCarrier(effect: StreamEffect): void {
    this.#deps.socket.send(this.#stream.toMessage(effect, this.#runner.now()));
  }

  #sendToEngine(effect: EngineEffect, state: SessionState): void {
    // The reason is known now, although text of the last utterance may still come.
    if (effect.type === 'endOfAudio') this.#effects.noteEndReason(state);
    this.#engine.handle(effect);
  }

  /** After the socket is closed the carrier asks what to do with the call, so the end is stored before. */
  #end(state: SessionState): void {
    this.#effects.noteEndReason(state);
    this.#apologyDue = isApologyDue(state);
    const known = this.#effects.settled().then(() => (this.#apologyDue ? undefined : this.#deps.finish()));
    void known
      .catch((err: unknown) =>
        this.#deps.log.warn({ err }, 'end of a voice session not stored; its call may end with an apology'),
      )
      .then(() => this.#close());
  }

  #transfer(to: string | null, reason: string): void {
    const attempt = this.#deps.transfer(to, reason).catch((err: unknown) => {
      this.#deps.log.warn({ err }, 'call transfer failed');
      return false;
    });
    void attempt.then((done) => {
      if (done) this.#effects.noteReason('transferred');
      else this.send({ type: 'control.transferFailed' });
    });
  }

  #close(): void {
    this.#ended = true;
    this.#deps.socket.close(1000, 'The session is over.');
  }

  /** No engine is left. A goodbye that was sent completely is played to its end; anything else stops here. */
  #onEngineGone(): void {
    const { phase, agent } = this.#runner.state;
    const saidAll = agent.kind === 'speaking' && agent.turn === null;
    const leaving = phase.kind === 'ending' && phase.stage !== 'gone';
    if (leaving && (phase.stage !== 'speaking' || saidAll)) return;
    this.send({ type: 'control.crashed' });
  }
}

/** The engine speaks its own words, so it is told how to say them. */
function promptFor({ brief, pronunciations = [] }: MediaSessionDeps, tools: readonly VoiceTool[]): string {
  return [writePrompt(brief, tools), ...pronunciationPrompt(pronunciations)].join('\n\n');
}
