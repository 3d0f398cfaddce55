import type { AccessChange, AccessFeed, TokenAccess, TokenRevocations } from '../../ports/access-changes.ts';
import type { Log } from '../../ports/log.ts';

/** Longer than a token is valid: what it says is in every token by then. */
const rememberedMs = 5 * 60_000;

interface Watcher {
  readonly token: TokenAccess;
  readonly onVoid: () => void;
}

/** Knows from the notices of all servers which tokens became void before they expired. */
export class KnownRevocations implements TokenRevocations {
  readonly #feed: AccessFeed;
  readonly #log: Log;
  readonly #monotonic: () => number;
  /** The lowest version that counts, by person. Both maps are in the order of arrival. */
  readonly #versions = new Map<string, { readonly version: number; readonly at: number }>();
  readonly #ended = new Map<string, number>();
  readonly #watchers = new Map<string, Set<Watcher>>();
  #subscription: { close(): Promise<void> } | null = null;

  constructor(feed: AccessFeed, log: Log, monotonic: () => number = () => performance.now()) {
    this.#feed = feed;
    this.#log = log;
    this.#monotonic = monotonic;
  }

  async start(): Promise<void> {
    this.#subscription = await this.#feed.listen({
      onChange: (change) => this.#apply(change),
      onGap: () => void this.#catchUp(),
    });
    await this.#catchUp();
  }

  async stop(): Promise<void> {
    await this.#subscription?.close();
  }

  isVoid({ subject, sessionId, accessVersion }: TokenAccess): boolean {
    if (sessionId !== null && this.#ended.has(sessionId)) return true;
    // A server of the release before issues tokens without a version; they last a minute at most.
    return accessVersion !== null && accessVersion < (this.#versions.get(subject)?.version ?? 0);
  }

  watch(token: TokenAccess, onVoid: () => void): () => void {
    const watchers = this.#watchers.get(token.subject) ?? new Set();
    this.#watchers.set(token.subject, watchers);
    const watcher = { token, onVoid };
    watchers.add(watcher);
    // It may have become void since the request was authenticated.
    if (this.isVoid(token)) queueMicrotask(onVoid);
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0) this.#watchers.delete(token.subject);
    };
  }

  #apply(change: AccessChange): void {
    const at = this.#monotonic();
    this.#forgetBefore(at - rememberedMs);
    if ('sessionId' in change) {
      this.#ended.set(change.sessionId, at);
      for (const watchers of this.#watchers.values()) this.#notify(watchers);
      return;
    }
    const { userId, version } = change;
    // Notices read again after a gap may be older than what is known.
    const known = this.#versions.get(userId);
    if (known !== undefined && known.version >= version) return;
    this.#versions.delete(userId);
    this.#versions.set(userId, { version, at });
    this.#notify(this.#watchers.get(userId) ?? new Set());
  }

  #notify(watchers: ReadonlySet<Watcher>): void {
    for (const { token, onVoid } of [...watchers]) if (this.isVoid(token)) onVoid();
  }

  #forgetBefore(limit: number): void {
    for (const [userId, { at }] of this.#versions) {
      if (at > limit) break;
      this.#versions.delete(userId);
    }
    for (const [sessionId, at] of this.#ended) {
      if (at > limit) break;
      this.#ended.delete(sessionId);
    }
  }

  async #catchUp(): Promise<void> {
    try {
      for (const change of await this.#feed.recent()) this.#apply(change);
    } catch (err) {
      this.#log.warn(
        { err },
        'changed roles and ended sessions could not be read; they take effect within a minute',
      );
    }
  }
}

/** Where another service issues the tokens: they last as long as it says. */
export const noRevocations: TokenRevocations = { isVoid: () => false, watch: () => () => {} };
