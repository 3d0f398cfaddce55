import { type OutcomeField, outcomeFieldTypes } from '../outcomes/outcome-field.ts';
import { languageLabel } from '../speech/languages.ts';
import { toolRefKey } from '../tools/agent-tools.ts';
import { weekdays } from '../weekly-hours.ts';
import type { AgentConfig, TransferHours } from './agent-config.ts';

/** A single field, as screens and the history of versions name it. */
export interface ConfigField {
  readonly path: string;
  readonly label: string;
  /** A text is too long for a sentence, so its values are shown beside it. */
  readonly kind: 'text' | 'value' | 'switch';
  readonly read: (config: AgentConfig) => string | number | boolean | null;
}

const field = (
  path: string,
  label: string,
  kind: ConfigField['kind'],
  read: ConfigField['read'],
): ConfigField => ({ path, label, kind, read });

function voiceText(voice: AgentConfig['speech']['voice']): string | null {
  return voice === null ? null : `${voice.name} (${voice.provider})`;
}

export const configFields: readonly ConfigField[] = [
  field('identity.displayName', 'Name', 'value', (c) => c.identity.displayName),
  field('identity.persona', 'Persona', 'text', (c) => c.identity.persona),
  field('identity.abilities', 'What it may do for callers', 'text', (c) => c.identity.abilities),
  field(
    'identity.conduct.repeatDetails',
    'Repeat important details back',
    'switch',
    (c) => c.identity.conduct.repeatDetails,
  ),
  field(
    'identity.conduct.spellNames',
    'Spell with the alphabet of names',
    'switch',
    (c) => c.identity.conduct.spellNames,
  ),
  field(
    'identity.conduct.stayOnSubject',
    'Stay on the subject',
    'switch',
    (c) => c.identity.conduct.stayOnSubject,
  ),
  field('identity.conduct.showSympathy', 'Show sympathy', 'switch', (c) => c.identity.conduct.showSympathy),
  field('identity.conduct.beBrief', 'Be brief', 'switch', (c) => c.identity.conduct.beBrief),
  field('speech.language', 'Language', 'value', (c) => languageLabel(c.speech.language)),
  field('speech.voice', 'Voice', 'value', (c) => voiceText(c.speech.voice)),
  field('speech.speed', 'Speed', 'value', (c) => c.speech.speed),
  field('opening.firstSpeaker', 'Who speaks first', 'value', (c) =>
    c.opening.firstSpeaker === 'agent' ? 'the agent' : 'the other party',
  ),
  field('opening.outbound', 'Outbound opening', 'text', (c) => c.opening.outbound),
  field('opening.inbound', 'Inbound greeting', 'text', (c) => c.opening.inbound),
  field('conversation.pace', 'Pace', 'value', (c) => c.conversation.pace),
  field('conversation.maxMinutes', 'Longest call in minutes', 'value', (c) => c.conversation.maxMinutes),
  field('conversation.silenceSeconds', 'Silence in seconds', 'value', (c) => c.conversation.silenceSeconds),
  field('conversation.keypad', 'Keypad', 'switch', (c) => c.conversation.keypad),
  field(
    'conversation.screening.identity',
    'Call screening: who is calling',
    'text',
    (c) => c.conversation.screening.identity,
  ),
  field(
    'conversation.screening.purpose',
    'Call screening: why',
    'text',
    (c) => c.conversation.screening.purpose,
  ),
  field('conversation.voicemail.action', 'Voicemail', 'value', (c) =>
    c.conversation.voicemail.action === 'hang-up' ? 'hang up' : 'leave a message',
  ),
  field(
    'conversation.voicemail.message',
    'Voicemail message',
    'text',
    (c) => c.conversation.voicemail.message,
  ),
  field(
    'conversation.cannotHelp',
    'What it says when it cannot help',
    'text',
    (c) => c.conversation.cannotHelp,
  ),
  field('conversation.afterHours', 'Outside opening hours', 'text', (c) => c.conversation.afterHours),
  field('engine.engine', 'Engine', 'value', (c) => c.engine.engine),
  field('engine.model', 'Model', 'value', (c) => c.engine.model),
  field('engine.temperature', 'Temperature', 'value', (c) => c.engine.temperature),
];

/** A list, each item with what it is found by again and what it is called. */
export interface ConfigList {
  readonly path: string;
  readonly label: string;
  readonly items: (config: AgentConfig) => readonly { key: string; name: string; text: string }[];
}

const fixedHours = { always: 'at any time', 'opening-hours': 'while the organization is open' } as const;

/** When somebody can be reached, such as "Monday 09:00–12:00, 13:00–17:00; Tuesday 09:00–12:00". */
function hoursText(hours: TransferHours): string {
  if (typeof hours === 'string') return fixedHours[hours];
  const days = weekdays.flatMap((day) => {
    const ranges = hours[day].map(({ from, to }) => `${from}–${to}`).join(', ');
    return ranges === '' ? [] : [`${day.charAt(0).toUpperCase()}${day.slice(1)} ${ranges}`];
  });
  return days.length === 0 ? 'never' : days.join('; ');
}

function outcomeFieldText({ label, type, choices, description, required }: OutcomeField): string {
  const kind = `${outcomeFieldTypes[type]}${required ? ', required' : ''}`;
  return [label, kind, ...(type === 'choice' ? choices : []), description].join('\n').trimEnd();
}

const named = (name: string, text: string) => ({ key: name, name, text });

export const configLists: readonly ConfigList[] = [
  {
    path: 'speech.otherLanguages',
    label: 'Further language',
    items: (c) =>
      c.speech.otherLanguages.map(({ language, voice }) => ({
        key: language,
        name: languageLabel(language),
        text: voiceText(voice) ?? 'default voice',
      })),
  },
  {
    path: 'speech.pronunciations',
    label: 'Pronunciation',
    items: (c) => c.speech.pronunciations.map(({ word, say }) => named(word, say)),
  },
  {
    path: 'speech.hints',
    label: 'Word to listen for',
    items: (c) => c.speech.hints.map((hint) => named(hint, hint)),
  },
  {
    path: 'conversation.transfers',
    label: 'Person to connect with',
    items: (c) =>
      c.conversation.transfers.map(({ name, number, when, hours, kind }) =>
        named(name, [number, when, hoursText(hours), ...(kind === 'warm' ? ['announced'] : [])].join('\n')),
      ),
  },
  {
    path: 'conversation.phrases',
    label: 'Phrase',
    items: (c) => Object.entries(c.conversation.phrases).map(([name, text]) => named(name, text ?? '')),
  },
  {
    path: 'knowledge.entries',
    label: 'Knowledge',
    items: (c) =>
      c.knowledge.entries.map(({ id, title, text }) => ({ key: id, name: title, text: `${title}\n${text}` })),
  },
  {
    path: 'outcomes.fields',
    label: 'Outcome field',
    items: (c) =>
      (c.outcomes?.fields ?? []).map((field) => ({
        key: field.id,
        name: field.label,
        text: outcomeFieldText(field),
      })),
  },
  {
    path: 'tools.use',
    label: 'Tool',
    items: (c) =>
      (c.tools?.use ?? []).map((ref) => {
        const name = ref.name ?? toolRefKey(ref);
        return { key: toolRefKey(ref), name, text: name };
      }),
  },
  {
    path: 'tools.texts',
    label: 'Text message',
    items: (c) => (c.tools?.texts ?? []).map(({ name, text }) => named(name, text)),
  },
];
