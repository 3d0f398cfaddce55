import type { Evidence } from './evidence.ts';
import type { Findings } from './properties.ts';
import { promiseOf } from './simulated-parties.ts';
import { wasUnavailable } from './write-probe.ts';

const promised = new RegExp(promiseOf('([a-z]+ 1\\d{6})'));

/** Compares what tools have changed with what is stored and was said of it (VS45 to VS48). */
export function auditTools({ database, booked, writes }: Evidence, findings: Findings): void {
  const { toolCalls, entries } = database;
  const byKey = new Map(toolCalls.map((row) => [`${row.callId}:${row.id}`, row]));
  for (const [key, times] of Map.groupBy(booked, (each) => each)) {
    const state = byKey.get(key)?.state;
    const isKnown = state === 'done' || state === 'unknown';
    findings.check(
      'toolsOnce',
      key,
      times.length === 1 && isKnown,
      () => `changed ${times.length} times, ${state ?? 'not stored'}`,
    );
  }
  for (const { callId, id, state, tries, honoursKey, followUps, ...row } of toolCalls) {
    findings.check('finished', callId, state !== 'running', () => `tool call ${id} is running`);
    findings.check(
      'toolsOnce',
      callId,
      honoursKey || tries === 1,
      () => `tool call ${id} was sent ${tries} times`,
    );
    // What cannot be counted is not sent again.
    const couldRepeat = honoursKey && !wasUnavailable(writes, row.startedAt, row.endedAt);
    const isChecked = followUps === 1 && (!couldRepeat || tries === 2);
    // A late answer replaces "unknown" and leaves the follow-up.
    if (state === 'unknown')
      findings.check(
        'toolsUnknown',
        callId,
        isChecked,
        () => `tool call ${id}: ${tries} tries, ${followUps} follow-ups`,
      );
  }
  for (const { callId, speaker, message } of entries) {
    if (speaker !== 'agent' || !promised.test(message)) continue;
    const isDone = booked.some((key) => key.startsWith(`${callId}:`));
    findings.check('toolsPromised', callId, isDone, () => `"${message}"; nothing was booked`);
  }
}
