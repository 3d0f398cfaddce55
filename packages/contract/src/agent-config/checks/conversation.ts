import { normalizePhoneNumber, phoneNumberSentence } from '../../phone-number.ts';
import { isOpenRange, weekdays } from '../../weekly-hours.ts';
import type { AgentConfig, TransferHours } from '../agent-config.ts';
import type { ConfigProblem } from '../config-problem.ts';
import { agentLimits } from '../limits.ts';
import { checkVoicemailMessage } from '../voicemail-message.ts';
import {
  checkFilledText,
  isBlank,
  noPlaceholders,
  outOfRange,
  problem,
  repeated,
  tooLong,
  tooMany,
  unfilledPlaceholders,
} from './check.ts';

type Conversation = AgentConfig['conversation'];

export function checkConversation({ conversation, identity, speech }: AgentConfig): ConfigProblem[] {
  const { maxMinutes, silenceSeconds, screening, voicemail, cannotHelp, afterHours, phrases } = conversation;
  const at = (field: string) => `conversation.${field}`;
  return [
    ...outOfRange(at('maxMinutes'), maxMinutes, {
      min: agentLimits.minutesMin,
      max: agentLimits.minutesMax,
      what: 'The longest call in minutes',
      whole: true,
    }),
    ...outOfRange(at('silenceSeconds'), silenceSeconds, {
      min: agentLimits.silenceSecondsMin,
      max: agentLimits.silenceSecondsMax,
      what: 'The silence in seconds',
      whole: true,
    }),
    ...checkFilledText(
      at('screening.identity'),
      screening.identity,
      agentLimits.screeningMax,
      'Who is calling',
    ),
    ...checkFilledText(
      at('screening.purpose'),
      screening.purpose,
      agentLimits.screeningMax,
      'Why it is calling',
    ),
    ...checkVoicemail(at('voicemail.message'), voicemail, {
      language: speech.language,
      names: [identity.displayName],
    }),
    ...checkFilledText(
      at('cannotHelp'),
      cannotHelp,
      agentLimits.sentenceMax,
      'What it says when it cannot help',
    ),
    ...checkFilledText(
      at('afterHours'),
      afterHours,
      agentLimits.afterHoursMax,
      'What a caller hears outside opening hours',
    ),
    ...checkTransfers(conversation.transfers),
    ...Object.entries(phrases).flatMap(([name, text]) =>
      checkFilledText(at(`phrases.${name}`), text ?? '', agentLimits.sentenceMax, 'A phrase'),
    ),
  ];
}

function checkVoicemail(
  path: string,
  { action, message }: Conversation['voicemail'],
  context: { readonly language: string; readonly names: readonly string[] },
): ConfigProblem[] {
  if (action === 'hang-up')
    return checkFilledText(path, message, agentLimits.voicemailMax, 'A voicemail message');
  if (isBlank(message))
    return [problem(path, 'voicemail_missing', 'Write the message to leave on a voicemail.')];
  return [
    ...unfilledPlaceholders(path, message),
    ...checkVoicemailMessage(message, context).map(({ code, sentence }) => problem(path, code, sentence)),
  ];
}

function checkTransfers(transfers: Conversation['transfers']): ConfigProblem[] {
  const path = 'conversation.transfers';
  return [
    ...tooMany(path, transfers, agentLimits.transfersMax, 'people to connect with'),
    ...transfers.flatMap(({ name, number, when, hours }, index) => [
      ...(isBlank(name)
        ? [
            problem(
              `${path}.${index}.name`,
              'transfer_name_missing',
              'Say who the other party is connected with.',
            ),
          ]
        : []),
      ...tooLong(`${path}.${index}.name`, name, agentLimits.transferNameMax, 'A name'),
      ...noPlaceholders(`${path}.${index}.name`, name),
      ...(normalizePhoneNumber(number) === null
        ? [problem(`${path}.${index}.number`, 'transfer_number_invalid', phoneNumberSentence)]
        : []),
      ...tooLong(`${path}.${index}.when`, when, agentLimits.transferWhenMax, 'When to connect'),
      ...noPlaceholders(`${path}.${index}.when`, when),
      ...checkHours(`${path}.${index}.hours`, hours),
    ]),
    ...repeated(transfers.map(({ name }) => name)).map((index) =>
      problem(`${path}.${index}.name`, 'transfer_name_repeated', 'Another entry has this name.'),
    ),
  ];
}

function checkHours(path: string, hours: TransferHours): ConfigProblem[] {
  if (typeof hours === 'string') return [];
  return weekdays.flatMap((day) => [
    ...tooMany(`${path}.${day}`, hours[day], agentLimits.transferRangesMax, 'times on one day'),
    ...(hours[day].every(isOpenRange)
      ? []
      : [
          problem(
            `${path}.${day}`,
            'hours_invalid',
            'Write two times of day, such as 08:00 and 17:30. A second one that is not later is of the next day.',
          ),
        ]),
  ]);
}
