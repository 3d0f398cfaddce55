import { TwimlError } from './document.ts';
import { type Outcome, readMethod, resolveUrl, type Verb, type VerbContext } from './verb.ts';
import type { XmlNode } from './xml.ts';

/** What a connected noun leaves behind for the `action` request. */
export type Connector = (noun: XmlNode, context: VerbContext) => Promise<Record<string, string>>;

const conversationRelay: Connector = async (noun, { call }) => {
  const message = `ConversationRelay could not connect to ${noun.attributes.url ?? 'no url'}.`;
  call.problem('error', 64102, message);
  return { SessionStatus: 'failed', SessionDuration: '0', ErrorCode: '64102', ErrorMessage: message };
};

const stream: Connector = async (noun, { call }) => {
  call.problem('error', 31920, `Stream could not connect to ${noun.attributes.url ?? 'no url'}.`);
  return {};
};

const connectors: Record<string, Connector | undefined> = {
  ConversationRelay: conversationRelay,
  Stream: stream,
};

/** Hands the call to a noun; when it is through, `action` says what comes next, else the next verb does. */
export const connect: Verb = async (node, context): Promise<Outcome> => {
  const noun = node.children[0];
  const connector = noun && connectors[noun.name];
  if (!noun || !connector) {
    const known = Object.keys(connectors).join(' and ');
    throw new TwimlError(
      12200,
      `phone-lab connects ${known}; <Connect><${noun?.name ?? ''}> is not supported.`,
    );
  }
  context.call.answer();
  const params = await connector(noun, context);
  const action = node.attributes.action;
  if (!action) return 'next';
  const url = resolveUrl(action, context.documentUrl);
  return { goto: { url, method: readMethod(node.attributes.method), params } };
};
