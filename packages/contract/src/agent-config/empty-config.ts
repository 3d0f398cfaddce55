import type { AgentConfig } from './agent-config.ts';

/** A configuration in which nothing is set but the name. It lacks a persona, so it cannot be published as it is. */
export function emptyAgentConfig(displayName: string, language = 'en-US'): AgentConfig {
  return {
    schema: 1,
    identity: {
      displayName,
      persona: '',
      abilities: '',
      conduct: {
        repeatDetails: false,
        spellNames: false,
        stayOnSubject: false,
        showSympathy: false,
        beBrief: false,
      },
    },
    speech: { language, voice: null, otherLanguages: [], speed: null, pronunciations: [], hints: [] },
    opening: { firstSpeaker: 'agent', outbound: '', inbound: '' },
    conversation: {
      pace: 'normal',
      maxMinutes: null,
      silenceSeconds: null,
      keypad: true,
      screening: { identity: '', purpose: '' },
      voicemail: { action: 'hang-up', message: '' },
      cannotHelp: '',
      afterHours: '',
      transfers: [],
      phrases: {},
    },
    knowledge: { entries: [] },
    engine: { engine: null, model: null, temperature: null },
  };
}
