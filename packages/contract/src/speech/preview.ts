import type { AgentConfig } from '../agent-config/agent-config.ts';
import type { CallDirection } from '../calls.ts';
import { disclosesAi } from './disclosure.ts';
import { spokenOpening } from './opening.ts';
import type { SpokenContext } from './placeholder-values.ts';
import { pronounced, pronunciationRules } from './pronunciations.ts';
import { spokenPronunciations } from './spoken-pronunciations.ts';

/** The opening of a call, as the transcript has it and as it is heard. */
export interface OpeningPreview {
  /** With its placeholders filled: what the transcript shows. */
  readonly text: string;
  /** As the voice is given it, with the pronunciations of the agent. */
  readonly heard: string;
  /** The text as written does not say that an AI speaks, so a sentence is added. */
  readonly disclosureAdded: boolean;
}

export function previewOpening(
  config: Pick<AgentConfig, 'opening' | 'speech' | 'identity' | 'conversation'>,
  direction: CallDirection,
  context: Omit<SpokenContext, 'agentName' | 'language'>,
): OpeningPreview {
  const { opening, speech, identity } = config;
  const { language } = speech;
  const written =
    direction === 'outbound' && opening.outbound.trim() !== '' ? opening.outbound : opening.inbound;
  const text = spokenOpening(opening, direction, {
    ...context,
    agentName: identity.displayName,
    language,
  });
  return {
    text,
    heard: pronounced(text, pronunciationRules(spokenPronunciations(config))),
    disclosureAdded: written.trim() !== '' && !disclosesAi(written, language),
  };
}
