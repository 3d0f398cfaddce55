import { type ProblemValues, problemOf, type ShownConnection, type VoiceEngine } from '@parley/contract';
import type { StoredConnection, VoiceSource } from '../../ports/connections.ts';
import type { CallingNow } from './calling-endpoints.ts';
import type { CallingDecision, SetUp } from './decide-calling.ts';
import { failureOf } from './present-connections.ts';

/** How something stands of which an organization may have its own. */
export function setUpOf(stored: StoredConnection | null, isInEnvironment: boolean): SetUp {
  if (stored === null) return { kind: isInEnvironment ? 'environment' : 'never' };
  if (stored.state !== 'active') return { kind: 'disconnected', id: stored.id };
  return { kind: 'connected', id: stored.id, failing: failureOf(stored)?.problem.code ?? null };
}

export interface CallingNames {
  readonly engine: VoiceEngine;
  /** The name of what would speak; null for the scripted agent. */
  readonly modelOf: (voice: VoiceSource) => string | null;
  /** Of what is set up and does not answer. */
  readonly values: ProblemValues;
  readonly country: string | null;
}

/** The decision in words, as every screen says it. */
export function callingNow(decision: CallingDecision, names: CallingNames): CallingNow {
  const { side } = decision;
  const { country } = names;
  const values = {
    voice: names.engine === 'realtime' ? 'speech service' : 'model',
    ...names.values,
  };
  if ('refused' in decision) {
    const refused = problemOf(decision.refused, values);
    return { side, refused, speaker: 'none', speakerName: null, note: null, country };
  }
  const { voice, note } = decision;
  return {
    side,
    refused: null,
    speaker: voice === 'scripted' ? 'scripted' : 'model',
    speakerName: names.modelOf(voice),
    note: note && problemOf(note, values),
    country,
  };
}

export const modelNameOf = (shown: ShownConnection | null): string | null =>
  shown?.kind === 'model' || shown?.kind === 'speech' ? shown.model : null;
