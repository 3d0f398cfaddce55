import { expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import { webhookEventNames, webhookTestType } from './event-types.ts';
import { webhookEvents } from './events.ts';
import { webhookEventExamples } from './examples.ts';

test.each([...webhookEventNames, webhookTestType] as const)(
  'WH1: the example of %s fits its schema',
  (type) => {
    expect(safeParse(webhookEvents[type], webhookEventExamples[type]).error).toBeUndefined();
    expect(type).toMatch(/^[a-z_]+(\.[a-z_]+)+$/);
  },
);

test.each(Object.entries(webhookEvents))(
  'WH1: %s carries its version and the ids of the call',
  (_, schema) => {
    expect(Object.keys(schema.shape)).toEqual(['type', 'timestamp', 'data']);
    expect(Object.keys(schema.shape.data.shape)).toEqual(
      expect.arrayContaining(['schemaVersion', 'callId', 'externalId']),
    );
  },
);
