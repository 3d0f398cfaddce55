import { type AgentConfig, disclosesAi, emptyAgentConfig } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import type { CallRecord } from '../../../ports/call.ts';
import { writePrompt } from '../../../voice/prompt.ts';
import { builtInTools } from '../../../voice/tools/tool-registry.ts';
import { starterAgents } from '../../agents/starter-agents.ts';
import { briefOf, spokenContext } from './brief.ts';
import { engineVoiceOf, phrasesOf, relaySpeechOf } from './speech-settings.ts';

const situation = {
  now: new Date('2026-03-02T17:30:00Z'),
  timeZone: 'America/New_York',
  organizationName: 'Elm Street Dental',
};
const outbound = {
  direction: 'outbound',
  from: '+15005550006',
  to: '+15005550123',
  instructions: 'Remind Dana Whitlock of the check-up on Tuesday at 10.',
} as CallRecord;
const inbound = {
  ...outbound,
  direction: 'inbound',
  from: outbound.to,
  to: outbound.from,
  instructions: null,
} as CallRecord;

function promptOf(call: CallRecord, config: AgentConfig): string {
  const brief = briefOf(call, config, situation);
  const tools = builtInTools.filter((tool) =>
    tool.isOfferedOn({
      ...{ speech: 'text', canTransfer: brief.canTransfer },
      changesLanguage: brief.otherLanguages !== undefined && brief.otherLanguages.length > 0,
    }),
  );
  return writePrompt(brief, tools);
}

function starterConfig(id: string): AgentConfig {
  const starter = starterAgents.find((agent) => agent.id === id);
  if (!starter) throw new Error(`no agent ${id}`);
  return starter.config;
}

/** Everything switched on and filled in. */
function full(language: string, opening: string): AgentConfig {
  const empty = emptyAgentConfig('Ava', language);
  return {
    ...empty,
    identity: {
      ...empty.identity,
      persona: 'You are Ava of <Organization>: warm and exact.',
      abilities: 'Take appointment requests for <Organization>.',
      conduct: {
        repeatDetails: true,
        spellNames: true,
        stayOnSubject: true,
        showSympathy: true,
        beBrief: true,
      },
    },
    speech: { ...empty.speech, otherLanguages: [{ language: 'tr-TR', voice: null }] },
    opening: { firstSpeaker: 'agent', inbound: opening, outbound: '' },
    knowledge: {
      entries: [{ id: 'parking', title: 'Parking', text: 'Behind the house, free for an hour.' }],
    },
    conversation: {
      ...empty.conversation,
      screening: { identity: '<Agent>, <Organization>', purpose: 'An appointment' },
      cannotHelp: 'My colleagues will know. They call you back from <Phone Number>.',
      transfers: [
        {
          name: 'Front desk',
          number: '+15005550020',
          when: 'for everything about appointments',
          hours: 'always',
        },
        { name: 'Billing', number: '+15005550021', when: '', hours: 'always' },
      ],
    },
  };
}

describe('SP9: the prompts of the first agents are those that they had as rows', () => {
  test.each(['gs-dental', 'kuzco'])('%s', async (id) => {
    const config = starterConfig(id);
    await expect(promptOf(outbound, config)).toMatchFileSnapshot(`prompts/${id}-outbound.txt`);
    await expect(promptOf(inbound, config)).toMatchFileSnapshot(`prompts/${id}-inbound.txt`);
  });
});

describe('SP8: the prompt of a version', () => {
  test.each([
    ['en-US', 'Hello, <Organization>, this is <Agent>. Today is <Today>.'],
    ['es-ES', 'Hola, <Organization>, soy <Agent>. Hoy es <Today>.'],
    ['de-DE', 'Guten Tag, <Organization>, hier ist <Agent>. Heute ist <Today>.'],
    ['fr-FR', 'Bonjour, <Organization>, ici <Agent>. Nous sommes le <Today>.'],
  ])('in %s', async (language, opening) => {
    const config = full(language, opening);
    await expect(promptOf(outbound, config)).toMatchFileSnapshot(`prompts/${language}-outbound.txt`);
    await expect(promptOf(inbound, config)).toMatchFileSnapshot(`prompts/${language}-inbound.txt`);
    expect(promptOf(inbound, config)).not.toMatch(/<(?:Agent|Organization|Today|Phone Number)>/);
  });

  test('depends on the configuration and the call alone', () => {
    const config = full('de-DE', 'Guten Tag.');
    const first = promptOf(inbound, config);
    promptOf(outbound, full('fr-FR', 'Bonjour, cabinet Morel.'));
    expect(promptOf(inbound, structuredClone(config))).toBe(first);
    expect(first).not.toContain('Morel');
  });
});

test('SP5: the opening of every version says that an AI speaks', () => {
  for (const language of ['en-US', 'es-MX', 'de-AT', 'fr-CA'])
    for (const text of ['', 'Ava.', 'AI Dental.', 'Hello?', 'I am not an AI assistant.'])
      for (const call of [inbound, outbound])
        expect(disclosesAi(briefOf(call, full(language, text), situation).opening ?? '', language)).toBe(
          true,
        );
});

test('SP1: the phrases of a call are those of its language, worded for the agent and filled', () => {
  const config = full('es-ES', '');
  config.conversation.phrases = { goodbye: 'Gracias por llamar a <Organization>.', firstFiller: '  ' };
  const phrases = phrasesOf(config, spokenContext(inbound, config, situation));
  expect(phrases.goodbye).toBe('Gracias por llamar a Elm Street Dental.');
  expect(phrases.fillers).toEqual(['Un momento, por favor.', 'Sigo aquí, deme un momento.']);
  expect(phrases.areYouThere).toBe('¿Hola? ¿Sigue ahí?');
});

describe('SP10: the voice of a call', () => {
  const withVoice = (language: string, voice: AgentConfig['speech']['voice']) => {
    const config = full(language, '');
    return { ...config, speech: { ...config.speech, voice } };
  };

  test('is the default of the language where none is chosen, or one of the other engine', () => {
    const google = { provider: 'google', name: 'de-DE-Chirp3-HD-Aoede' };
    expect(relaySpeechOf(withVoice('de-DE', null)).voice).toEqual(google);
    expect(relaySpeechOf(withVoice('de-DE', { provider: 'openai', name: 'marin' })).voice).toEqual(google);
    expect(relaySpeechOf(withVoice('de-AT', null)).voice).toEqual({
      provider: 'amazon',
      name: 'Hannah-Neural',
    });
    expect(relaySpeechOf(withVoice('it-IT', null)).voice).toEqual({ provider: 'google', name: null });
  });

  test('is the one that was chosen, and each further language has its own', () => {
    const config = withVoice('en-US', { provider: 'amazon', name: 'Joanna-Neural' });
    expect(relaySpeechOf(config)).toMatchObject({
      voice: { provider: 'amazon', name: 'Joanna-Neural' },
      otherLanguages: [{ language: 'tr-TR', voice: { provider: 'google', name: null } }],
    });
  });

  test('of a speech engine is one of its own, or its default', () => {
    expect(engineVoiceOf(withVoice('en-US', { provider: 'openai', name: 'cedar' }))).toBe('cedar');
    expect(engineVoiceOf(withVoice('en-US', { provider: 'amazon', name: 'Joanna-Neural' }))).toBeNull();
  });
});
