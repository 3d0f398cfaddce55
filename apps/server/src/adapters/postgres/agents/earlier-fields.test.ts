import { type AgentConfig, emptyAgentConfig, type TransferTarget } from '@parley/contract';
import { expect, test } from 'vitest';
import { withEarlier, withMarkedKinds } from './earlier-fields.ts';

const target = (name: string, kind?: 'cold' | 'warm'): TransferTarget => ({
  ...{ name, number: '+12025550100', when: '', hours: 'always', ...(kind && { kind }) },
});
const none = { use: [], texts: [] };

function config(transfers: TransferTarget[], more: Partial<AgentConfig> = {}): AgentConfig {
  const { tools: _, outcomes: __, ...empty } = emptyAgentConfig('Reception');
  return { ...empty, conversation: { ...empty.conversation, transfers }, ...more };
}

test('a tab of the release before sends neither tools nor kinds, and leaves both', () => {
  const draft = config([target('Anna', 'warm'), target('Ben')], { tools: none });
  const saved = withEarlier(config([target('Ben'), target('Anna'), target('Cleo')]), draft, false);
  expect(saved.conversation.transfers).toEqual([target('Ben'), target('Anna', 'warm'), target('Cleo')]);
  expect(saved.tools).toEqual(none);
});

test('who sends tools means what they send, and so does a version that is restored', () => {
  const draft = config([target('Anna', 'warm')], { tools: none });
  expect(withEarlier(config([target('Anna')], { tools: none }), draft, false).conversation.transfers).toEqual(
    [target('Anna')],
  );
  expect(withEarlier(config([target('Anna')]), draft, true).conversation.transfers).toEqual([target('Anna')]);
});

test('beside a kind there are tools, by which the release before is told', () => {
  expect(withMarkedKinds(config([target('Anna', 'warm')])).tools).toEqual(none);
  expect(withMarkedKinds(config([target('Anna')])).tools).toBeUndefined();
});
