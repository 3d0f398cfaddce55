import { isLanguageTag } from '../../speech/language-tag.ts';
import { hidesDisclosure } from '../../speech/spoken-pronunciations.ts';
import { engineOfVoice, voiceNameProblem } from '../../speech/voices.ts';
import type { AgentConfig, AgentVoice } from '../agent-config.ts';
import type { ConfigProblem } from '../config-problem.ts';
import { agentLimits } from '../limits.ts';
import { isBlank, noPlaceholders, outOfRange, problem, repeated, tooLong, tooMany } from './check.ts';

export function checkSpeech(config: AgentConfig): ConfigProblem[] {
  const { speech, engine } = config;
  const { otherLanguages, pronunciations, hints } = speech;
  return [
    ...checkLanguage('speech.language', speech.language),
    ...checkVoice('speech.voice', speech.voice, engine.engine),
    ...tooMany('speech.otherLanguages', otherLanguages, agentLimits.otherLanguagesMax, 'further languages'),
    ...otherLanguages.flatMap(({ language, voice }, index) => [
      ...checkLanguage(`speech.otherLanguages.${index}.language`, language),
      ...checkVoice(`speech.otherLanguages.${index}.voice`, voice, engine.engine),
    ]),
    ...repeated([speech.language, ...otherLanguages.map(({ language }) => language)]).map((index) =>
      problem(
        `speech.otherLanguages.${index - 1}.language`,
        'language_repeated',
        'This language is there already.',
      ),
    ),
    ...outOfRange('speech.speed', speech.speed, {
      min: agentLimits.speedMin,
      max: agentLimits.speedMax,
      what: 'The speed',
    }),
    ...checkPronunciations(pronunciations),
    ...checkDisclosureIsSaid(config),
    ...tooMany('speech.hints', hints, agentLimits.hintsMax, 'words to listen for'),
    ...hints.flatMap((hint, index) => [
      ...(isBlank(hint)
        ? [problem(`speech.hints.${index}`, 'hint_missing', 'Write a word to listen for.')]
        : []),
      ...tooLong(`speech.hints.${index}`, hint, agentLimits.hintMax, 'A word to listen for'),
      ...noPlaceholders(`speech.hints.${index}`, hint),
    ]),
  ];
}

function checkPronunciations(list: AgentConfig['speech']['pronunciations']): ConfigProblem[] {
  const path = 'speech.pronunciations';
  return [
    ...tooMany(path, list, agentLimits.pronunciationsMax, 'pronunciations'),
    ...list.flatMap(({ word, say }, index) => [
      ...(isBlank(word) || isBlank(say)
        ? [problem(`${path}.${index}`, 'word_missing', 'Write the word and how to say it.')]
        : []),
      ...tooLong(`${path}.${index}.word`, word, agentLimits.pronouncedWordMax, 'A word'),
      ...noPlaceholders(`${path}.${index}.word`, word),
      ...tooLong(`${path}.${index}.say`, say, agentLimits.pronunciationMax, 'A pronunciation'),
      ...noPlaceholders(`${path}.${index}.say`, say),
    ]),
    ...repeated(list.map(({ word }) => word)).map((index) =>
      problem(`${path}.${index}.word`, 'word_repeated', 'This word is there already.'),
    ),
  ];
}

/** That an AI speaks is said as it is written: pronunciations may not turn it into something else, alone or together. */
function checkDisclosureIsSaid(config: AgentConfig): ConfigProblem[] {
  const { speech } = config;
  const harmless = speech.pronunciations.filter((one) => !hidesDisclosure(config, [one]));
  return [
    ...speech.pronunciations.flatMap((one, index) =>
      harmless.includes(one)
        ? []
        : [
            problem(
              `speech.pronunciations.${index}.word`,
              'disclosure_replaced',
              'This would change the words that say that an AI is speaking. Choose another word.',
            ),
          ],
    ),
    ...(hidesDisclosure(config, harmless)
      ? [
          problem(
            'speech.pronunciations',
            'disclosure_replaced',
            'Together these would change the words that say that an AI is speaking. Remove one of them.',
          ),
        ]
      : []),
  ];
}

function checkLanguage(path: string, tag: string): ConfigProblem[] {
  if (isLanguageTag(tag)) return [];
  return [problem(path, 'not_a_language', 'Choose a language, such as en-US for American English.')];
}

function checkVoice(
  path: string,
  voice: AgentVoice,
  engine: AgentConfig['engine']['engine'],
): ConfigProblem[] {
  if (voice === null) return [];
  if (isBlank(voice.name)) return [problem(path, 'voice_missing', 'Choose a voice, or the default voice.')];
  const long = tooLong(`${path}.name`, voice.name, agentLimits.voiceNameMax, 'The name of a voice');
  if (long.length > 0) return long;
  const wrong = voiceNameProblem(voice);
  return [
    ...(wrong === null ? [] : [problem(`${path}.name`, 'voice_name_invalid', wrong)]),
    ...(engine !== null && engine !== engineOfVoice(voice)
      ? [
          problem(
            path,
            'voice_of_other_engine',
            'This voice belongs to the other engine. Choose another voice or engine.',
          ),
        ]
      : []),
  ];
}
