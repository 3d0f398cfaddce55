/**
 * The real server, with two additions for tests: it can kill itself at a named point in the life of a call (KILL_AT;
 * KILL_AT_NTH is the number of the call to do it at), or stop until it is continued (KILL_WITH=SIGSTOP), and it can run faster than real time (TIMES_SPEED for the time
 * limits of calls, VOICE_SPEED for conversations), and ask for recordings and send webhooks at other intervals (RECORDING_WAITS, WEBHOOK_TIMES). Campaigns may have a clock that several processes share (CAMPAIGN_CLOCK).
 */
import { flushCompileCache } from 'node:module';
import { isTerminal } from '@parley/contract';
import { startServer } from '../src/composition/server.ts';
import { Shutdown } from '../src/composition/shutdown.ts';
import { readConfig } from '../src/config/config.ts';
import { callTimes, timesAtSpeed } from '../src/features/calls/call-times.ts';
import { Carriers } from '../src/features/calls/carriers.ts';
import type { CallPorts } from '../src/features/calls/compose.ts';
import type { ToolPorts } from '../src/features/calls/tools/session-tools.ts';
import { createLogger } from '../src/logger.ts';
import type { RecordingStore } from '../src/ports/recordings.ts';
import { pretendedClock } from './campaign-week/pretended-clock.ts';
import type { KillPoint } from './kill-points.ts';

const killAt = process.env.KILL_AT as KillPoint | undefined;
let timesLeft = Number(process.env.KILL_AT_NTH ?? 1);
const times = {
  ...timesAtSpeed(callTimes, Number(process.env.TIMES_SPEED ?? 1)),
  ...(process.env.RECORDING_WAITS && { recordingWaits: JSON.parse(process.env.RECORDING_WAITS) as number[] }),
};

const config = readConfig(process.env);
const log = createLogger(config.logLevel);
const shutdown = new Shutdown(log);
process.on(
  'SIGTERM',
  () => void shutdown.run(config.drainSeconds * 1000 + 20_000).then(() => process.exit(0)),
);
const voiceSpeed = Number(process.env.VOICE_SPEED ?? 1);
const { startMessage } = await startServer(config, log, shutdown, {
  times,
  voiceSpeed,
  around: withKillPoints,
  aroundRecordings: withRecordingKillPoints,
  ...(process.env.WEBHOOK_TIMES && { webhookTimes: JSON.parse(process.env.WEBHOOK_TIMES) }),
  ...(process.env.CAMPAIGN_CLOCK && { campaignClock: pretendedClock(process.env.CAMPAIGN_CLOCK) }),
});
// One that is killed would leave nothing behind with which the next one starts faster.
flushCompileCache();
process.stdout.write(`${startMessage}\n`);

/** SIGKILL ends the process before its next statement, SIGSTOP stops it there. */
function reached(point: KillPoint): void {
  if (point !== killAt) return;
  timesLeft -= 1;
  if (timesLeft === 0) process.kill(process.pid, process.env.KILL_WITH ?? 'SIGKILL');
}

function withRecordingKillPoints(store: RecordingStore): RecordingStore {
  return {
    ...store,
    begin: async (...given) => {
      const isRecorded = await store.begin(...given);
      if (isRecorded) reached('recording begun');
      return isRecorded;
    },
    storing: async (...given) => {
      const isOurs = await store.storing(...given);
      if (isOurs) reached('recording held');
      return isOurs;
    },
    // Asked for once the file is stored, and before its row says so.
    turns: async (key) => {
      const turns = await store.turns(key);
      reached('recording put');
      return turns;
    },
    ready: async (...given) => {
      const isReady = await store.ready(...given);
      reached('recording ready');
      return isReady;
    },
    removed: async (key) => {
      reached('recording removed');
      await store.removed(key);
    },
  };
}

function withToolKillPoints(ports: ToolPorts): ToolPorts {
  const { toolCalls, callTools } = ports;
  return {
    ...ports,
    toolCalls: {
      ...toolCalls,
      start: async (call, holder) => {
        const started = await toolCalls.start(call, holder);
        reached('tool stored');
        return started;
      },
      finish: async (key, end, holder) => {
        const finished = await toolCalls.finish(key, end, holder);
        reached('tool ended');
        return finished;
      },
    },
    callTools: {
      find: async (tenantId, refs) =>
        (await callTools.find(tenantId, refs)).map((tool) => ({
          ...tool,
          send: async (request) => {
            const outcome = await tool.send(request);
            reached('tool answered');
            return outcome;
          },
        })),
    },
  };
}

function withKillPoints(ports: CallPorts): CallPorts {
  const { admission, store, transcripts } = ports;
  const [carrier] = ports.carriers.all;
  if (!carrier) throw new Error('The server has no carrier.');
  return {
    ...ports,
    ...(ports.toolPorts && { toolPorts: withToolKillPoints(ports.toolPorts) }),
    admission: {
      ...admission,
      reserve: async (order, limits) => {
        const decision = await admission.reserve(order, limits);
        if (decision.kind === 'admitted') reached('inserted');
        return decision;
      },
    },
    store: {
      ...store,
      change: async (ref, decide) => {
        const result = await store.change(ref, decide);
        if (result?.changed) {
          const { status, sendingAt, carrierSid, summaryState } = result.call;
          if (status === 'queued' && sendingAt !== null && carrierSid === null) reached('sending');
          if (status === 'ringing') reached('ringing');
          if (status === 'in-progress') reached('live');
          if (isTerminal(status)) reached(summaryState === 'ready' ? 'summarized' : 'ended');
        }
        return result;
      },
    },
    transcripts: {
      ...transcripts,
      write: async (call, line, final) => {
        await transcripts.write(call, line, final);
        reached('spoken');
      },
    },
    carriers: new Carriers(() => [
      {
        ...carrier,
        place: async (order) => {
          const outcome = await carrier.place(order);
          if (outcome.kind === 'placed') reached('created');
          return outcome;
        },
      },
    ]),
  };
}
