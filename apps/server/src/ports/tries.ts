import type { CallDirection, TryChannel, TryEvent, TryUsage, VoiceEngine } from '@parley/contract';
import type { AgentProfile } from './agent-store.ts';
import type { CallRecord, CarrierName } from './call.ts';
import type { SessionKey } from './session-directory.ts';
import type { CallKey } from './transcript-store.ts';

/** A try that is to begin. Its configuration is the draft that the agent has at that moment. */
export interface NewTry {
  readonly tenantId: string;
  readonly callId: string;
  readonly agentId: string;
  readonly userId: string;
  readonly channel: TryChannel;
  readonly direction: CallDirection;
  readonly instructions: string | null;
  /** The carrier of the handset; a try by text has none and counts as answered at once. */
  readonly carrier: CarrierName;
  readonly carrierAccount: string | null;
  readonly carrierSid: string | null;
  readonly from: string | null;
  readonly to: string | null;
  /** What speaks on it. */
  readonly voiceSource: string;
  readonly at: Date;
}

export interface TryLimits {
  readonly livePerPerson: number;
  readonly perDay: number;
  /** A try that began before this is not live any more, whatever its row says. */
  readonly liveSince: Date;
}

export type BegunTry =
  | {
      readonly kind: 'begun';
      readonly call: CallRecord;
      readonly agent: AgentProfile;
      readonly revision: number;
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'archived' }
  /** With the person's open tries, of whatever agent. */
  | { readonly kind: 'too_many'; readonly whose: 'person'; readonly open: readonly OpenTry[] }
  | { readonly kind: 'too_many'; readonly whose: 'organization' }
  /** A model would speak, and nothing more is to be spent. */
  | { readonly kind: 'spending_limit'; readonly period: 'day' | 'month' };

export interface StoredTry {
  readonly call: CallRecord;
  readonly channel: TryChannel;
  /** How often the model was asked. */
  readonly requests: number;
  readonly hasEnded: boolean;
}

export interface OpenTry {
  readonly id: string;
  readonly agentId: string;
  /** As the draft calls the agent. */
  readonly displayName: string;
  readonly channel: TryChannel;
  readonly direction: CallDirection;
  readonly revision: number;
  readonly startedAt: Date;
  /** What the draft says; null: what the deployment uses. */
  readonly engine: VoiceEngine | null;
}

export interface LostTry {
  readonly call: CallRecord;
  readonly channel: TryChannel;
}

type OmitEach<Event, Keys extends PropertyKey> = Event extends unknown ? Omit<Event, Keys> : never;
/** An event before it is stored: its number comes from the store. */
export type NewTryEvent = OmitEach<TryEvent, 'number'>;

/** Tries: calls of the mode `try`, with the configuration that they were begun with and what happened in them. */
export interface TryStore {
  /** Checks the limits and stores call and try, atomically, one of an organization at a time. */
  begin(order: NewTry, limits: TryLimits): Promise<BegunTry>;
  /** The agent of a try, as its draft was when the try began. */
  agentFor(call: CallKey): Promise<AgentProfile | null>;
  /** A try of this person; null for anybody else's. */
  find(tenantId: string, callId: string, userId: string): Promise<StoredTry | null>;
  /** This person's tries of the agent that began after this and have not ended, newest first. */
  open(tenantId: string, agentId: string, userId: string, after: Date): Promise<OpenTry[]>;
  /**
   * Tries, of all organizations or the one that is named, that nobody will end: they began before this, no server holds
   * their session, and if they are on the handset their call is over.
   */
  findLost(before: Date, one?: CallKey): Promise<LostTry[]>;
  /** Numbers and stores an event. Nothing is stored after the event that ends the try. */
  addEvent(call: CallKey, event: NewTryEvent): Promise<void>;
  /** A server begins to write down what happens in this session; until it stops, or is gone, nobody ends the try. */
  startRecording(session: SessionKey): Promise<void>;
  stopRecording(session: SessionKey): Promise<void>;
  events(tenantId: string, callId: string, after: number): Promise<TryEvent[]>;
  /**
   * Stores the last event, and adds usage and cost to those of the organization's day. Once: false for a try that has ended,
   * and for one that a server still writes down, unless that server is `gone`.
   */
  finish(
    call: CallKey,
    event: Extract<NewTryEvent, { type: 'ended' }>,
    options?: { readonly gone: boolean },
  ): Promise<boolean>;
  /** Adds to what the try has used so far. */
  addUsage(call: CallKey, usage: TryUsage): Promise<void>;
  /** What it has used so far, and which model has spoken; null where none has. */
  usage(call: CallKey): Promise<{ readonly usage: TryUsage; readonly model: string | null }>;
  /** Deletes tries that began before this, with their calls. */
  removeOlder(before: Date): Promise<number>;
  /** Calls back with the id of a try that has new events; null when notices may have been missed. */
  listen(onChange: (callId: string | null) => void): Promise<{ close(): Promise<void> }>;
}
