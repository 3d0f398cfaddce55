import type { ResolvedConfig } from '../../composition/resolve-carrier.ts';
import { environmentFinding } from './environment.ts';
import { type Finding, fault, ok } from './finding.ts';

const name = 'model';

/** The model of the settings; `connected`: organizations have models of their own. */
export async function checkModel(config: ResolvedConfig, connected: boolean): Promise<Finding[]> {
  const found = await environmentFinding(config, 'model');
  if (found) return [found];
  if (connected) return [];
  if (config.voice.engine === 'realtime') return [ok(name, 'none is set: summaries quote what was said')];
  return config.carrier.kind === 'real'
    ? [fault(name, 'none is set, so calls stay in the sandbox', 'Set LLM_PROVIDER and its key.')]
    : [ok(name, 'none is set: the scripted agent speaks on sandbox calls')];
}
