import type { UnansweredQuestion } from '@parley/contract';
import type { CallKey } from './transcript-store.ts';

/** Something that an agent knows. */
export interface KnowledgeEntry {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** Whose words are reduced to their stems when entries are searched; `simple` compares them as they are. */
export type SearchLanguage = 'english' | 'spanish' | 'german' | 'french' | 'simple';

/** What the agent of a call knows, as it was when the call began. */
export interface Knowledge {
  readonly entries: readonly KnowledgeEntry[];
  /** All entries stand in the prompt; otherwise the agent looks them up. */
  readonly inPrompt: boolean;
  readonly language: SearchLanguage;
  /** Names entries and language together: equal knowledge has equal digests. */
  readonly digest: string;
}

/** Full text search in what agents know. Rows to search in are derived from the entries, and made again when they are gone. */
export interface KnowledgeSearch {
  /** Makes the rows, unless they are there. `find` does so itself; this only makes it fast. */
  prepare(tenantId: string, knowledge: Knowledge, use?: { readonly forTry: boolean }): Promise<void>;
  /** The entries that fit the question, the best first; none where nothing does. */
  find(tenantId: string, knowledge: Knowledge, question: string): Promise<KnowledgeEntry[]>;
  /**
   * Removes rows that no call has used since then, all or those that only tries have needed. Returns how many sets of
   * entries they were.
   */
  removeUnused(before: Date, options?: { readonly ofTries: boolean }): Promise<number>;
}

export interface AskedQuestion {
  readonly question: string;
  /** What the answer rests on; empty where nothing was found. */
  readonly entries: readonly Pick<KnowledgeEntry, 'id' | 'title'>[];
  readonly at: Date;
}

/** Which questions were asked on calls, and what was found. They go with their call. */
export interface KnowledgeQuestions {
  /** Does nothing where the call is gone. */
  add(call: CallKey, asked: AskedQuestion): Promise<void>;
  /** What an agent's calls have asked without an answer, the latest first. Tries are not counted. */
  unanswered(tenantId: string, agentId: string, limit: number): Promise<UnansweredQuestion[]>;
  /** Takes a question off the list, in every call that asked it. False where there is none. */
  dismiss(tenantId: string, agentId: string, id: string, actor: string): Promise<boolean>;
}
