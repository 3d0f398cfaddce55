import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { hasEnded } from '../call/state-machine.ts';
import { credentialsFile } from '../credentials.ts';
import type { FaultSettings } from '../faults.ts';
import { type Lab, startLab } from '../lab.ts';
import { maskNumber } from '../phone-number-format.ts';
import { type CliOptions, readOptions, usage } from './options.ts';

/** The command: runs a lab until a signal or the end of its parent process. */
export async function main(argv: string[]): Promise<void> {
  const options = readOptions(argv, process.env);
  if (options === 'help') return console.log(usage);
  const parent = process.ppid;
  const lab = await startLab({
    port: options.port,
    dataDir: options.dataDir,
    speed: options.speed,
    cps: options.cps,
    numbers: options.numbers,
    poses: options.poses,
    ...(options.calleesDir ? { calleesDir: options.calleesDir } : {}),
    ...(options.callee ? { callees: { default: options.callee } } : {}),
    faults: readFaults(options.faultsFile),
    seed: options.seed,
    voice: options.voice,
  });
  logCalls(lab);
  let stopping = false;
  const stop = () => {
    // A second signal exits at once.
    if (stopping) process.exit(1);
    stopping = true;
    void lab.stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (!options.stay) stopWithParent(parent, stop);
  // A reader of this message may stop the lab at once, so it comes after the signal handlers.
  greet(lab, options);
  if (process.send) {
    process.on('disconnect', stop);
    const { url, accountSid, authToken, phoneNumbers } = lab;
    process.send({ type: 'ready', url, accountSid, authToken, phoneNumbers });
  }
}

function greet(lab: Lab, options: CliOptions): void {
  console.log(
    'phone-lab: a Twilio-compatible carrier on this machine. It is not Twilio; no real calls are made.',
  );
  console.log(`phone-lab: listening on ${lab.url} (handsets and calls: open it in a browser)`);
  if (process.send) return;
  console.log(`phone-lab: account ${lab.accountSid}`);
  console.log(`phone-lab: auth token and API key are in ${credentialsFile(options.dataDir)}`);
}

/** Logs one line per ended call, with the last four digits of its numbers and nothing that was said. */
function logCalls(lab: Lab): void {
  lab.onEntry((entry) => {
    if (entry.kind !== 'call' || !hasEnded(entry.record.status)) return;
    const { sid, direction, from, to, status } = entry.record;
    console.log(`phone-lab: ${direction} ${sid} ${maskNumber(from)} → ${maskNumber(to)} ${status}`);
  });
}

function readFaults(file: string | null): FaultSettings {
  return file ? (parse(readFileSync(file, 'utf8')) as FaultSettings) : {};
}

/** When the parent process ends, the parent id of this process changes. */
function stopWithParent(parent: number, stop: () => void): void {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 1000);
  watch.unref();
}
