import { type Announcements, announcementsFor, knownLanguage } from '@parley/contract';
import type { AgentStore } from '../../ports/agent-store.ts';
import type { CallRecord } from '../../ports/call.ts';
import type { CallScript } from '../../ports/call-script.ts';
import type { Log } from '../../ports/log.ts';

/** What the carrier does once a call is answered. */
export type AnswerScript = (call: CallRecord) => Promise<CallScript>;

const fallbackLanguage = 'en-US';

/** What a person hears where no agent can speak, in the language of the tag or in English. */
export function announcementsIn(tag: string): Readonly<Record<keyof Announcements, CallScript>> {
  const language = knownLanguage(tag) === null ? fallbackLanguage : tag;
  const say = (text: string): CallScript => ({ kind: 'say', text, language });
  const { noAgent, noModel, tooMany, cutOff, cutOffForGood, apology, notConnected } = announcementsFor(tag);
  return {
    ...{ noAgent: say(noAgent), noModel: say(noModel), tooMany: say(tooMany) },
    ...{ cutOff: say(cutOff), cutOffForGood: say(cutOffForGood), apology: say(apology) },
    notConnected: say(notConnected),
  };
}

/** For calls whose agent, and so whose language, is not known. */
export const announcement = announcementsIn(fallbackLanguage);

/** An announcement on a call of an agent. Where its language cannot be read, it is said in English. */
export type Announce = (call: CallRecord, name: keyof Announcements) => Promise<CallScript>;

export function createAnnounce(agents: Pick<AgentStore, 'forCall'>, log: Log): Announce {
  return async (call, name) => {
    try {
      const agent = await agents.forCall(call);
      return announcementsIn(agent?.language ?? fallbackLanguage)[name];
    } catch (err) {
      log.warn({ err, callId: call.id }, 'language of an announcement could not be read; it is in English');
      return announcement[name];
    }
  };
}
