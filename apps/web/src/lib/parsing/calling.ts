import type { Calling } from '@parley/contract';
import { asNumber, asObject, asString, type JsonObject } from './json.ts';

/** Read by hand, because every screen shows it and the call list loads no schemas. */
export function parseCalling(body: unknown): Calling | undefined {
  const fields = asObject(asObject(body)?.calling);
  const side = sides.find((known) => known === fields?.side);
  if (fields === null || side === undefined) return undefined;
  const handsetUrl = asString(asObject(fields.sandbox)?.handsetUrl);
  const steps = asObject(fields.firstSteps);
  return {
    side,
    refused: problemOf(asObject(fields.refused)),
    sandbox: handsetUrl === null ? null : { handsetUrl },
    speaker: speakers.find((known) => known === fields.speaker) ?? 'none',
    speakerName: asString(fields.speakerName),
    note: problemOf(asObject(fields.note)),
    country: asString(fields.country),
    firstSteps: {
      placed: steps?.placed === true,
      handset: steps?.handset === true,
      live: steps?.live === true,
    },
    revision: asNumber(fields.revision) ?? 0,
  };
}

const sides = ['sandbox', 'real'] as const satisfies readonly Calling['side'][];
const speakers = ['model', 'scripted', 'none'] as const satisfies readonly Calling['speaker'][];

function problemOf(fields: JsonObject | null): Calling['note'] {
  const sentence = asString(fields?.sentence);
  if (sentence === null) return null;
  return {
    // A newer server may have codes of its own; only the words are shown.
    code: asString(fields?.code) as NonNullable<Calling['note']>['code'],
    sentence,
    remedy: asString(fields?.remedy) ?? '',
  };
}
