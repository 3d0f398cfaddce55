import type { KnowledgeEntry } from '../../src/ports/knowledge.ts';

/** What a dental practice tells callers, a few entries in English. */
export const practiceEntries: readonly KnowledgeEntry[] = [
  {
    id: 'hours',
    title: 'Opening hours',
    text: 'We are open Monday to Thursday from eight to five, and on Fridays until noon.',
  },
  {
    id: 'parking',
    title: 'Parking',
    text: 'There are free spaces behind the building. Enter from Elm Street.',
  },
  {
    id: 'insurance',
    title: 'Insurance',
    text: 'We accept most PPO plans, among them Delta Dental, Cigna and Aetna. We do not accept Medicaid.',
  },
  {
    id: 'cleaning',
    title: 'Price of a cleaning',
    text: 'A cleaning costs one hundred and ten dollars for adults and eighty for children.',
  },
];

/** As many entries as wanted, each about something of its own, with about this many characters of text. */
export function manyEntries(count: number, characters = 500): KnowledgeEntry[] {
  return Array.from({ length: count }, (_, index) => {
    const subject = `Treatment ${nameOf(index)}`;
    const sentence = `${subject} takes ${20 + (index % 40)} minutes and is done by our team on most days. `;
    return {
      id: `entry-${index}`,
      title: subject,
      text: sentence.repeat(Math.ceil(characters / sentence.length)).slice(0, characters),
    };
  });
}

/** A word that no other entry has. */
export function nameOf(index: number): string {
  const syllables = ['bar', 'den', 'fol', 'gim', 'hus', 'jat', 'kel', 'lom', 'mir', 'nup'];
  const part = (digit: number) => syllables[digit] ?? '';
  return `${part(index % 10)}${part(Math.floor(index / 10) % 10)}${part(Math.floor(index / 100) % 10)}on`;
}
