import { describe, expect, test } from 'vitest';
import { emptyAgentConfig } from '../agent-config/empty-config.ts';
import { phraseNames } from '../agent-config/phrase-names.ts';
import { announcements } from './announcements.ts';
import { agentLanguages, knownLanguage, spokenLanguage, spokenLanguages } from './languages.ts';
import { phrasesFor, sessionPhrases } from './phrases.ts';
import { pronounced, pronunciationRules } from './pronunciations.ts';
import { spokenPronunciations } from './spoken-pronunciations.ts';
import { defaultVoice, voiceCatalogue, voiceNameProblem, voiceOfName, voicesFor } from './voices.ts';
import { speechWarnings } from './warnings.ts';

describe('SP1: what is said without the model', () => {
  test.each(spokenLanguages)('is complete in %s', (language) => {
    const texts = [...Object.values(sessionPhrases[language]), ...Object.values(announcements[language])];
    expect(Object.keys(sessionPhrases[language]).toSorted()).toEqual([...phraseNames].toSorted());
    for (const text of texts) expect(text).toMatch(/^[\p{Lu}¿].*[.?]$/u);
  });

  test('is the same text in no two languages', () => {
    for (const name of phraseNames)
      expect(new Set(spokenLanguages.map((language) => sessionPhrases[language][name])).size).toBe(4);
  });

  test('SP2: falls back to English', () => {
    expect(spokenLanguage('it-IT')).toBe('en');
    expect(knownLanguage('it-IT')).toBeNull();
    expect(knownLanguage('DE-at')).toBe('de');
    expect(phrasesFor('pt-BR')).toEqual(sessionPhrases.en);
  });

  test('can be worded for an agent, and a blank wording changes nothing', () => {
    const phrases = phrasesFor('de-DE', { goodbye: ' Tschüss! ', apology: '  ' });
    expect(phrases).toEqual({ ...sessionPhrases.de, goodbye: 'Tschüss!' });
  });
});

describe('SP13: pronunciations', () => {
  const rules = pronunciationRules([
    { word: 'Nguyen', say: 'win' },
    { word: 'GS Dental', say: 'jee ess dental' },
    { word: 'GS', say: 'gee' },
    { word: 'C++', say: 'see plus plus' },
    { word: 'nguyen', say: 'never: the first entry counts' },
    { word: ' ', say: 'nothing' },
  ]);

  test('replace whole words in any case, the longest first', () => {
    expect(pronounced('NGUYEN of GS  Dental and GS.', rules)).toBe('win of jee ess dental and gee.');
  });

  test('do not touch a word within another', () => {
    expect(pronounced('Nguyens, GSX and aGS stay.', rules)).toBe('Nguyens, GSX and aGS stay.');
  });

  test('take characters with a meaning in patterns as they are', () => {
    expect(pronounced('I like C++.', rules)).toBe('I like see plus plus.');
    expect(pronounced('$& stays', pronunciationRules([{ word: 'stays', say: '$&' }]))).toBe('$& $&');
  });

  test('SP16: cannot become markup for the voice', () => {
    const silent = { word: 'Nguyen', say: '<prosody volume="silent">win</prosody>' };
    expect(pronounced('Nguyen', pronunciationRules([silent]))).not.toMatch(/[<>]/);
    expect(pronounced('Nguyen', pronunciationRules([{ word: 'Nguyen', say: '<>' }]))).toBe('Nguyen');
  });

  test('one that hides that an AI speaks is not spoken, nor two that do so together', () => {
    const config = emptyAgentConfig('Ava');
    const name = { word: 'Nguyen', say: 'win' };
    config.opening.inbound = 'This is a voice using AI. I am an AI receptionist.';
    config.speech.otherLanguages = [{ language: 'de-DE', voice: null }];
    const hiding = [
      { word: 'AI assistant', say: 'assistant' },
      { word: 'KI-Assistent', say: 'Kollege' },
    ];
    const [voice, receptionist] = [
      { word: 'voice using AI', say: 'pleasant voice' },
      { word: 'I am an AI receptionist', say: 'I am at the desk' },
    ];
    config.speech.pronunciations = [...hiding, name, voice, receptionist];
    expect(spokenPronunciations(config)).toEqual([name, voice]);
    config.speech.pronunciations = [receptionist];
    expect(spokenPronunciations(config)).toEqual([receptionist]);
  });

  test('cost nothing where there are none', () => {
    expect(pronunciationRules([])).toBeNull();
    expect(pronunciationRules([{ word: 'a', say: ' ' }])).toBeNull();
  });
});

describe('SP10, SP11: voices', () => {
  test('of the catalogue have names of the form that their provider wants', () => {
    for (const voice of voiceCatalogue) expect(voiceNameProblem(voice), voice.name).toBeNull();
    for (const { provider, name } of voiceCatalogue) expect(voiceOfName(name)).toEqual({ provider, name });
    expect(new Set(voiceCatalogue.map(({ provider, name }) => `${provider} ${name}`)).size).toBe(
      voiceCatalogue.length,
    );
  });

  test.each([
    ['google', 'Google.en-US-Neural2-F', true],
    ['google', 'en-US-Neural2-F', true],
    ['google', 'Google.en-US-Chirp3-HD-Aoede', false],
    ['google', 'Joanna-Neural', false],
    ['amazon', 'Polly.Amy', true],
    ['amazon', 'Joanna', false],
    ['amazon', 'en-US-Neural2-F', false],
    ['elevenlabs', 'UgBBYS2sOqTuMpoF3BR0-0.9_0.6_0.4', true],
    ['elevenlabs', 'UgBBYS2sOqTuMpoF3BR0-flash_v2_5-0.9_0.6_0.4', true],
    ['elevenlabs', 'Rachel', false],
    ['openai', 'marin', true],
    ['openai', 'voice_abc12345', true],
    ['openai', 'Joanna-Neural', false],
  ] as const)('%s and %s: %s', (provider, name, fits) => {
    expect(voiceNameProblem({ provider, name }) === null).toBe(fits);
  });

  test('every language that is offered has a default on both engines, never one that needs another account', () => {
    for (const tag of Object.keys(agentLanguages)) {
      expect(defaultVoice(tag, 'relay')?.provider, tag).toMatch(/google|amazon/);
      expect(defaultVoice(tag, 'realtime')).toEqual({ provider: 'openai', name: 'marin' });
      expect(voicesFor(tag, 'relay').some(({ provider }) => provider === 'openai')).toBe(false);
    }
    expect(defaultVoice('it-IT', 'relay')).toBeNull();
  });
});

describe('SP2, SP12: warnings', () => {
  const surroundings = { defaultEngine: 'relay', scripted: false } as const;
  const config = (change: object) => {
    const empty = emptyAgentConfig('Elm Street Dental');
    return { ...empty, speech: { ...empty.speech, ...change } };
  };

  test('are none for an agent as it comes', () => {
    expect(speechWarnings(config({}), surroundings)).toEqual([]);
    expect(speechWarnings(config({ language: 'de-AT' }), surroundings)).toEqual([]);
  });

  test.each<[object, object, string, string]>([
    [{ language: 'it-IT' }, {}, 'speech.language', 'language_falls_back'],
    [{ language: 'de-DE' }, { scripted: true }, 'speech.language', 'scripted_agent_english'],
    [{ speed: 0.9 }, {}, 'speech.speed', 'speed_not_supported'],
    [{ voice: { provider: 'openai', name: 'marin' } }, {}, 'speech.voice', 'voice_of_other_engine'],
    [
      { voice: { provider: 'google', name: 'es-ES-Neural2-A' } },
      {},
      'speech.voice',
      'voice_of_other_language',
    ],
    [
      { otherLanguages: [{ language: 'pt-BR', voice: null }] },
      {},
      'speech.otherLanguages.0.language',
      'language_falls_back',
    ],
  ])('%o', (change, around, path, code) => {
    const warnings = speechWarnings(config(change), { ...surroundings, ...around });
    expect(warnings).toMatchObject([{ path, code }]);
    expect(warnings[0]?.sentence).toMatch(/^[A-Z].*\.$/);
  });

  test('name a temperature that the engine does not have', () => {
    const realtime = {
      ...config({}),
      engine: { engine: 'realtime', model: null, temperature: 0.5 } as const,
    };
    expect(speechWarnings(realtime, surroundings)).toMatchObject([
      { path: 'engine.temperature', code: 'temperature_not_supported' },
    ]);
    expect(
      speechWarnings({ ...realtime, engine: { ...realtime.engine, engine: 'relay' } }, surroundings),
    ).toEqual([]);
  });

  test('say nothing of a speed that the voice can have', () => {
    const voice = { provider: 'elevenlabs', name: 'UgBBYS2sOqTuMpoF3BR0' };
    expect(speechWarnings(config({ speed: 0.9, voice }), surroundings)).toEqual([]);
    expect(speechWarnings(config({ speed: 0.9 }), { ...surroundings, defaultEngine: 'realtime' })).toEqual(
      [],
    );
  });
});
