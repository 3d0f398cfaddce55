import { asksForNoCalls, type Pronunciation, pronunciationRules } from '@parley/contract';
import type { CallBrief, ConversationEntry, LanguageModel } from '../../ports/language-model.ts';
import type { TextProtocol } from '../../ports/voice-connection.ts';
import type { VoiceSocket, VoiceSocketListener } from '../../ports/voice-socket.ts';
import { type CallActions, EffectHandler } from '../effect-handler.ts';
import type { LiveSession } from '../live-sessions.ts';
import { ModelTurns } from '../model-turns.ts';
import { openingText } from '../opening.ts';
import { accepts } from '../session/control.ts';
import type { SessionEndReason } from '../session/effects.ts';
import type { CarrierEvent, GreetingEnd } from '../session/events.ts';
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
import { offerContextOf } from '../tools/voice-tool.ts';
import { Pronouncer } from './pronouncer.ts';
import { applyMessage, emptyPlayout, type RelayPlayout, separated, textSent } from './relay-playout.ts';

export interface RelaySessionDeps extends CallActions {
  readonly brief: CallBrief;
  /** What the session says itself; in English where they are left out. */
  readonly phrases?: Phrases;
  readonly pronunciations?: readonly Pronunciation[];
  /** The languages that the line can change to, with what the session says in them. */
  readonly otherLanguages?: readonly LineLanguage[];
  readonly firstOrdinal: number;
  /** The conversation so far, where the session resumes one that was lost. */
  readonly resumed?: readonly PlacedEntry[];
  readonly resumedTools?: SessionSettings['resumedTools'];
  /** The other party comes back from a transfer that failed. */
  readonly backFromTransfer?: boolean;
  readonly connectingMs?: SessionSettings['connectingMs'];
  /** The call is recorded. */
  readonly recorded?: boolean;
  readonly limits: SessionLimits;
  /** Plain ones where they are left out. */
  readonly manners?: CallManners;
  /** How the greeting of a machine has ended, where that was reported before the session started. */
  readonly greetingEnd?: GreetingEnd | null;
  readonly speed: number;
  readonly afterArrived?: NonNullable<RunnerDeps['afterArrived']>;
  readonly socket: VoiceSocket;
  readonly protocol: TextProtocol;
  readonly model: LanguageModel;
  readonly temperature?: number | null;
  readonly tools: ToolRegistry;
}

/** Where the database is away, the other party waits no longer for their answer. */
const longestStoringMs = 5_000;

/** One session over a relay socket: the carrier does speech to text and text to speech, a language model answers. */
export class RelaySession implements LiveSession {
  readonly done: Promise<SessionEndReason>;
  readonly #deps: RelaySessionDeps;
  readonly #effects: EffectHandler;
  readonly #turns: ModelTurns;
  readonly #runner: SessionRunner;
  /** Null for an agent without pronunciations: its text is sent as it comes. */
  readonly #pronouncer: Pronouncer | null;
  #playout: RelayPlayout;
  #ended = false;
  #active = false;
  /** Until then nothing is promised: what somebody asked for is being stored. */
  #storing: Promise<void> | null = null;
  #storingSince: number | null = null;
  #answered: ConversationEntry | null = null;

  constructor(deps: RelaySessionDeps) {
    this.#deps = deps;
    this.#playout = { ...emptyPlayout, speed: deps.speed };
    const rules = pronunciationRules(deps.pronunciations ?? []);
    this.#pronouncer = rules && new Pronouncer(rules);
    const { canTransfer } = deps.brief;
    const { manners = plainManners, greetingEnd = null } = deps;
    const phrases = deps.phrases ?? englishPhrases;
    const others = deps.otherLanguages ?? [];
    const changesLanguage = others.length > 0;
    const tools = deps.tools.offeredOn(offerContextOf('text', deps.brief, manners, changesLanguage));
    this.#turns = new ModelTurns({
      ...{ ...deps, tools },
      holdBack: (history) => this.#holdBack(history),
      onEvent: (event) => this.send(event),
    });
    this.#effects = new EffectHandler(deps, {
      ...{ brief: deps.brief, tools },
      wallTime: (at) => this.#runner.wallTime(at),
      nextOrdinal: () => this.#runner.state.nextOrdinal,
      send: (event) => this.send(event),
    });
    this.#runner = new SessionRunner({
      ...deps,
      settings: {
        ...{ speech: 'text', reportsPlayout: deps.protocol.reportsPlayout },
        opening: openingText(deps.brief),
        ...{ canTransfer, tools, manners, greetingEnd },
        firstOrdinal: deps.firstOrdinal,
        ...(deps.resumed && { resumed: deps.resumed }),
        ...(deps.resumedTools && { resumedTools: deps.resumedTools }),
        ...{ backFromTransfer: deps.backFromTransfer ?? false, recorded: deps.recorded ?? false },
        connectingMs: deps.connectingMs ?? null,
        language: deps.brief.language,
        ...{ phrases, languages: [{ language: deps.brief.language, phrases }, ...others] },
        limits: deps.limits,
      },
      handle: (effect, state) => this.#handle(effect, state),
    });
    this.done = this.#runner.closed.then((reason) => this.#shutDown(reason));
  }

  /** Nobody is promised that they are not called again before their words are stored: a server may be killed at any time. */
  #holdBack(history: readonly ConversationEntry[]): Promise<void> | null {
    const { brief, otherLanguages = [] } = this.#deps;
    const last = history.at(-1);
    // Asked again after tool calls, and when the model is asked once more.
    if (last?.kind === 'said' && last !== this.#answered) {
      this.#answered = last;
      this.#storingSince = null;
      const languages = [brief.language, ...otherLanguages.map(({ language }) => language)];
      if (asksForNoCalls(last.text, languages)) this.#holdUntilStored();
    }
    return this.#storing;
  }

  /** Together no longer than so long, from the words or, where only the model has understood them, from its tool call. */
  #holdUntilStored(): void {
    const { clock, speed } = this.#deps;
    this.#storingSince ??= this.#runner.now();
    const leftMs = this.#storingSince + longestStoringMs - this.#runner.now();
    if (leftMs <= 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(leftMs / speed, resolve);
    void this.#effects.settled().then(resolve);
    const storing = promise.then(() => {
      cancel();
      if (this.#storing === storing) this.#storing = null;
    });
    this.#storing = storing;
  }

  /** The socket was admitted: the agent begins to speak. */
  start(isGone = false): VoiceSocketListener {
    const listener: VoiceSocketListener = {
      message: (text) => this.#message(text),
      closed: (code) =>
        this.send({
          type: 'carrier.stopped',
          how: this.#deps.protocol.isRegularClose(code) ? 'hung_up' : 'dropped',
        }),
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
    if (!this.#ended)
      this.#deps.socket.close(reason === 'server_stopped' ? 1001 : 1000, 'The session is over.');
    await this.#effects.settled();
    return reason;
  }

  #message(text: string): void {
    this.#active = true;
    const message = this.#deps.protocol.read(text);
    if (message === null || message.type === 'error') {
      // The carrier's description may quote what was said, so it is not logged.
      this.#deps.log.warn(
        { kind: message?.type ?? 'unreadable' },
        'error or unreadable message from the carrier on a relay socket',
      );
      return;
    }
    const { playout, events } = applyMessage(this.#playout, message, this.#runner.now());
    this.#playout = playout;
    if (message.type === 'interrupt') this.#pronouncer?.drop();
    for (const event of events) this.send(this.#pronouncer ? inWordsOfText(event, this.#pronouncer) : event);
  }

  #handle(effect: HandledEffect, state: SessionState): void {
    const { socket, protocol } = this.#deps;
    switch (effect.type) {
      case 'sayText':
        this.#say(effect);
        break;
      case 'respond':
        this.#turns.respond(effect);
        break;
      case 'cancel':
        this.#turns.cancel(effect.itemId);
        this.#sayHeld();
        break;
      case 'sendDigits':
        socket.send(protocol.sendDigits(effect.digits));
        break;
      case 'speakLanguage':
        socket.send(protocol.speakLanguage(effect.language));
        break;
      case 'end':
      case 'transfer':
        this.#effects.noteEndReason(state);
        this.#ended = true;
        socket.send(
          effect.type === 'transfer'
            ? protocol.end('transfer', effect.to, effect.reason)
            : protocol.end('end', null),
        );
        break;
      default:
        this.#effects.handle(effect, state);
        if (effect.type === 'doNotCall') this.#holdUntilStored();
        break;
    }
  }

  #say({ itemId, text, last, interruptible }: Extract<HandledEffect, { type: 'sayText' }>): void {
    if (this.#pronouncer === null) {
      this.#sendText(itemId, text, last, interruptible);
      return;
    }
    if (this.#pronouncer.heldItem !== itemId) this.#sayHeld();
    const spoken = this.#pronouncer.push(itemId, text, last);
    if (spoken !== '' || last) this.#sendText(itemId, spoken, last, interruptible);
  }

  /** No more text of the item comes: what may have been the beginning of a listed word is said as it is. */
  #sayHeld(): void {
    const itemId = this.#pronouncer?.heldItem ?? null;
    if (itemId !== null) this.#sendText(itemId, this.#pronouncer?.flush() ?? '', false, true);
  }

  #sendText(itemId: string, text: string, last: boolean, interruptible: boolean): void {
    const { socket, protocol } = this.#deps;
    socket.send(protocol.say(separated(this.#playout, itemId, text), last, interruptible));
    this.#playout = textSent(this.#playout, itemId, text, last, this.#runner.now());
  }
}

/** What the carrier reports is in the words that it spoke. */
function inWordsOfText(event: CarrierEvent, pronouncer: Pronouncer): CarrierEvent {
  if (event.type === 'carrier.played')
    return { ...event, characters: pronouncer.sourceCharacters(event.itemId, event.characters) };
  if (event.type === 'carrier.interrupt' && event.heard !== null)
    return { ...event, heard: pronouncer.sourceOf(event.heard) };
  if (event.type === 'carrier.speaksDropped')
    return { ...event, items: event.items.map((item) => ({ ...item, text: pronouncer.adopt(item) })) };
  return event;
}
