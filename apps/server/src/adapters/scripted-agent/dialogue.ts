import type { ConversationEntry } from '../../ports/language-model.ts';
import type { Heard, Reply } from './planning/talk.ts';

/** A part in the talk: where it stands, and what it says to what it hears. */
export interface Part<State> {
  start(): State;
  respond(state: State, heard: Heard): { readonly talk: State; readonly reply: Reply };
}

interface Exchange {
  readonly agent: readonly Extract<ConversationEntry, { kind: 'agent' }>[];
  readonly text: string;
  readonly pressed: string;
}

/**
 * Goes through the whole conversation again and gives the next reply. Nothing is remembered between turns, so a
 * reply that nobody heard leaves no trace.
 */
export function nextReply<State>(part: Part<State>, history: readonly ConversationEntry[]): Reply {
  let talk = part.start();
  let reply: Reply = { text: '', tools: [] };
  for (const exchange of exchangesIn(history)) {
    const heard = heardIn(exchange, reply.text);
    ({ talk, reply } = part.respond(talk, heard));
  }
  return reply;
}

/** What the other party said in one go is one thing said, also when it came in pieces. */
function exchangesIn(history: readonly ConversationEntry[]): Exchange[] {
  const exchanges: Exchange[] = [];
  let agent: Exchange['agent'] = [];
  let open = false;
  for (const line of history) {
    if (line.kind === 'agent') {
      agent = open ? [line] : [...agent, line];
      open = false;
      continue;
    }
    // What it did, it knows from what it said.
    if (line.kind === 'tool') continue;
    const last = exchanges.at(-1);
    const text = line.kind === 'said' ? line.text : '';
    const pressed = line.kind === 'pressed' ? line.digits : '';
    if (open && last) {
      exchanges[exchanges.length - 1] = {
        ...last,
        text: `${last.text} ${text}`.trim(),
        pressed: last.pressed + pressed,
      };
    } else exchanges.push({ agent, text, pressed });
    open = true;
  }
  return exchanges;
}

function heardIn({ agent, text, pressed }: Exchange, meant: string): Heard {
  const last = agent.at(-1);
  const own = agent.filter((line) => meant !== '' && squeezed(meant).includes(squeezed(line.text)));
  return {
    text,
    pressed,
    heardAll: meant === '' || own.at(-1)?.interrupted !== true,
    share:
      meant === '' || own.length === 0 ? 1 : Math.max(...own.map((line) => line.text.length)) / meant.length,
    // The last thing they heard was not ours: the session asked whether they are still there.
    roused: meant !== '' && last !== undefined && !own.includes(last),
  };
}

function squeezed(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}
