export const exampleToolId = '019a8b5e-6c00-7000-8000-000000000040';

/** So many different items of a list of the configuration. */
export function itemsOf(path: string, count: number): unknown[] {
  const tags = ['de', 'fr', 'es', 'it', 'nl', 'pl'];
  return Array.from({ length: count }, (_, n) => {
    switch (path) {
      case 'speech.otherLanguages':
        return { language: tags[n], voice: null };
      case 'speech.pronunciations':
        return { word: `word ${n}`, say: 'said' };
      case 'speech.hints':
        return `word ${n}`;
      case 'conversation.transfers':
        return { name: `Anna ${n}`, number: '+12025550100', when: '', hours: 'always' };
      case 'knowledge.entries':
        return { id: `e${n}`, title: `Title ${n}`, text: 'Text.' };
      case 'outcomes.fields':
        return {
          ...{ id: `f${n}`, label: `Field ${n}`, type: 'text' },
          ...{ description: '', choices: [], required: true },
        };
      case 'outcomes.fields.*.choices':
        return `choice ${n}`;
      case 'tools.use':
        return { server: exampleToolId, name: `tool_${n}` };
      case 'tools.texts':
        return { name: `Text ${n}`, text: 'We are open.' };
      default:
        return { from: '08:00', to: '09:00' };
    }
  });
}
