import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Starts and kills real database servers for half a minute: too long for the loop while one works. */
const supervisorTest = 'src/adapters/embedded-postgres/embedded-postgres.test.ts';

/** Long enough for a machine with ten other things to do: only a test that fails ever waits so long. */
const unitPatience = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000, interval: 20 } },
};
const patience = {
  testTimeout: 240_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
};

export default defineConfig({
  test: {
    // Nothing of ours lives in a module, so files share them: loading a server anew takes as long as testing it.
    isolate: false,
    // Left to itself the runner keeps a core free; on a small machine that means one file after another.
    maxWorkers: Math.max(2, Math.ceil(availableParallelism() / 2)),
    projects: [
      { test: { name: 'house', include: ['test/**/*.test.ts'], ...unitPatience } },
      {
        test: {
          name: 'contract',
          root: 'packages/contract',
          include: ['src/**/*.test.ts'],
          ...unitPatience,
        },
      },
      {
        test: {
          name: 'phone-lab',
          root: 'packages/phone-lab',
          include: ['{src,testing}/**/*.test.ts'],
          ...unitPatience,
        },
      },
      {
        test: {
          name: 'server',
          root: 'apps/server',
          include: ['{src,testing}/**/*.test.ts'],
          exclude: [supervisorTest],
          ...unitPatience,
        },
      },
      {
        test: {
          name: 'integration',
          root: 'apps/server',
          include: ['integration/**/*.test.ts', supervisorTest],
          globalSetup: ['testing/cluster-setup.ts'],
          // Phones at ten times the speed of life on a machine that may be shared: one more try, in this suite only.
          retry: 1,
          ...patience,
        },
      },
      {
        // The same suites with ten times the load, and what is too long for every day: `npm run soak`.
        test: {
          name: 'soak',
          root: 'apps/server',
          include: [
            'integration/{attack-generated,call-bursts,call-row-locks,faults,many-calls,phone-bill,realtime-interruptions,realtime-many,realtime-memory,three-servers,voice-many}.test.ts',
            'src/voice/media/{hang-up,many-sessions}.test.ts',
          ],
          globalSetup: ['testing/cluster-setup.ts'],
          fileParallelism: false,
          ...patience,
          testTimeout: 1_800_000,
        },
      },
      {
        test: {
          name: 'soak-carrier',
          root: 'packages/phone-lab',
          include: ['src/stream/echo-bot.test.ts'],
          // After the other part, which would take the processor from it.
          sequence: { groupOrder: 1 },
          testTimeout: 300_000,
        },
      },
      {
        // The measuring parts with tiny sizes: that figures come out, never how good they are.
        test: { name: 'bench', root: 'bench', include: ['**/*.test.ts'], testTimeout: 120_000 },
      },
      {
        test: {
          name: 'web',
          root: 'apps/web',
          environment: 'happy-dom',
          include: ['{src,build}/**/*.test.{ts,tsx}'],
          ...unitPatience,
        },
      },
    ],
  },
});
