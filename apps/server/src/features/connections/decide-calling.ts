import type { ErrorCode, ProblemCode, Side } from '@parley/contract';
import type { CarrierIdentity } from '../../ports/carrier.ts';
import type { VoiceSource } from '../../ports/connections.ts';

/** How something that real calls need stands. */
export type SetUp =
  /** Neither connected nor set in the environment. */
  | { readonly kind: 'never' }
  | { readonly kind: 'environment' }
  | { readonly kind: 'connected'; readonly id: string; readonly failing: ProblemCode | null }
  | { readonly kind: 'disconnected'; readonly id: string };

/** All that decides on which side a call is made, with which account and voice, or why it is refused. */
export interface CallingFacts {
  /** What the organization has said; null: nobody has. */
  readonly said: Side | null;
  /** A phone-lab of the environment is the sandbox: then nothing was set up. */
  readonly phone: SetUp;
  /** The account of `phone`; null where this server does not have it. */
  readonly account: CarrierIdentity | null;
  /** `failing`: the one that was connected does not lead here any more. */
  readonly address: 'ready' | 'none' | 'failing';
  /** What speaks with the engine of the agent. */
  readonly voice: SetUp;
  /** Null: this server has none. */
  readonly sandbox: CarrierIdentity | null;
  /** Whether a model of this machine answers; unknown where it is none. */
  readonly probe: 'up' | 'down' | 'unknown';
}

/** Why a call is refused. Each is a problem in words too. */
export type CallingRefusal = ErrorCode &
  ProblemCode &
  (
    | 'no_sandbox'
    | 'phone_disconnected'
    | 'phone_failing'
    | 'address_not_ready'
    | 'model_disconnected'
    | 'model_failing'
  );

export type CallingDecision =
  | {
      readonly side: 'sandbox';
      readonly carrier: CarrierIdentity;
      readonly voice: VoiceSource;
      /** The scripted agent stands in for what is set up. */
      readonly note: ProblemCode | null;
    }
  | {
      readonly side: 'real';
      readonly carrier: CarrierIdentity;
      readonly voice: VoiceSource;
      readonly note: null;
    }
  | { readonly side: Side; readonly refused: CallingRefusal };

/** Failures after which the carrier takes no request. Of others it says more itself, call by call. */
const accountIsOut: ReadonlySet<ProblemCode> = new Set([
  'wrong_token',
  'wrong_api_key',
  'account_suspended',
  'account_closed',
  'secret_unreadable',
]);

/** The side of an organization that has not said one: phone account and voice of the environment say it. */
export function sideOf({ said, phone, voice }: Pick<CallingFacts, 'said' | 'phone' | 'voice'>): Side {
  return said ?? (phone.kind === 'environment' && voice.kind === 'environment' ? 'real' : 'sandbox');
}

/** Never another side, never another account, and never the scripted agent on a real call (CN19). */
export function decideCalling(facts: CallingFacts): CallingDecision {
  const side = sideOf(facts);
  return side === 'sandbox' ? inSandbox(facts) : onReal(facts);
}

function inSandbox({ sandbox: carrier, voice, probe }: CallingFacts): CallingDecision {
  const side = 'sandbox';
  if (carrier === null) return { side, refused: 'no_sandbox' };
  const source = sourceOf(voice, probe);
  if (source !== null) return { side, carrier, voice: source, note: null };
  return { side, carrier, voice: 'scripted', note: noteOf(voice) };
}

/** Somebody who disconnects a model knows it. One that is connected and does not speak is said, with its reason. */
function noteOf(voice: SetUp): ProblemCode | null {
  return voice.kind === 'connected' ? (voice.failing ?? 'model_stopped') : null;
}

function onReal({ phone, account, address, voice, probe }: CallingFacts): CallingDecision {
  const side = 'real';
  if (phone.kind === 'never' || phone.kind === 'disconnected') return { side, refused: 'phone_disconnected' };
  const failing = phone.kind === 'connected' && phone.failing !== null && accountIsOut.has(phone.failing);
  // Without the account: its secret cannot be read here, or this server has not heard of it yet.
  if (failing || account === null) return { side, refused: 'phone_failing' };
  if (address !== 'ready') return { side, refused: 'address_not_ready' };
  if (voice.kind === 'never' || voice.kind === 'disconnected') return { side, refused: 'model_disconnected' };
  const source = sourceOf(voice, probe);
  if (source === null) return { side, refused: 'model_failing' };
  return { side, carrier: account, voice: source, note: null };
}

/** Null: it is not set up, or does not work. */
function sourceOf(voice: SetUp, probe: CallingFacts['probe']): VoiceSource | null {
  if (probe === 'down') return null;
  if (voice.kind === 'environment') return 'environment';
  return voice.kind === 'connected' && voice.failing === null ? voice.id : null;
}
