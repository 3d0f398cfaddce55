import { type CallOutcome, type OutcomeField, outcomeLimits } from '@parley/contract';
import { isSupported } from '../../lib/outcomes/supported.ts';
import { verifyValues } from '../../lib/outcomes/verify-values.ts';
import { isStorable } from '../../lib/storable-text.ts';
import type { AgentStore } from '../../ports/agent-store.ts';
import type { CallRecord } from '../../ports/call.ts';
import type { DetectedFollowUp, NewFollowUp } from '../../ports/follow-ups.ts';
import type { OnTokens } from '../../ports/language-model.ts';
import type { Log } from '../../ports/log.ts';
import type { Organizations } from '../../ports/organization-store.ts';
import type {
  ExtractedOutcome,
  OutcomeExtractor,
  OutcomeMaterial,
  OutcomeStore,
} from '../../ports/outcomes.ts';
import type { ToolCalls } from '../../ports/tool-calls.ts';
import type { TranscriptStore } from '../../ports/transcript-store.ts';
import { summaryMaterialOf } from '../../ports/voice-summary.ts';
import { overallResult } from './overall-result.ts';

export interface FillDeps {
  readonly store: Pick<OutcomeStore, 'save' | 'fail' | 'fieldsFor'>;
  readonly agents: Pick<AgentStore, 'forCall'>;
  readonly organizations: Organizations;
  readonly transcripts: Pick<TranscriptStore, 'read'>;
  readonly toolCalls: Pick<ToolCalls, 'ofCall'>;
  readonly newFollowUps: (call: CallRecord, detected: readonly DetectedFollowUp[]) => Promise<NewFollowUp[]>;
  /** What came of the call in one sentence of quotations, where no model has written a better one. */
  readonly sentenceOf: (material: OutcomeMaterial) => string;
  readonly log: Log;
}

export async function materialOf(deps: FillDeps, call: CallRecord, run: number): Promise<OutcomeMaterial> {
  const key = { tenantId: call.tenantId, callId: call.id };
  const [agent, { timeZone }, transcript, fields] = await Promise.all([
    deps.agents.forCall(call),
    deps.organizations.of(call.tenantId),
    deps.transcripts.read(key),
    deps.store.fieldsFor(call, run === 0 ? 'first' : 'again'),
  ]);
  const usesTools = fields.length > 0 && (agent?.config.tools?.use.length ?? 0) > 0;
  return {
    ...summaryMaterialOf(call, agent, timeZone, transcript),
    fields,
    language: agent?.language ?? 'en',
    ...(usesTools && { toolCalls: await deps.toolCalls.ofCall(key) }),
  };
}

/** Reads an outcome and stores what of it is proved: the one way for every extractor (OC3). */
export async function fillOutcome(
  deps: FillDeps,
  call: CallRecord,
  run: number,
  material: OutcomeMaterial,
  extractor: OutcomeExtractor,
  signal: AbortSignal,
  onTokens?: OnTokens,
): Promise<void> {
  const extracted = await extractor.extract(material, signal, onTokens);
  const outcome = provedOutcome(deps, call, run, material, extractor, extracted);
  const followUps = await deps.newFollowUps(call, extracted.followUps);
  await deps.store.save({ tenantId: call.tenantId, callId: call.id }, run, outcome, followUps);
}

/**
 * The same by rules. They take words from the phone: where these make them fail, the outcome could not be read, and what
 * else is done after a call goes on.
 */
export async function fillByRules(
  deps: FillDeps,
  call: CallRecord,
  run: number,
  material: OutcomeMaterial,
  rules: OutcomeExtractor,
  signal: AbortSignal,
): Promise<void> {
  const key = { tenantId: call.tenantId, callId: call.id };
  let outcome: CallOutcome;
  try {
    outcome = provedOutcome(deps, call, run, material, rules, await rules.extract(material, signal));
  } catch (err) {
    signal.throwIfAborted();
    deps.log.error({ err, callId: call.id }, 'the rules could not read an outcome');
    await deps.store.fail(key, run);
    return;
  }
  await deps.store.save(key, run, outcome, []);
}

function provedOutcome(
  deps: FillDeps,
  call: CallRecord,
  run: number,
  material: OutcomeMaterial,
  { name }: OutcomeExtractor,
  extracted: ExtractedOutcome,
): CallOutcome {
  const { kept, dropped } = verifyValues(material.fields, extracted.values, material);
  if (dropped.length > 0)
    deps.log.debug({ callId: call.id, dropped }, 'values of an outcome were not proved');
  return withinLimit({
    ...{ version: 1, run, by: name, zone: material.timeZone },
    result: overallResult(extracted.result, material.fields, kept),
    sentence: sentenceOf(deps, extracted, material),
    fields: [...material.fields],
    values: kept,
  });
}

/** For a call on which nothing was said: the fields that were asked for, and no value. */
export async function storeNothing(
  deps: FillDeps,
  call: CallRecord,
  run: number,
  fields: readonly OutcomeField[],
  zone: string,
): Promise<void> {
  const key = { tenantId: call.tenantId, callId: call.id };
  const nothing = { result: null, sentence: null, values: [] };
  await deps.store.save(
    key,
    run,
    { version: 1, run, by: 'rules', zone, fields: [...fields], ...nothing },
    [],
  );
}

function sentenceOf(deps: FillDeps, { sentence }: ExtractedOutcome, material: OutcomeMaterial): string {
  const written = sentence?.replace(/\s+/g, ' ').trim() ?? '';
  const isGood =
    written !== '' &&
    written.length <= outcomeLimits.sentenceMax &&
    isStorable(written) &&
    isSupported(written, material.transcript);
  return isGood ? written : shortened(deps.sentenceOf(material));
}

function shortened(sentence: string): string {
  if (sentence.length <= outcomeLimits.sentenceMax) return sentence;
  const cut = sentence.slice(0, outcomeLimits.sentenceMax - 1).toWellFormed();
  return `${cut.replace(/\s+\S*$/, '')}…`;
}

/** Very long quotations go first at the end of the list: an outcome is read with every call page. */
function withinLimit(outcome: CallOutcome): CallOutcome {
  const values = [...outcome.values];
  const size = () => Buffer.byteLength(JSON.stringify({ ...outcome, values }));
  while (values.length > 0 && size() > outcomeLimits.bytesMax) values.pop();
  return { ...outcome, values };
}
