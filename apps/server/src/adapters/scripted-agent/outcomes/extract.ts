import { setImmediate } from 'node:timers/promises';
import type { CallResult, OutcomeField, ProvedValue } from '@parley/contract';
import { polarityOf } from '../../../lib/answer-polarity.ts';
import { verifyValue } from '../../../lib/outcomes/verify-value.ts';
import type { OutcomeExtractor, OutcomeMaterial } from '../../../ports/outcomes.ts';
import { intentsOf } from '../understanding/intents.ts';
import { type Exchange, exchangesIn } from './exchanges.ts';
import { exchangesFor } from './match-field.ts';
import { readValue } from './read-value.ts';

/** Reads outcomes by the understanding of the scripted agent, which is English. What is in doubt it leaves out. */
export const scriptedExtractor: OutcomeExtractor = {
  name: 'rules',
  async extract(material) {
    const exchanges = isWithTheRightPerson(material) ? exchangesIn(material.transcript) : [];
    const values: ProvedValue[] = [];
    for (const field of material.fields) {
      const value = readField(field, material, exchanges);
      if (value) values.push(value);
      // Conversations on this server go on meanwhile.
      await setImmediate();
    }
    return { result: resultOf(material, exchanges, values), sentence: null, values, followUps: [] };
  },
};

/** A machine's greeting and a stranger's words are no answers. */
function isWithTheRightPerson({ reason, transcript }: OutcomeMaterial): boolean {
  if (reason === 'voicemail' || reason === 'voicemail_left') return false;
  return !transcript.some(({ speaker, message }) => {
    if (speaker !== 'user') return false;
    const intents = intentsOf(message);
    return (['voicemail', 'wrongNumber', 'deceased'] as const).some((intent) => intents.has(intent));
  });
}

/** All answers to the question must give one value; an answer that gives none is as good as none. */
function readField(
  field: OutcomeField,
  material: OutcomeMaterial,
  exchanges: readonly Exchange[],
): ProvedValue | null {
  const found = exchangesFor(field, material.fields, exchanges).flatMap((exchange) =>
    exchange.answers.flatMap((answer) => readValue(field, exchange, answer, material.timeZone) ?? []),
  );
  const last = found.at(-1);
  if (last === undefined || found.some(({ value }) => value !== last.value)) return null;
  const { value, proof } = last;
  const verdict = verifyValue(field, { value, ...proof }, material);
  return verdict.kind === 'kept' ? { field: field.id, value: verdict.value, proof: verdict.proof } : null;
}

/** What the values say of the goal. `capResult` of the outcomes has the last word. */
function resultOf(
  material: OutcomeMaterial,
  exchanges: readonly Exchange[],
  values: readonly ProvedValue[],
): CallResult | null {
  const { transcript, fields, reason } = material;
  if (!transcript.some(({ speaker }) => speaker === 'user')) return null;
  if (!isWithTheRightPerson(material) || reason === 'do_not_call') return 'not';
  const required = fields.filter((field) => field.required);
  if (required.length > 0) {
    const there = required.filter(({ id }) => values.some(({ field }) => field === id)).length;
    if (there === required.length) return 'reached';
    return there > 0 ? 'partly' : 'not';
  }
  const main = exchanges[0];
  const last = exchanges.findLast(({ question }) => question === main?.question)?.answers.at(-1);
  const polarity = last === undefined ? 'open' : polarityOf(last.message);
  if (polarity !== 'open') return polarity === 'yes' ? 'reached' : 'not';
  return values.length > 0 ? 'reached' : null;
}
