import { expect, test } from 'vitest';
import { audit } from '../testing/faults/auditor.ts';
import { runFaults } from '../testing/faults/fault-run.ts';
import type { RunSize } from '../testing/faults/plan.ts';
import { tableOf } from '../testing/faults/table.ts';
import { killPoints } from '../testing/kill-points.ts';
import { isSoak } from '../testing/load.ts';

// FAULT_SEED repeats a plan or makes another, FAULT_SHARE runs a part of it.
const seed = Number(process.env.FAULT_SEED ?? 7);
const share = Number(process.env.FAULT_SHARE ?? 1);

const short: RunSize = {
  ...{ seed, calls: 60 * share, kills: 10 * share, databaseKills: 2 * share, probability: 0.3 },
  ...{ uptimeMs: 3_000, summaryFaults: 1 },
  settleMs: 60_000,
};
const long: RunSize = {
  ...{ seed, calls: 5_000 * share, kills: 200 * share, databaseKills: 20 * share, probability: 0.3 },
  // Long enough for whole conversations, of which nothing may be missing.
  ...{ uptimeMs: 8_000, summaryFaults: Number.POSITIVE_INFINITY },
  settleMs: 480_000,
};
const size = isSoak ? long : short;

const what = `${size.calls} calls, ${size.kills} kills, other faults at ${size.probability * 100} %`;
/** A retry would hide what the first run lost. */
const options = { timeout: isSoak ? 2_400_000 : 900_000, retry: 0 };

test(`${what}: nothing is lost`, options, async () => {
  const began = Date.now();
  const { evidence, faults } = await runFaults(size);
  const findings = audit(evidence);
  const seconds = Math.round((Date.now() - began) / 1000);
  const title = `${what}: ${evidence.carrier.length} calls at the carrier, ${seconds} s, seed ${seed}`;
  process.stdout.write(`${tableOf(title, faults, findings)}\n`);
  // As text: the summary of a run shows no more than the first line of what differs.
  const differences = findings.differences.map((one) => `${one.property} ${one.about}: ${one.detail}`);
  expect(differences.join('\n')).toBe('');
  const injected = new Set(faults.map(({ fault }) => fault));
  if (share === 1) expect(killPoints.filter((point) => !injected.has(`server killed: ${point}`))).toEqual([]);
});
