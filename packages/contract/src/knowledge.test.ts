import { expect, test } from 'vitest';
import { isKnowledgeInPrompt, knowledgeTokens, promptKnowledgeTokensMax } from './knowledge.ts';

const entry = (title: string, text: string) => ({ title, text });

test('KN2: four bytes of UTF-8 count as a token, in titles and texts', () => {
  expect(knowledgeTokens([])).toBe(0);
  expect(knowledgeTokens([entry('ab', 'cd')])).toBe(2);
  expect(knowledgeTokens([entry('ä', '€')])).toBe(2);
  expect(knowledgeTokens([entry('ab', 'cd'), entry('ab', 'cd')])).toBe(3);
});

test('KN2: knowledge stands in the prompt up to the limit and not a byte beyond it', () => {
  const bytes = promptKnowledgeTokensMax * 4 - 'x\n\n'.length;
  expect(isKnowledgeInPrompt([entry('x', 'y'.repeat(bytes))])).toBe(true);
  expect(isKnowledgeInPrompt([entry('x', 'y'.repeat(bytes + 1))])).toBe(false);
});
