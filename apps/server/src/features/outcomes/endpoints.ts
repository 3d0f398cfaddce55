import {
  callResults,
  type OutcomeField,
  type OutcomeValue,
  outcomeFieldTypes,
  resultField,
  type ShownOutcome,
} from '@parley/contract';
import { AppError } from '../../errors.ts';
import { isOfType } from '../../lib/outcomes/typed-value.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { CorrectionResult, OutcomeStore } from '../../ports/outcomes.ts';

export type OutcomeEndpoints = Pick<Endpoints, 'correctOutcome' | 'withdrawCorrection' | 'runOutcome'>;

export function outcomeEndpoints(
  store: Pick<OutcomeStore, 'correct' | 'withdraw' | 'request' | 'shown'>,
): OutcomeEndpoints {
  const shown = async (tenantId: string, callId: string): Promise<ShownOutcome> =>
    (await store.shown(tenantId, callId)) ?? missing();

  return {
    correctOutcome: async ({ caller, params: { id, field }, body: { revision, value } }) => {
      const { outcome } = await shown(caller.tenantId, id);
      const checked = value === null ? null : checkedValue(field, value, outcome?.fields ?? []);
      return storedIn(await store.correct(caller, id, field, revision, checked));
    },

    withdrawCorrection: async ({ caller, params: { id, field }, query: { revision } }) =>
      storedIn(await store.withdraw(caller, id, field, revision)),

    runOutcome: async ({ caller, params: { id } }) => {
      const run = await store.request(caller, id);
      if (run === 'missing') return missing();
      if (run === 'live') throw new AppError('call_in_progress', 'This call is still going on.');
      return shown(caller.tenantId, id);
    },
  };
}

/** The value as it is stored; one that is not of the field's type is refused. */
function checkedValue(id: string, value: OutcomeValue, fields: readonly OutcomeField[]): OutcomeValue {
  if (id === resultField) {
    if (typeof value === 'string' && Object.hasOwn(callResults, value)) return value;
    throw new AppError('invalid_value', `Choose one of: ${Object.values(callResults).join(', ')}.`);
  }
  const field = fields.find((one) => one.id === id);
  if (!field) return noField();
  const tidy = typeof value === 'string' ? value.trim() : value;
  if (!isOfType(field, tidy)) throw new AppError('invalid_value', sentenceFor(field));
  return tidy;
}

function sentenceFor({ type }: OutcomeField): string {
  if (type === 'choice') return 'Choose one of the choices of the field.';
  if (type === 'yes_no') return 'This is not yes or no.';
  return `This is not a ${outcomeFieldTypes[type].toLowerCase()}.`;
}

function storedIn(result: CorrectionResult): ShownOutcome {
  switch (result.kind) {
    case 'stored':
      return result.outcome;
    case 'changed':
      throw new AppError('outcome_changed', 'Somebody else has corrected this value meanwhile.');
    case 'call_missing':
      return missing();
    case 'field_missing':
      return noField();
  }
}

function missing(): never {
  throw new AppError('call_not_found', 'Call not found');
}

function noField(): never {
  throw new AppError('field_not_found', 'This call has no such field.');
}
