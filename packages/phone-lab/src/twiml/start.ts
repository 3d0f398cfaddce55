import { forkStream, stopFork } from '../stream/fork.ts';
import { readStream } from '../stream/settings.ts';
import { TwimlError } from './document.ts';
import type { Verb, VerbContext } from './verb.ts';
import type { XmlNode } from './xml.ts';

type Starter = (noun: XmlNode, context: VerbContext) => void;

const starters: Record<string, Starter | undefined> = {
  Stream: (noun, { call, documentUrl }) => void forkStream(call, readStream(noun, documentUrl, false)),
};

/** Begins something beside the call and goes on at once. */
export const start: Verb = async (node, context) => {
  context.call.answer();
  for (const noun of node.children) {
    const starter = starters[noun.name];
    if (!starter) throw unsupported('Start', noun.name, Object.keys(starters));
    starter(noun, context);
  }
  return 'next';
};

export const stop: Verb = async (node, { call }) => {
  for (const noun of node.children) {
    if (noun.name !== 'Stream') throw unsupported('Stop', noun.name, ['Stream']);
    const wanted = noun.attributes.name ?? '';
    if (!stopFork(call, ({ name }) => name === wanted && wanted !== ''))
      call.problem('warning', 12200, `<Stop><Stream name="${wanted}">: there is no such stream.`);
  }
  return 'next';
};

function unsupported(verb: string, noun: string, known: string[]): TwimlError {
  return new TwimlError(
    12200,
    `phone-lab has <${verb}> with ${known.join(', ')}; <${noun}> is not supported.`,
  );
}
