import { type CheckModelResponse, type Problem, problemOf } from '@parley/contract';
import { realtimeEngine } from '../adapters/openai-realtime/engine.ts';
import { createSealedStore } from '../adapters/sealed-files/sealed-store.ts';
import type { Config } from '../config/config.ts';
import type { DefaultTests } from '../features/connections/connection-tests.ts';
import { mailProblem } from '../features/connections/mail-problems.ts';
import { readAccount } from '../features/connections/phone/check-account.ts';
import { storageProblem } from '../features/connections/storage-problems.ts';
import { checkModel } from '../features/connections/voices/check-model.ts';
import { checkSpeech } from '../features/connections/voices/check-speech.ts';
import { modelNames, speechNames } from '../features/connections/voices/voice-opener.ts';
import { checkFileStore } from '../features/files/check-file-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { environmentConnections } from './environment-connections.ts';
import { openFileStore, sealingOf } from './files.ts';
import { fixedAccount, fixedAddress } from './fixed-account.ts';
import { setMailer } from './mail.ts';
import { openModel } from './open-model.ts';
import type { ResolvedConfig } from './resolve-carrier.ts';
import { phoneCarrier } from './telephony.ts';

export interface EnvironmentTestDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly checkAddress: (url: string) => Promise<Problem | null>;
}

/** How what the environment sets is tried: by the card of the page and by `npm run doctor` alike. */
export function environmentTests(config: ResolvedConfig, deps: EnvironmentTestDeps): DefaultTests {
  const { phone, address, model, speech, mail, storage } = environmentConnections(config);
  return {
    ...(phone && { phone: async () => ({ problem: await phoneProblem(config) }) }),
    ...(address?.kind === 'address' && {
      address: async () => ({ problem: await deps.checkAddress(address.url) }),
    }),
    ...(model && {
      model: async () => {
        const report = await modelReport(config, deps.clock);
        return { problem: report.problem, model: report };
      },
    }),
    ...(speech && { speech: async () => ({ problem: await speechProblem(config, deps) }) }),
    ...(mail && { mail: async () => ({ problem: await mailServerProblem(config) }) }),
    ...(storage && { storage: async () => ({ problem: await filesProblem(config) }) }),
  };
}

/** The account, and the number that calls come from. */
async function phoneProblem({ carrier, publicUrl }: ResolvedConfig): Promise<Problem | null> {
  if (carrier.kind !== 'real') return null;
  const { account } = carrier;
  const opened = phoneCarrier(account.baseUrl, fixedAddress(publicUrl ?? '')).open(
    fixedAccount(account),
    null,
  );
  const { numbers, problem } = await readAccount(opened, account.accountSid);
  if (problem) return problem;
  const number = account.phoneNumber;
  const found = numbers.find((one) => one.number === number);
  if (!found) return problemOf('number_missing', { number });
  return found.voice ? null : problemOf('number_without_voice', { number });
}

/** As whoever runs the deployment wants it: the address is not guarded. */
async function modelReport(
  { model, toolHosts }: Pick<Config, 'model' | 'toolHosts'>,
  clock: Clock,
): Promise<CheckModelResponse> {
  if (model.provider === 'scripted')
    return { firstWordMs: null, tools: null, structured: null, problem: null };
  const { apiKey, ...settings } = model;
  const opened = openModel(settings, () => apiKey, toolHosts, { guarded: false });
  const names = modelNames({ ...settings, onThisMachine: false });
  return checkModel({ model: opened.model(null), writer: opened.writer(), names }, clock);
}

async function speechProblem(
  { voice: { realtime } }: Pick<Config, 'voice'>,
  { clock, log }: EnvironmentTestDeps,
): Promise<Problem | null> {
  if (realtime === null) return null;
  const engine = realtimeEngine({ ...realtime, key: () => realtime.apiKey, log, clock });
  return (await checkSpeech(engine, speechNames(realtime), clock)).problem;
}

async function mailServerProblem({ mail }: Pick<Config, 'mail'>): Promise<Problem | null> {
  return mail && mailProblem(setMailer(mail).verify(), mail);
}

/** One try: somebody waits for the answer. */
const attempts = 1;

export async function filesProblem({
  files,
  filesKeys,
}: Pick<Config, 'files' | 'filesKeys'>): Promise<Problem | null> {
  const store = createSealedStore(openFileStore(files, attempts), sealingOf(filesKeys));
  const names =
    files.kind === 'folder'
      ? { bucket: 'the folder of the server', host: 'this address' }
      : { bucket: files.bucket, host: files.endpoint ? new URL(files.endpoint).host : 'this address' };
  try {
    return await storageProblem(checkFileStore(store), names);
  } finally {
    await store.close();
  }
}
