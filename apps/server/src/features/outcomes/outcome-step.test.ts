import type { CallOutcome, OutboxEvent, OutcomeField } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import type { CallRecord } from '../../ports/call.ts';
import type { ExtractedOutcome, OutcomeExtractor } from '../../ports/outcomes.ts';
import { createOutcomeJob } from './outcome-job.ts';
import { createOutcomeStep } from './outcome-step.ts';

const at = new Date('2026-03-02T15:00:00Z');
const never = new AbortController().signal;
const fields: OutcomeField[] = [
  { id: 'many', label: 'Guests', type: 'number', description: '', choices: [], required: true },
];
const extracted: ExtractedOutcome = {
  result: 'reached',
  sentence: 'Four people come.',
  values: [{ field: 'many', value: 4, proof: { kind: 'entry', entry: 1, quote: 'Four.', question: null } }],
  followUps: [],
};

interface Setup {
  readonly name?: 'rules' | 'model';
  readonly call?: Partial<CallRecord>;
  readonly answer?: string;
  readonly extract?: () => Promise<ExtractedOutcome>;
  readonly language?: string;
}

function world({
  name = 'rules',
  call: changes = {},
  answer = 'Four.',
  extract,
  language = 'en',
}: Setup = {}) {
  const call = {
    ...{ tenantId: 't', id: 'c', agentId: 'a', mode: 'live', direction: 'outbound', status: 'completed' },
    ...{ reason: null, instructions: null, createdAt: at, answeredAt: at, endedAt: at },
    ...{ outcome: null, outcomeState: 'none', outcomeRun: 0 },
    ...changes,
  } as CallRecord;
  const saved: { run: number; outcome: CallOutcome }[] = [];
  const did: string[] = [];
  const warned: string[] = [];
  const extractor = (by: 'rules' | 'model', work = extract): OutcomeExtractor => ({
    name: by,
    extract: async () => (work ? work() : extracted),
  });
  const deps = {
    store: {
      begin: async (_: unknown, run: number) => did.push(`begin ${run}`) > 0,
      save: async (_: unknown, run: number, outcome: CallOutcome) => saved.push({ run, outcome }) > 0,
      fail: async (_: unknown, run: number) => void did.push(`fail ${run}`),
      fieldsFor: async (_: CallRecord, run: string) => {
        did.push(`fields ${run}`);
        return fields;
      },
    },
    agents: { forCall: async () => ({ displayName: 'Elm', language, config: {} }) as never },
    organizations: { of: async () => ({ timeZone: 'America/New_York' }) as never } as never,
    transcripts: {
      read: async () =>
        [['agent', 'How many guests?'] as const, ...(answer === '' ? [] : [['user', answer] as const])].map(
          ([speaker, message], ordinal) => ({ ordinal, speaker, message, spokenAt: at, interrupted: false }),
        ),
    },
    newFollowUps: async () => [],
    toolCalls: { ofCall: async () => [] },
    sentenceOf: () => 'They said: “Four.”',
    log: {
      debug: () => {},
      error: (_: object, text: string) => void warned.push(text),
      warn: (_: object, text: string) => void warned.push(text),
    } as never,
    extractorFor: () => extractor(name),
    rules: extractor('rules', async () => extracted),
    calls: { find: async () => call },
    clock: { after: () => () => {} } as never,
    modelMs: 1,
    callTokens: { add: async () => {} },
  };
  return {
    ...{ saved, did, warned },
    step: (event: object) => createOutcomeStep(deps)(call, event as OutboxEvent, never),
    job: (run: number, useFallback = false) =>
      createOutcomeJob(deps)({ tenantId: 't', callId: 'c', run }, { signal: never, useFallback, sentAt: at }),
  };
}

const ended = { type: 'call.ended', version: 1, callId: 'c' };
const requested = (run: number) => ({ type: 'outcome.requested', version: 1, callId: 'c', run });

describe('OC3: after a call', () => {
  test('rules fill in the fields that the call began with, and the outcome keeps them', async () => {
    const { step, saved, did } = world();
    await step(ended);
    expect(did).toEqual(['fields first']);
    expect(saved).toMatchObject([
      {
        run: 0,
        outcome: { by: 'rules', zone: 'America/New_York', result: 'reached', fields, values: [{ value: 4 }] },
      },
    ]);
  });

  test('a call that was deleted is read too, because it can be brought back', async () => {
    const { step, saved } = world({ call: { mode: 'deleted' } });
    await step(ended);
    expect(saved).toHaveLength(1);
  });

  test('a model is asked by a job', async () => {
    const { step, saved, did } = world({ name: 'model' });
    await step(ended);
    expect(did).toContain('begin 0');
    expect(saved).toEqual([]);
  });

  test.each<[string, Setup]>([
    ['nobody spoke', { answer: '' }],
    ['nobody answered', { call: { answeredAt: null } }],
    ['it had no agent', { call: { agentId: null } }],
    ['it is a try', { call: { mode: 'try' } }],
    ['it is done', { call: { outcomeState: 'ready' } }],
    ['a job does it', { call: { outcomeState: 'pending' } }],
  ])('nothing is stored where %s', async (_, setup) => {
    const { step, saved, did } = world(setup);
    await step(ended);
    expect(saved).toEqual([]);
    expect(did.filter((one) => one.startsWith('begin'))).toEqual([]);
  });

  test('what the words do not prove is not stored, and a required field without a value is no goal reached', async () => {
    const lie = { ...extracted.values[0], value: 5 } as (typeof extracted.values)[number];
    const { step, saved } = world({ extract: async () => ({ ...extracted, values: [lie] }) });
    await step(ended);
    expect(saved[0]?.outcome).toMatchObject({ values: [], result: 'not' });
  });

  test('rules that fail call it failed, and what else is done after the call goes on', async () => {
    const { step, saved, did, warned } = world({ extract: () => Promise.reject(new RangeError('no')) });
    await step(ended);
    expect(saved).toEqual([]);
    expect(did).toContain('fail 0');
    expect(warned).toEqual(['the rules could not read an outcome']);
  });

  test.each([
    ['that names a day nobody said', 'They come on Friday.'],
    ['that is too long', `Four ${'x'.repeat(250)}`],
    ['that is empty', '  '],
  ])('a sentence %s is replaced by one of quotations', async (_, sentence) => {
    const { step, saved } = world({ extract: async () => ({ ...extracted, sentence }) });
    await step(ended);
    expect(saved[0]?.outcome.sentence).toBe('They said: “Four.”');
  });
});

describe('OC11: run again', () => {
  test('asks for the fields of now', async () => {
    const { step, saved, did } = world({ call: { outcomeRun: 2, outcomeState: 'pending' } });
    await step(requested(2));
    expect(did).toEqual(['fields again']);
    expect(saved).toMatchObject([{ run: 2 }]);
  });

  test('a request that another one has overtaken does nothing', async () => {
    const { step, saved } = world({ call: { outcomeRun: 3, outcomeState: 'pending' } });
    await step(requested(2));
    expect(saved).toEqual([]);
  });

  test('where nobody spoke it ends without a value', async () => {
    const { step, saved } = world({ answer: '', call: { outcomeRun: 1, outcomeState: 'pending' } });
    await step(requested(1));
    expect(saved).toMatchObject([{ run: 1, outcome: { result: null, values: [], fields } }]);
  });
});

describe('OC3: the job that asks a model', () => {
  const failing = { name: 'model' as const, extract: () => Promise.reject(new Error('busy')) };

  test('stores what the model has read', async () => {
    const { job, saved } = world({ name: 'model' });
    await job(0);
    expect(saved).toMatchObject([{ run: 0, outcome: { by: 'model', values: [{ value: 4 }] } }]);
  });

  test('a failure is passed on, so that it is tried again', async () => {
    const { job, saved } = world(failing);
    await expect(job(0)).rejects.toThrow('busy');
    expect(saved).toEqual([]);
  });

  test('after several failures the rules read it, and somebody is told', async () => {
    const { job, saved, warned } = world(failing);
    await job(0, true);
    expect(saved).toMatchObject([{ outcome: { by: 'rules' } }]);
    expect(warned).toEqual(['the model could not read an outcome; it is read by rules instead']);
  });

  test('rules that do not know the language call it failed instead of empty', async () => {
    const { job, saved, did } = world({ ...failing, language: 'de' });
    await job(0, true);
    expect(saved).toEqual([]);
    expect(did).toContain('fail 0');
  });

  test.each<[string, Partial<CallRecord>]>([
    ['a later run was asked for', { outcomeRun: 1 }],
    ['it is stored', { outcome: { run: 0 } as CallOutcome }],
    ['it is a try', { mode: 'try' }],
  ])('does nothing where %s', async (_, call) => {
    const { job, saved } = world({ name: 'model', call });
    await job(0);
    expect(saved).toEqual([]);
  });
});
