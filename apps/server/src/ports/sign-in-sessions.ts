/** Sessions of the built-in sign-in: each is a browser in which somebody has signed in. */
export interface SignInSessions {
  /**
   * Called with every request that carries a session: ends it if nobody has used it for as long as the organization
   * allows, otherwise notes that somebody did something in it `idleSeconds` ago.
   */
  use(token: string, idleSeconds: number): Promise<void>;
  /** The most recently used first. */
  list(userId: string): Promise<SignInSession[]>;
  /** False when the account has no such session. */
  end(userId: string, sessionId: string): Promise<boolean>;
  /** How many were ended. */
  endOthers(userId: string, sessionId: string): Promise<number>;
  isSecondFactorRequired(): Promise<boolean>;
  /** True where the organization requires a second factor and the account has none. */
  lacksSecondFactor(userId: string): Promise<boolean>;
}

export interface SignInSession {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastActiveAt: Date;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Carries how long ago somebody last did something in a tab of the browser. Without it the request itself counts. */
export const idleSecondsHeader = 'x-parley-idle-seconds';
