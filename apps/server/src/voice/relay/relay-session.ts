import type { CallBrief, LanguageModel } from '../../ports/language-model.ts';
import type { VoiceSocket } from '../../ports/voice-socket.ts';
import { type CallActions, EffectHandler } from '../effect-handler.ts';
import type { LiveSession } from '../live-sessions.ts';
import { ModelTurns } from '../model-turns.ts';
import { openingText } from '../opening.ts';
import type { EndReason } from '../session/effects.ts';
import { englishPhrases, type SessionLimits } from '../session/settings.ts';
import type { SessionState } from '../session/state.ts';
import { type HandledEffect, type SessionInput, SessionRunner } from '../session-runner.ts';
import { readRelayMessage, relayWriter } from './relay-messages.ts';
import { applyMessage, emptyPlayout, type RelayPlayout, separated, textSent } from './relay-playout.ts';

export interface RelaySessionDeps extends CallActions {
  readonly brief: CallBrief;
  readonly firstOrdinal: number;
  readonly limits: SessionLimits;
  readonly speed: number;
  readonly socket: VoiceSocket;
  readonly model: LanguageModel;
}

/** One conversation over a relay socket: the carrier listens and speaks, a language model answers. */
export class RelaySession implements LiveSession {
  readonly done: Promise<void>;
  readonly #deps: RelaySessionDeps;
  readonly #common: EffectHandler;
  readonly #turns: ModelTurns;
  readonly #runner: SessionRunner;
  #playout: RelayPlayout = emptyPlayout;
  #ended = false;
  #sign = false;

  constructor(deps: RelaySessionDeps) {
    this.#deps = deps;
    this.#turns = new ModelTurns({ ...deps, onEvent: (event) => this.send(event) });
    this.#common = new EffectHandler(deps, (at) => this.#runner.wallTime(at));
    this.#runner = new SessionRunner({
      ...deps,
      settings: {
        speech: 'text',
        opening: openingText(deps.brief),
        canTransfer: deps.brief.canTransfer,
        firstOrdinal: deps.firstOrdinal,
        phrases: englishPhrases,
        limits: deps.limits,
      },
      handle: (deed, state) => this.#act(deed, state),
    });
    this.done = this.#runner.closed.then((reason) => this.#leave(reason));
  }

  /** The carrier has said whose call it is: speak. */
  start(): void {
    this.#deps.socket.listen({
      message: (text) => this.#message(text),
      closed: (code) => this.send({ type: 'carrier.stopped', how: isRegular(code) ? 'hung_up' : 'dropped' }),
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
    if (!this.#ended)
      this.#deps.socket.close(reason === 'server_stopped' ? 1001 : 1000, 'The session is over.');
    await this.#common.settled();
  }

  #message(text: string): void {
    this.#sign = true;
    const message = readRelayMessage(text);
    if (message === null || message.type === 'error') {
      // What the carrier quotes here may be something that was said.
      this.#deps.log.warn(
        { kind: message?.type ?? 'unreadable' },
        'error or unreadable message from the carrier on a relay socket',
      );
      return;
    }
    const { playout, events } = applyMessage(this.#playout, message);
    this.#playout = playout;
    for (const event of events) this.send(event);
  }

  #act(deed: HandledEffect, state: SessionState): void {
    const { socket } = this.#deps;
    switch (deed.type) {
      case 'sayText':
        socket.send(
          relayWriter.text(separated(this.#playout, deed.itemId, deed.text), deed.last, deed.interruptible),
        );
        this.#playout = textSent(this.#playout, deed.itemId, deed.text, deed.last);
        break;
      case 'respond':
        this.#turns.respond(deed);
        break;
      case 'cancel':
        this.#turns.cancel(deed.itemId);
        break;
      case 'sendDigits':
        socket.send(relayWriter.digits(deed.digits));
        break;
      case 'end':
      case 'transfer':
        this.#common.noteEndReason(state);
        this.#ended = true;
        socket.send(relayWriter.end({ reason: deed.type }));
        break;
      default:
        this.#common.handle(deed, state);
        break;
    }
  }
}

/** The carrier closes in order when the call or the session is over. */
function isRegular(code: number): boolean {
  return code === 1000 || code === 1005;
}
