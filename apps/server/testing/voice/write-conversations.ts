import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createScriptedAgent } from '../../src/adapters/scripted-agent/scripted-agent.ts';
import { callReasonOf } from '../../src/voice/session/effects.ts';
import { extractiveSummarizer } from '../../src/voice/summary/extractive-summarizer.ts';
import { type Conversation, conversations, type Scene } from './conversations.ts';
import { type PlayedCall, playCall } from './play-call.ts';

export const folder = join(import.meta.dirname, '../../../../docs/conversations');

/** One page for each kind of call, as it really goes. */
export async function writePages(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  for (const conversation of conversations) pages.set(`${conversation.file}.md`, await page(conversation));
  return pages;
}

async function page(conversation: Conversation): Promise<string> {
  const { brief, title } = conversation;
  const orders =
    brief.instructions === null
      ? 'Nobody gave instructions: the call came in.'
      : brief.instructions
          .split('\n')
          .map((line) => `> ${line}`)
          .join('\n>\n');
  const scenes: string[] = [];
  for (const scene of conversation.scenes()) scenes.push(await sceneText(conversation, scene));
  return [
    `# ${title}`,
    'The scripted agent on the phone, played through the session machine. Written by `node apps/server/testing/voice/write-conversations.ts`; a test keeps it true.',
    orders,
    ...scenes,
  ]
    .join('\n\n')
    .concat('\n');
}

async function sceneText({ brief }: Conversation, { title, callee }: Scene): Promise<string> {
  const played = await playCall(brief, createScriptedAgent(), callee);
  const summary = await extractiveSummarizer.summarize(
    {
      agentName: brief.agentName,
      direction: brief.direction,
      instructions: brief.instructions,
      reason: played.reason === null ? null : callReasonOf(played.reason),
      startedAt: new Date(brief.startedAt),
      timeZone: brief.timeZone,
      transcript: played.segments.map(({ speaker, text, interrupted }) => ({
        speaker,
        message: text,
        interrupted,
      })),
    },
    new AbortController().signal,
  );
  const quoted = (summary ?? 'No summary: nobody spoke.')
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
  return `## ${title}\n\n${transcript(played)}\n\n${quoted}`;
}

const names = { agent: 'Agent', user: 'They', system: 'Note' } as const;

function transcript({ segments, reason }: PlayedCall): string {
  const lines = segments.map(
    ({ speaker, text }) => `**${names[speaker]}:** ${text.replace(/[<>*_`[\]\\]/g, '\\$&')}`,
  );
  return [...lines, `*${endings[reason ?? 'finished'] ?? reason}*`].join('  \n');
}

const endings: Readonly<Record<string, string>> = {
  finished: 'The agent hangs up.',
  wrong_number: 'The agent hangs up.',
  do_not_call: 'The number goes on the do-not-call list; the agent hangs up.',
  hung_up: 'They hang up.',
};

if (process.argv[1] === import.meta.filename) {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of await writePages()) writeFileSync(join(folder, name), text);
}
