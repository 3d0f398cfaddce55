import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Starts and kills real database servers for half a minute: too long for `npm run check`. */
const supervisorTest = 'src/adapters/embedded-postgres/embedded-postgres.test.ts';

/** Tests that start the server as a process start what is built, from the sources as they are now. */
const buildServer = fileURLToPath(new URL('scripts/lib/build-server.mjs', import.meta.url));

/** A test that passed when it was tried again is known by its message alone: it says what differed. */
const wholeMessages = { chaiConfig: { truncateThreshold: 1_000 } };

/** Long enough for a busy machine; only a failing test waits so long. */
const unitTimeouts = {
  ...wholeMessages,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000, interval: 20 } },
};
const timeouts = {
  ...wholeMessages,
  testTimeout: 600_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 180_000, interval: 20 } },
};

/**
 * Files that take more than half a minute each, the longest first; those that start many servers between those that mostly
 * wait for a conversation, so that the machine is evenly busy.
 */
const longTests = [
  'campaigns-week',
  'faults',
  'warm-transfer-relay',
  'secret-rotation',
  'warm-transfer-realtime',
  'killed-servers',
  'tools-on-calls',
  'voice-losses',
  'voice-endurance',
  'tools-once',
  'attack-routes',
  'embedded-postgres',
  'voice-conversations',
  'upgrade',
  'erased-everywhere',
  'server-process',
  'after-call',
  'contact-import',
  'second-factor',
  'attack-first-account',
  'unknown-calls',
  'call-export',
  'voicemail',
  'attack-tenants',
  'tools-hostile-answers',
  'attack-data',
  'inbound-limits',
  'reports/reports',
  'search/search',
  'access-command',
  'two-accounts',
  'job-queue',
  'session-commands',
  'many-sessions',
];

/** On a fresh clone the runner starts large files first; a small file that takes long would run alone at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = ({ moduleId }: TestSpecification) => {
      const place = longTests.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return place < 0 ? longTests.length : place;
    };
    return (await super.sort(files)).sort((a, b) => order(a) - order(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    // Our modules hold no state, so test files share them: loading the server again takes as long as testing it.
    isolate: false,
    // By default the runner keeps a core free, which on a small machine means one file at a time.
    maxWorkers: Math.max(2, Math.ceil(availableParallelism() / 2)),
    projects: [
      { test: { name: 'house', include: ['test/**/*.test.ts'], ...unitTimeouts } },
      { test: { name: 'examples', include: ['examples/**/*.test.ts'], ...unitTimeouts } },
      {
        test: {
          name: 'contract',
          root: 'packages/contract',
          include: ['src/**/*.test.ts'],
          ...unitTimeouts,
        },
      },
      {
        test: {
          name: 'client',
          root: 'packages/client',
          include: ['{src,build}/**/*.test.ts'],
          ...unitTimeouts,
        },
      },
      {
        test: {
          name: 'phone-lab',
          root: 'packages/phone-lab',
          include: ['{src,testing}/**/*.test.ts'],
          ...unitTimeouts,
        },
      },
      {
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['{src,testing}/**/*.test.ts'],
          exclude: [supervisorTest],
          ...unitTimeouts,
        },
      },
      {
        test: {
          name: 'integration',
          root: 'apps/server',
          include: ['integration/**/*.test.ts', supervisorTest],
          globalSetup: [buildServer, 'testing/cluster-setup.ts'],
          // Calls run ten times faster than real time, perhaps on a shared machine: one retry, in this suite only.
          retry: 1,
          ...timeouts,
        },
      },
      {
        // The same suites with ten times the load, and those that take too long for every run: `npm run soak`.
        test: {
          name: 'soak',
          root: 'apps/server',
          include: [
            'integration/{attack-generated,call-bursts,call-row-locks,campaigns-week,faults,many-calls,mcp,phone-bill,realtime-interruptions,realtime-many,realtime-memory,recording-faults,recording-offset,three-servers,tools-once,voice-many,webhook-programs,webhook-storm}.test.ts',
            'src/voice/media/{hang-up,many-sessions}.test.ts',
            'soak/*.test.ts',
          ],
          globalSetup: [buildServer, 'testing/cluster-setup.ts'],
          fileParallelism: false,
          ...timeouts,
          testTimeout: 1_800_000,
        },
      },
      {
        test: {
          name: 'soak-carrier',
          root: 'packages/phone-lab',
          include: ['src/stream/echo-bot.test.ts', 'src/package.test.ts'],
          // After the other soak project, which would compete for the processor.
          sequence: { groupOrder: 1 },
          testTimeout: 300_000,
        },
      },
      {
        // Every measurement with tiny sizes: whether it works, not how good its figures are.
        test: {
          name: 'bench',
          root: 'bench',
          include: ['**/*.test.ts'],
          globalSetup: [buildServer],
          testTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'web',
          root: 'apps/web',
          // Files that need a document say so in their first line: to make one takes longer than most of these tests.
          environment: 'node',
          include: ['{src,build}/**/*.test.{ts,tsx}'],
          ...unitTimeouts,
        },
      },
    ],
  },
});
