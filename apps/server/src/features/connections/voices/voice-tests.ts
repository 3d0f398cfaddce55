import type { CheckModelResponse, Problem, ProblemCode } from '@parley/contract';
import type { Clock } from '../../../ports/clock.ts';
import type { NewSecrets, StoredConnection } from '../../../ports/connections.ts';
import type { ConnectionTests } from '../connection-tests.ts';
import { checkModel, sayFirstWord } from './check-model.ts';
import { checkSpeech } from './check-speech.ts';
import { modelNames, speechNames, type VoiceOpener } from './voice-opener.ts';
import { problemOfModel } from './voice-problems.ts';

/** What a list of models can tell. A server without such a list may still speak. */
const toldByList: ReadonlySet<ProblemCode> = new Set([
  'key_refused',
  'model_unreachable',
  'host_not_allowed',
]);
const listTimeoutMs = 10_000;

export interface VoiceTests extends Required<Pick<ConnectionTests, 'model' | 'speech'>> {
  /** A person asked: the same as before a model is connected. Null: it is no model. */
  checkModel(connection: StoredConnection, secrets?: NewSecrets): Promise<CheckModelResponse | null>;
}

/** Whether a connected model or speech service still works. */
export function voiceTests(open: VoiceOpener, clock: Clock): VoiceTests {
  const check: VoiceTests['checkModel'] = async (connection, secrets = {}) => {
    const { settings } = connection;
    if (settings.kind !== 'model') return null;
    return checkModel(open.model(settings, keyOf(connection, secrets)), clock);
  };
  return {
    checkModel: check,
    async model(connection, secrets, occasion) {
      const { settings, failing } = connection;
      if (settings.kind !== 'model') return null;
      if (occasion === 'asked') return (await check(connection, secrets))?.problem ?? null;
      const key = keyOf(connection, secrets);
      // Each server looks at its own machine, and more often than this.
      if (settings.onThisMachine) return null;
      // A list does not tell whether these are solved; an answer does, and while they are not it costs nothing.
      if (failing?.code === 'no_credit' || failing?.code === 'model_missing')
        return answersProblem(await sayFirstWord(open.model(settings, key), clock));
      return listProblem(() => open.list({ ...settings, key }, AbortSignal.timeout(listTimeoutMs)), settings);
    },
    async speech(connection, secrets, occasion) {
      const { settings, failing } = connection;
      if (settings.kind !== 'speech') return null;
      // A session is paid for by its time, so only a person has one opened, or one that does not work is looked after.
      if (occasion === 'routine' && !failing) return null;
      const engine = open.speech(settings, keyOf(connection, secrets));
      return (await checkSpeech(engine, speechNames(settings), clock)).problem;
    },
  };
}

function keyOf({ secrets: stored }: StoredConnection, { key }: NewSecrets): string | null {
  return key ?? stored.get('key')?.value ?? null;
}

function answersProblem(said: number | Problem): Problem | null {
  return typeof said === 'number' ? null : said;
}

async function listProblem(
  list: () => Promise<unknown>,
  settings: Parameters<typeof modelNames>[0],
): Promise<Problem | null> {
  try {
    await list();
    return null;
  } catch (error) {
    const problem = problemOfModel(error, modelNames(settings));
    return toldByList.has(problem.code) ? problem : null;
  }
}
