/**
 * Which tests have to notice a fault in a file: names of test files or beginnings of them, the quick ones first.
 * Row-level security keeps tenants apart whatever a statement says, so that its own tests stand beside the stores.
 * `startsBuiltServer`: the server is built anew for each mutation, because one of the tests starts it as a process.
 */
const store = 'apps/server/src/adapters/postgres';
const features = 'apps/server/src/features';

export const targets = [
  {
    file: `${store}/call-store.ts`,
    tests: ['integration/call-store', 'integration/calls-api', 'integration/live-events'],
    startsBuiltServer: true,
  },
  {
    file: `${store}/call-reads.ts`,
    tests: ['integration/calls-api', 'integration/transcript-store', 'integration/attack-tenants'],
  },
  { file: `${store}/call-admission.ts`, tests: ['integration/call-admission', 'integration/place-call'] },
  {
    file: `${store}/unfinished-calls.ts`,
    tests: ['integration/unknown-calls', 'integration/call-endings', 'integration/killed-servers'],
    startsBuiltServer: true,
  },
  { file: `${store}/template-store.ts`, tests: ['integration/templates', 'integration/attack-tenants'] },
  {
    file: `${store}/agent-store.ts`,
    tests: ['integration/call-store', 'integration/calls-api', 'integration/phone-commands'],
    startsBuiltServer: true,
  },
  {
    file: `${store}/do-not-call/list.ts`,
    tests: ['integration/place-call', 'integration/phone-commands'],
    startsBuiltServer: true,
  },
  { file: `${store}/stream-tokens.ts`, tests: ['integration/voice-sockets', 'integration/realtime-sockets'] },
  {
    file: `${store}/transcript-store.ts`,
    tests: ['integration/transcript-store', 'integration/voice-conversations'],
  },
  { file: `${store}/login-attempts.ts`, tests: ['integration/sign-in'] },
  {
    file: `${store}/access-list.ts`,
    tests: ['integration/access', 'integration/first-account'],
    startsBuiltServer: true,
  },
  { file: `${features}/access/authenticate.ts`, tests: ['integration/access.test'] },
  {
    file: `${features}/calls/place-call.ts`,
    tests: ['src/features/calls/place-call', 'integration/place-call'],
  },
  {
    file: `${features}/calls/receive-call.ts`,
    tests: ['src/features/calls/receive-call', 'integration/call-webhooks'],
  },
  { file: `${features}/calls/end-call.ts`, tests: ['integration/call-endings', 'integration/calls-api'] },
  { file: `${features}/calls/call-machine.ts`, tests: ['src/features/calls/call-machine'] },
  { file: `${features}/calls/country-guard.ts`, tests: ['src/features/calls/country-guard'] },
  {
    file: `${features}/calls/reconcile.ts`,
    tests: ['src/features/calls/reconcile', 'integration/unknown-calls'],
  },
];
