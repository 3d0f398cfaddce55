import type { CallReason } from '@parley/contract';
import type { CallBrief, LanguageModel } from '../../../src/ports/language-model.ts';
import type { Log } from '../../../src/ports/log.ts';
import type { TranscriptEntry, TranscriptStore } from '../../../src/ports/transcript-store.ts';
import type { VoiceSocket, VoiceSocketListener } from '../../../src/ports/voice-socket.ts';
import { RelaySession, type RelaySessionDeps } from '../../../src/voice/relay/relay-session.ts';
import { defaultLimits } from '../../../src/voice/session/settings.ts';
import { builtInTools, ToolRegistry } from '../../../src/voice/tools/tool-registry.ts';
import type { VoiceTool } from '../../../src/voice/tools/voice-tool.ts';
import { ManualClock } from '../../manual-clock.ts';
import { textProtocol } from '../protocols.ts';

/** The carrier's end of a socket, controlled by a test. */
export class ManualSocket implements VoiceSocket {
  readonly sent: Record<string, unknown>[] = [];
  closedWith: number | null = null;
  failing = false;
  #listener: VoiceSocketListener | null = null;

  send(text: string): void {
    if (this.failing) throw new Error('The socket broke.');
    this.sent.push(JSON.parse(text));
  }

  close(code: number): void {
    this.closedWith ??= code;
  }

  listen(listener: VoiceSocketListener): void {
    this.#listener = listener;
  }

  receive(message: object | string): void {
    this.#listener?.message(typeof message === 'string' ? message : JSON.stringify(message));
  }

  drop(code: number): void {
    this.#listener?.closed(code);
  }

  spoken(): string {
    return this.sent.map((message) => (message.type === 'text' ? String(message.token) : '')).join('');
  }

  ofType(type: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message.type === type);
  }
}

/** A database that can be down for a while. */
export class MemoryTranscriptStore implements TranscriptStore {
  readonly entries = new Map<number, TranscriptEntry & { final: boolean }>();
  readonly turns: unknown[] = [];
  failures = 0;

  async nextOrdinal(): Promise<number> {
    return this.entries.size;
  }

  async write(_: unknown, line: TranscriptEntry, final: boolean): Promise<void> {
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('The database is down.');
    }
    this.entries.set(line.ordinal, { ...line, final });
  }

  async remove(_: unknown, ordinal: number): Promise<void> {
    this.entries.delete(ordinal);
  }

  flush(): () => void {
    return () => {};
  }

  async addTurnTiming(_: unknown, timing: unknown): Promise<void> {
    this.turns.push(timing);
  }

  async addNote(): Promise<void> {}

  async keepLastNote(): Promise<void> {}

  async read(): Promise<TranscriptEntry[]> {
    return [...this.entries.values()];
  }

  transcript(): string[] {
    return [...this.entries.values()]
      .toSorted((a, b) => a.ordinal - b.ordinal)
      .map(
        ({ speaker, message, interrupted, final }) =>
          `${speaker}: ${message}${interrupted ? '*' : ''}${final ? '' : '…'}`,
      );
  }
}

export class RecordingLog implements Log {
  readonly lines: { readonly level: string; readonly fields: object; readonly message: string }[] = [];
  debug = (fields: object, message: string) => this.lines.push({ level: 'debug', fields, message });
  info = (fields: object, message: string) => this.lines.push({ level: 'info', fields, message });
  warn = (fields: object, message: string) => this.lines.push({ level: 'warn', fields, message });
  error = (fields: object, message: string) => this.lines.push({ level: 'error', fields, message });
}

type RelaySpeechDeps = Pick<
  RelaySessionDeps,
  'phrases' | 'pronunciations' | 'otherLanguages' | 'onToolCall' | 'manners' | 'toolCalls'
> &
  Partial<Pick<RelaySessionDeps, 'doNotCall'>>;

/** One relay session with a socket, clock and stores that the test controls. */
export function relayHarness(
  brief: CallBrief,
  model: LanguageModel,
  speed = 1,
  moreTools: readonly VoiceTool[] = [],
  speech: RelaySpeechDeps = {},
) {
  const socket = new ManualSocket();
  const transcripts = new MemoryTranscriptStore();
  const clock = new ManualClock();
  const log = new RecordingLog();
  const reasons: CallReason[] = [];
  const actions: string[] = [];
  const session = new RelaySession({
    call: { tenantId: 'tenant', callId: 'call' },
    brief,
    ...speech,
    firstOrdinal: 0,
    limits: defaultLimits,
    speed,
    socket,
    protocol: textProtocol,
    model,
    tools: new ToolRegistry([...builtInTools, ...moreTools]),
    transcripts,
    clock,
    log,
    noteReason: async (reason) => {
      reasons.push(reason);
    },
    doNotCall: async () => {
      actions.push('doNotCall');
      await speech.doNotCall?.();
    },
    citeKnowledge: (question, numbers) => actions.push(`cite ${JSON.stringify(numbers)}: ${question}`),
    claimMessage: async () => {
      actions.push('claimMessage');
      return true;
    },
    hangUp: () => actions.push('hangUp'),
  });
  session.start();
  return { socket, transcripts, clock, log, reasons, actions, session };
}

/** Waits a few turns of the event loop, in which models answer and stores write. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
