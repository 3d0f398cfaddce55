import type { ResolvedCarrier } from '../../config/carrier.ts';
import type { Config } from '../../config/config.ts';
import { ModelFailure, type ModelFailureKind } from '../../ports/language-model.ts';
import { type Finding, fault, ok } from './finding.ts';

const name = 'model';
const timeoutMs = 20_000;

const remedies: Record<ModelFailureKind, string> = {
  unreachable: 'Check LLM_BASE_URL, and that this machine may connect to it.',
  cut: 'Try again; if it stays so, look at the model’s server.',
  busy: 'Try again in a minute; if it stays so, raise the limits of the provider’s account.',
  refused: 'Check the API key and LLM_MODEL.',
  unusable: 'Check that LLM_BASE_URL speaks the OpenAI protocol and that LLM_MODEL writes text.',
};

/** One tiny request to the model of the settings; `connected`: organizations have models of their own. */
export async function checkModel(
  { model, voice }: Config,
  carrier: ResolvedCarrier,
  connected: boolean,
): Promise<Finding | Finding[]> {
  if (model.provider === 'scripted') {
    if (connected) return [];
    if (voice.engine === 'realtime') return ok(name, 'none is set: summaries quote what was said');
    return carrier.kind === 'real'
      ? fault(name, 'none is set, so calls stay in the sandbox', 'Set LLM_PROVIDER and its key.')
      : ok(name, 'none is set: the scripted agent speaks on sandbox calls');
  }
  const { createTextGenerator } = await import('../../adapters/ai-sdk/text-generator.ts');
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    await createTextGenerator({ ...model, key: () => model.apiKey }).generate(
      { prompt: 'Answer with one word.', material: 'Are you there?' },
      signal,
    );
    return ok(name, `${model.model} answers`);
  } catch (error) {
    if (signal.aborted) {
      return fault(
        name,
        `${model.model} did not answer within ${timeoutMs / 1000} seconds`,
        remedies.unreachable,
      );
    }
    if (!(error instanceof ModelFailure)) throw error;
    return fault(name, error.message.replace(/\.$/, ''), remedies[error.kind]);
  }
}
