import { callReasons, transferInTry, tryLimits } from '@parley/contract';
import type { LanguageModel } from '../../../ports/language-model.ts';
import type { Log } from '../../../ports/log.ts';
import type { SessionKey } from '../../../ports/session-directory.ts';
import type { TranscriptStore } from '../../../ports/transcript-store.ts';
import type { NewTryEvent, TryStore } from '../../../ports/tries.ts';
import type { CallActions } from '../../../voice/effect-handler.ts';
import { writePrompt } from '../../../voice/prompt.ts';
import type { ToolNotification } from '../../../voice/session/effects.ts';
import { endCall } from '../../../voice/tools/end-call.ts';
import type { VoiceTool } from '../../../voice/tools/voice-tool.ts';

export interface TryRecorderDeps {
  readonly call: SessionKey;
  readonly tries: Pick<TryStore, 'addEvent' | 'addUsage' | 'startRecording'>;
  readonly now: () => Date;
  readonly log: Log;
}

/** Omitted from each event here. */
type Unstamped<Event> = Event extends unknown ? Omit<Event, 'at'> : never;

/**
 * Writes down what happens in a session of a try, for the page that shows it, and what it costs. What reaches out of the
 * try is left out: no number goes on the do-not-call list, and no page of the call list hears of it.
 */
export class TryRecorder {
  readonly #deps: TryRecorderDeps;
  readonly #calledAt = new Map<string, number>();
  #last: Promise<void> = Promise.resolve();
  #tools: readonly VoiceTool[] = [];

  constructor(deps: TryRecorderDeps) {
    this.#deps = deps;
  }

  /** The session begins. */
  began(model: string, brief: Parameters<typeof writePrompt>[0], tools: readonly VoiceTool[]): void {
    this.#tools = tools;
    this.#chain(() => this.#deps.tries.startRecording(this.#deps.call));
    this.#add({
      type: 'began',
      model,
      prompt: writePrompt(brief, tools),
      tools: tools.map(({ name, description, changes }) => ({ name, description, changes })),
    });
  }

  /** What the session may do to its call. */
  around<Actions extends CallActions>(actions: Actions): Actions {
    return {
      ...actions,
      transcripts: this.#transcripts(actions.transcripts),
      doNotCall: async () => {},
      onToolCall: (call) => this.#toolCalled(call),
    };
  }

  /** Counts what the model is asked and answers. Beyond the limit it is not asked any more, and the try is hung up. */
  model(model: LanguageModel): LanguageModel {
    let requests = 0;
    const count = (inputTokens: number, outputTokens: number) =>
      this.#chain(() =>
        this.#deps.tries.addUsage(this.#deps.call, { seconds: 0, requests: 1, inputTokens, outputTokens }),
      );
    return {
      name: model.name,
      async *reply(request, signal) {
        requests += 1;
        if (requests > tryLimits.requestsMax) {
          yield { type: 'text', text: tooManyRequests };
          yield { type: 'tool', call: { name: endCall.name, input: { reason: 'finished' } } };
          return;
        }
        const input = tokensIn(request.prompt) + tokensIn(JSON.stringify(request.history));
        let output = 0;
        try {
          for await (const part of model.reply(request, signal)) {
            output += part.type === 'text' ? tokensIn(part.text) : tokensIn(JSON.stringify(part.call));
            yield part;
          }
        } finally {
          count(Math.ceil(input), Math.ceil(output));
        }
      },
    };
  }

  /** Resolves when everything so far is stored, or was given up. */
  settled(): Promise<void> {
    return this.#last;
  }

  /** The transcript is stored without a notice to open pages: a try is in no list of theirs. */
  #transcripts(transcripts: TranscriptStore): TranscriptStore {
    return {
      nextOrdinal: (call) => transcripts.nextOrdinal(call),
      flush: () => transcripts.flush(),
      addNote: (call, message, at, places) => transcripts.addNote(call, message, at, places),
      keepLastNote: (call, message, places) => transcripts.keepLastNote(call, message, places),
      read: (call) => transcripts.read(call),
      write: async (call, entry, final) => {
        const { ordinal, speaker, interrupted } = entry;
        const isTransfer = speaker === 'system' && entry.message === callReasons.transferred;
        const message = isTransfer ? transferInTry : entry.message;
        this.#add({ type: 'said', ordinal, speaker, text: message, interrupted, final });
        await transcripts.write(call, { ...entry, message }, false);
      },
      remove: async (call, ordinal) => {
        this.#add({ type: 'unsaid', ordinal });
        await transcripts.remove(call, ordinal);
      },
      addTurnTiming: async (call, timing) => {
        this.#add({ type: 'timing', timing });
        await transcripts.addTurnTiming(call, timing);
      },
    };
  }

  #toolCalled({ callId, call, result }: ToolNotification): void {
    const now = this.#deps.now().getTime();
    const calledAt = this.#calledAt.get(callId) ?? now;
    this.#calledAt.set(callId, calledAt);
    const tool = this.#tools.find(({ name }) => name === call.name);
    this.#add({
      ...{ type: 'tool', callId, name: call.name, input: { ...call.input } },
      ...{ status: result.status, detail: result.detail, ms: now - calledAt },
      simulated: tool?.source ? tool.source.sample : (tool?.changes ?? false),
    });
  }

  #add(event: Unstamped<NewTryEvent>): void {
    const stamped = { ...event, at: this.#deps.now().toISOString() } as NewTryEvent;
    this.#chain(() => this.#deps.tries.addEvent(this.#deps.call, stamped));
  }

  /** One after the other, so that events are numbered in their order. */
  #chain(work: () => Promise<void>): void {
    const { log, call } = this.#deps;
    this.#last = this.#last.then(work).catch((err: unknown) => {
      log.warn({ err, callId: call.callId }, 'event of a try not stored; missing from the page of the try');
    });
  }
}

const tooManyRequests = `This try has asked the model ${tryLimits.requestsMax} times, so it ends here. Goodbye.`;

/** One token for every four bytes, as knowledge is counted. */
function tokensIn(text: string): number {
  return Buffer.byteLength(text) / 4;
}
