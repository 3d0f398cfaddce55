import type { CallReason } from '@parley/contract';
import { countFirstWord, countTurn } from '../lib/metrics/metrics.ts';
import type { Clock } from '../ports/clock.ts';
import type { CallBrief } from '../ports/language-model.ts';
import type { Log } from '../ports/log.ts';
import type { CallKey, TranscriptStore } from '../ports/transcript-store.ts';
import {
  callReasonOf,
  type Segment,
  type SessionEndReason,
  type ToolNotification,
} from './session/effects.ts';
import type { ControlEvent, ToolEvent } from './session/events.ts';
import type { SessionState } from './session/state.ts';
import type { HandledEffect } from './session-runner.ts';
import type { ToolCallLog } from './tools/tool-call-log.ts';
import { ToolRuns } from './tools/tool-runs.ts';
import type { VoiceTool } from './tools/voice-tool.ts';
import { TranscriptWriter } from './transcript-writer.ts';

/** What a session can do to its call, on a relay socket or a media stream. */
export interface CallActions {
  readonly call: CallKey;
  readonly transcripts: TranscriptStore;
  readonly clock: Clock;
  /** Writes the id of the call with every entry. */
  readonly log: Log;
  /** Stores why the call is about to end. Resolves when it is stored or was given up. */
  noteReason(reason: CallReason): Promise<void>;
  /** Puts the number on the do-not-call list. Resolves when it is stored or was given up. */
  doNotCall(): Promise<void>;
  /** Stores which entries of its knowledge the agent's answer rests on, by their numbers in the prompt. */
  citeKnowledge(question: string, numbers: readonly number[]): void;
  /** Stores that this session leaves the message for answering machines. False where it must not. */
  claimMessage(): Promise<boolean>;
  /** Ends the call itself at the carrier. */
  hangUp(): void;
  /** Stores what tools are used; left out, nothing is stored. */
  readonly toolCalls?: ToolCallLog | null;
  /** A tool was called, or its result has changed. */
  onToolCall?(call: ToolNotification): void;
}

/** What the handler needs of its session. */
export interface EffectContext {
  readonly brief: CallBrief;
  /** The tools that the session may run. */
  readonly tools: readonly VoiceTool[];
  wallTime(at: number): Date;
  /** The place in the transcript that the next entry gets. */
  nextOrdinal(): number;
  send(event: ToolEvent | ControlEvent): void;
}

/** Carries out the effects that relay and media sessions have in common: transcript, end reason, do-not-call, tools. */
export class EffectHandler {
  readonly #actions: CallActions;
  readonly #transcript: TranscriptWriter;
  readonly #tools: ToolRuns;
  readonly #send: EffectContext['send'];
  readonly #wallTime: EffectContext['wallTime'];
  readonly #startedAt: number;
  #hasSpoken = false;
  #reasonStored: Promise<void> | null = null;
  #refusalStored: Promise<void> | null = null;

  constructor(actions: CallActions, { brief, tools, wallTime, nextOrdinal, send }: EffectContext) {
    this.#actions = actions;
    this.#send = send;
    this.#wallTime = wallTime;
    this.#startedAt = actions.clock.time();
    this.#transcript = new TranscriptWriter({ ...actions, wallTime });
    const { call, log, clock, toolCalls = null } = actions;
    this.#tools = new ToolRuns({
      ...{ call, brief, tools, log, toolCalls },
      now: () => clock.now().getTime(),
      place: () => nextOrdinal() - 0.5,
      onResult: (callId, result) => send({ type: 'tool.result', callId, result }),
    });
  }

  handle(effect: HandledEffect, state: SessionState): void {
    switch (effect.type) {
      case 'hangUp':
        this.noteEndReason(state);
        this.#actions.hangUp();
        break;
      case 'runTool':
        this.#tools.start(effect.callId, effect.name, effect.input, effect.ordinal);
        break;
      case 'doNotCall':
        this.#refusalStored = this.#actions.doNotCall();
        this.noteReason('do_not_call');
        // Their words are stored with it: should this server be killed, another finds there what they asked for.
        void this.settled().then(() => this.#send({ type: 'control.refusalStored' }));
        break;
      case 'citeKnowledge':
        this.#actions.citeKnowledge(effect.question, effect.numbers);
        break;
      case 'claimMessage':
        this.#claimMessage();
        break;
      case 'save':
        this.#countFirstWord(effect.segment, state);
        this.#transcript.save(effect.segment, effect.final);
        break;
      case 'remove':
        this.#transcript.remove(effect.ordinal);
        break;
      case 'publish':
        if (effect.event.kind === 'live') this.#followResumed(state);
        if (effect.event.kind === 'turn') {
          countTurn(engineOf(state), effect.event.timing);
          this.#transcript.addTurn(effect.event.timing);
        }
        if (effect.event.kind === 'tool') this.#onToolCall(effect.event);
        if (effect.event.kind === 'closed') this.#tools.end();
        if (effect.event.kind === 'closed' && effect.event.callReason)
          this.noteReason(effect.event.callReason);
        break;
      default:
        // The session handles the others.
        break;
    }
  }

  /** Of the first session of a call alone: the others go on with it. */
  #countFirstWord({ speaker, at }: Segment, state: SessionState): void {
    if (speaker !== 'agent' || this.#hasSpoken) return;
    this.#hasSpoken = true;
    if (state.settings.firstOrdinal > 0) return;
    countFirstWord(engineOf(state), this.#wallTime(at).getTime() - this.#startedAt);
  }

  #onToolCall(event: ToolNotification): void {
    this.#actions.onToolCall?.(event);
    if (event.result.status === 'timed_out') this.#tools.overdue(event.callId, event.call.name);
  }

  #followResumed({ settings }: SessionState): void {
    for (const { callId } of settings.resumedTools ?? []) this.#tools.follow(callId);
  }

  #claimMessage(): void {
    const claim = this.#actions.claimMessage().catch((err: unknown) => {
      this.#actions.log.warn(
        { err },
        'voicemail message not left: the database could not store it in advance; hanging up',
      );
      return false;
    });
    void claim.then((granted) => this.#send({ type: 'control.messageClaimed', granted }));
  }

  /** Stores why the session is ending, if that is known by now. */
  noteEndReason({ phase }: SessionState): void {
    const reason: SessionEndReason | null =
      phase.kind === 'ending' ? phase.ending.reason : phase.kind === 'closed' ? phase.reason : null;
    const callReason = reason === null ? null : callReasonOf(reason);
    if (callReason !== null) this.noteReason(callReason);
  }

  /** Only the first reason is stored; later ones follow from it. */
  noteReason(reason: CallReason): void {
    this.#reasonStored ??= this.#actions.noteReason(reason);
  }

  /** Resolves when everything so far is stored, or was given up. */
  async settled(): Promise<void> {
    await Promise.all([this.#transcript.settled(), this.#reasonStored, this.#refusalStored]);
  }
}

const engineOf = ({ settings }: SessionState) => (settings.speech === 'audio' ? 'realtime' : 'relay');
