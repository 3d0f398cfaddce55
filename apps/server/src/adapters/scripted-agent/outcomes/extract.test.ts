import type { Proof } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../../testing/faults/seeded-random.ts';
import { generatedCalls } from '../../../../testing/outcomes/generated-calls.ts';
import { oneOf } from '../../../../testing/outcomes/one-of.ts';
import { topics } from '../../../../testing/outcomes/topics.ts';
import { plainSpeech } from '../../../lib/outcomes/quotation.ts';
import { verifyValues } from '../../../lib/outcomes/verify-values.ts';
import type { OutcomeMaterial } from '../../../ports/outcomes.ts';
import { scriptedExtractor } from './extract.ts';

const never = new AbortController().signal;

async function measure(seed: number) {
  const wrong: string[] = [];
  let given = 0;
  let found = 0;
  let complete = 0;
  for (const { name, material, truths } of generatedCalls(seed)) {
    const extracted = await scriptedExtractor.extract(material, never);
    // What is stored of it.
    const values = verifyValues(material.fields, extracted.values, material).kept;
    for (const { field, value, proof } of values) {
      const said = proof.kind === 'entry' ? material.transcript[proof.entry]?.message : '';
      if (truths.get(field) !== value)
        wrong.push(`${name}: ${field} = ${value}, true is ${truths.get(field) ?? 'nothing'}: "${said}"`);
    }
    const right = values.filter(({ field, value }) => truths.get(field) === value).length;
    given += truths.size;
    found += right;
    if (right === truths.size) complete += 1;
  }
  return { wrong, given, found, complete };
}

describe('OC5: the rules of the scripted agent on a hundred generated calls', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'store no wrong value and find at least 80 of 100 (seed %i)',
    async (seed) => {
      const { wrong, given, found, complete } = await measure(seed);
      expect(wrong).toEqual([]);
      expect(given).toBeGreaterThan(150);
      expect(found / given).toBeGreaterThanOrEqual(0.8);
      expect(complete).toBeGreaterThanOrEqual(80);
    },
  );
});

describe('whatever is said', () => {
  const words =
    'yes no not one two twenty hundred and point half past quarter to at ten next tuesday or maybe actually wait 10:30 3.5 $ , . ? ! the of march 5th morning "\u0000 ‘ \u{1f600} ü ש 日 …'.split(
      ' ',
    );
  const [example] = generatedCalls(1, 1);
  const base = (example as NonNullable<typeof example>).material;
  const fields = topics.map(({ field }) => ({ ...field, required: true }));

  function heard(messages: readonly string[]) {
    const transcript = messages.flatMap((message, place) => [
      { speaker: 'agent' as const, message: oneOfQuestions(place) },
      { speaker: 'user' as const, message },
    ]);
    return {
      ...base,
      fields,
      transcript: transcript.map((entry, ordinal) => ({
        ...entry,
        ...{ ordinal, interrupted: ordinal % 7 === 0, spokenAt: base.startedAt },
      })),
    };
  }

  const oneOfQuestions = (place: number) => topics[place % topics.length]?.questions[0] ?? 'And?';

  test('OC4: every value stands in the transcript, and nothing fails', async () => {
    const random = seededRandom(11, 'words');
    for (let round = 0; round < 60; round += 1) {
      const messages = Array.from({ length: 18 }, () =>
        Array.from({ length: random.between(0, 14) }, () => oneOf(random, words)).join(' '),
      );
      const material = heard(messages);
      for (const { proof } of (await scriptedExtractor.extract(material, never)).values)
        expect(spokenAt(material, proof)).toContain(proof.quote);
    }
  });

  test('a talk without end holds nothing up', async () => {
    const long = Array.from(
      { length: 60 },
      (_, place) => `Actually, ${'twenty one at ten or '.repeat(200)}${place}.`,
    );
    const began = performance.now();
    await scriptedExtractor.extract(heard(long), never);
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});

function spokenAt({ transcript }: OutcomeMaterial, proof: Proof): string {
  return proof.kind === 'entry' ? plainSpeech(transcript[proof.entry]?.message ?? '') : '';
}
