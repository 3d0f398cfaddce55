import type { AccountStanding } from './account.ts';
import { AccountState } from './account-state.ts';
import type { CallRecord } from './call/record.ts';
import { hasEnded } from './call/state-machine.ts';
import { Switchboard } from './call/switchboard.ts';
import type { CalleeRangeSettings } from './callee/callee-ranges.ts';
import { CalleeDirectory, type CalleeSettings } from './callee/directory.ts';
import { type Clock, wallClock } from './clock.ts';
import { loadCredentials, saveCredentials } from './credentials.ts';
import { lockDataFolder } from './data-lock.ts';
import { type FaultSettings, Faults } from './faults.ts';
import { handset, ringAtFallback } from './handset/handset.ts';
import { HandsetPages, type HandsetState } from './handset/pages.ts';
import { SoundSockets } from './handset/sound-sockets.ts';
import { listen } from './http/server.ts';
import { type DialInRequest, makeDialIn } from './lab-api/dial-in.ts';
import { PartyControls } from './lab-api/party.ts';
import { LabApi } from './lab-api/routes.ts';
import { makeTextIn, type TextInRequest } from './lab-api/text-routes.ts';
import { Ledger, type LedgerEntry, type LedgerListener } from './ledger.ts';
import type { NumberRecord } from './number-record.ts';
import { PhoneNumbers, readNumberAtStart } from './phone-numbers.ts';
import { PretendedClock, type PretendedTime } from './pretended-time.ts';
import { RecordingStore } from './recording/store.ts';
import { RestRouter } from './rest/router.ts';
import type { TextRecord } from './text/record.ts';
import { Texts } from './text/texts.ts';
import { Voices } from './voices/voices.ts';
import { Callbacks } from './webhook/callbacks.ts';

export type VoiceKind = 'spoken' | 'tones';

export interface LabOptions {
  /** 0 takes any free port. */
  port?: number;
  /** The folder for credentials, ledger and recordings; without it they are kept in memory. */
  dataDir?: string;
  /** How many times faster than real time. */
  speed?: number;
  /** Calls per lab second that leave the queue. */
  cps?: number;
  /** Numbers of the account; `+15005550006:no-voice` for one that can neither make nor take calls. */
  numbers?: readonly string[];
  /** For tests of real mode: it does not say that it is a lab, and proves nothing to the sandbox. */
  poses?: boolean;
  /** What it says about the account: status, type, balance. */
  account?: Partial<AccountStanding>;
  /** Who answers, by `default` and phone numbers; other keys define callees. */
  callees?: CalleeSettings;
  /** Who answers thousands of numbers, by the beginnings of the numbers. */
  calleeRanges?: CalleeRangeSettings;
  /** @deprecated The old name of `calleeRanges`. */
  people?: CalleeRangeSettings;
  /** A folder with callees as YAML files. */
  calleesDir?: string;
  faults?: FaultSettings;
  seed?: number;
  /** How recordings sound: `tones`, from which a test can read the words, or `spoken`, for people. */
  voice?: VoiceKind;
  /** Replaces the clock, for tests that move time by hand. */
  clock?: Clock;
}

export interface Lab {
  readonly url: string;
  readonly port: number;
  readonly accountSid: string;
  /** The primary token: it signs webhooks. */
  readonly authToken: string;
  readonly apiKey: { sid: string; secret: string };
  readonly phoneNumbers: readonly string[];
  readonly faults: Faults;
  /** Changes what the carrier says about the account: suspends it, changes its balance. */
  setAccount(changes: Partial<AccountStanding>): void;
  /** A second token that requests may use; webhooks are signed with the first until it is promoted. */
  createSecondToken(): string;
  /** The second token becomes the primary one; the earlier one is refused. */
  promoteSecondToken(): void;
  /** A new primary token at once; requests may use the earlier one until `dropSecondToken`. */
  rotateToken(): string;
  dropSecondToken(): void;
  /** Sets what the API cannot: an application or a trunk. */
  setNumber(number: string, changes: NumberChanges): void;
  /** All entries, or those of one call. */
  ledger(callSid?: string): LedgerEntry[];
  onEntry(listener: LedgerListener): () => void;
  /** The first entry that matches, past or future. */
  waitFor(matches: (entry: LedgerEntry) => boolean): Promise<LedgerEntry>;
  calls(): CallRecord[];
  call(sid: string): CallRecord | null;
  /** Resolves with the call once it has ended. */
  ended(sid: string): Promise<CallRecord>;
  dialIn(request: DialInRequest): CallRecord;
  /** All text messages, newest first. */
  texts(): TextRecord[];
  /** A text from a phone to a number of the account. */
  sendText(request: TextInRequest): TextRecord;
  readonly callees: CalleeDirectory;
  /** Which time of day it is for those who are called. */
  pretendedTime(): PretendedTime;
  pretendTime(time: PretendedTime): void;
  /** The other party of a live call: answers a handset that rings, talks, presses keys, hangs up. */
  answer(sid: string): void;
  say(sid: string, text: string): void;
  press(sid: string, digits: string): void;
  hangUp(sid: string): void;
  stop(): Promise<void>;
}

export type NumberChanges = Partial<
  Pick<
    NumberRecord,
    'voice' | 'sms' | 'smsUrl' | 'voiceUrl' | 'voiceApplicationSid' | 'trunkSid' | 'stirStatus'
  >
>;

export const defaultNumbers: readonly string[] = ['+15005550006', '+15005550007'];

/** Starts the carrier. */
export async function startLab(options: LabOptions = {}): Promise<Lab> {
  const unlock = options.dataDir ? await lockDataFolder(options.dataDir) : () => {};
  try {
    return await openLab(options, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function openLab(options: LabOptions, unlock: () => void): Promise<Lab> {
  const { port = 0, dataDir = null, speed = 1, cps = 10 } = options;
  const own = (options.numbers ?? defaultNumbers).map((number) => {
    const normal = readNumberAtStart(number);
    if (!normal) throw new RangeError(`${number} is not a phone number like +15005550006`);
    return normal;
  });
  const clock = options.clock ?? wallClock(speed);
  const faults = new Faults(options.faults, options.seed);
  const account = new AccountState(loadCredentials(dataDir), (changed) => saveCredentials(dataDir, changed), {
    ...(options.poses === undefined ? {} : { poses: options.poses }),
    ...(options.account === undefined ? {} : { standing: options.account }),
  });
  const ledger = new Ledger(dataDir);
  const numbers = new PhoneNumbers(ledger, own);
  const callbacks = new Callbacks(account, ledger, faults);
  const directory = new CalleeDirectory();
  if (options.calleesDir) directory.addFolder(options.calleesDir);
  directory.apply(options.callees ?? {});
  for (const [beginning, callees] of Object.entries({ ...options.people, ...options.calleeRanges }))
    directory.setRange(beginning, callees);
  const pretended = new PretendedClock(Date.now);
  const pretendTime = (time: PretendedTime) => {
    pretended.set(time);
    ledger.append(null, { kind: 'clock', time });
  };
  const handsetListeners = new Set<(state: HandsetState) => void>();
  const pages = new HandsetPages({
    onUnavailable: () => ringAtFallback(board.liveCalls()),
    onPageLost: (callSid) => board.live(callSid)?.apply({ type: 'hangup' }),
    onChange: (state) => {
      for (const listener of handsetListeners) listener(state);
    },
  });
  // An open page takes the calls of the default callee; numbers with a callee or an outcome of their own keep it.
  const calleeFor = (number: string) => {
    const callee = directory.forNumber(number);
    return pages.taking && directory.isFree(number) ? handset(callee) : callee;
  };
  ledger.listen((entry) => {
    if (entry.kind === 'call' && hasEnded(entry.record.status)) pages.release(entry.record.sid);
  });
  const recordingStore = new RecordingStore(ledger, dataDir);
  const voices = options.voice === 'spoken' ? new Voices() : null;
  let url = '';
  const origin = () => url;
  const board = new Switchboard({
    clock,
    cps,
    ledger,
    account,
    faults,
    callbacks,
    numbers,
    recordingStore,
    voices,
    origin,
    calleeFor,
    isChosen: (number) => directory.isChosen(number),
    isNobodys: (number) => directory.isNobodys(number),
  });
  const dialIn = makeDialIn(board, numbers, (name, from) => directory.caller(name, from));
  const texts = new Texts(board);
  const textIn = makeTextIn(texts, numbers);
  const rest = new RestRouter(board, numbers, texts);
  const party = new PartyControls(board, pages);
  const phoneNumbers = () => numbers.all().map(({ phoneNumber }) => phoneNumber);
  const info = () => ({ accountSid: account.sid, phoneNumbers: phoneNumbers(), speed: clock.speed, cps });
  const onHandsetState = (listener: (state: HandsetState) => void) => {
    handsetListeners.add(listener);
    return () => handsetListeners.delete(listener);
  };
  const lab = new LabApi({
    account,
    board,
    dialIn,
    directory,
    party,
    info,
    numbers,
    pages,
    texts,
    textIn,
    onHandsetState,
    clock: { current: () => pretended.current(), set: pretendTime },
    voices,
  });
  const sound = new SoundSockets((sid) => board.live(sid), pages);
  const server = await listen(port, { rest, lab, sound });
  url = server.url;
  return {
    url: server.url,
    port: server.port,
    accountSid: account.sid,
    get authToken() {
      return account.authToken;
    },
    apiKey: { sid: account.apiKeySid, secret: account.apiKeySecret },
    get phoneNumbers() {
      return phoneNumbers();
    },
    faults,
    setAccount: (changes) => account.set(changes),
    createSecondToken: () => account.createSecondToken(),
    promoteSecondToken: () => account.promoteSecondToken(),
    rotateToken: () => account.rotateToken(),
    dropSecondToken: () => account.dropSecondToken(),
    setNumber(number, changes) {
      const record = numbers.byNumber(number);
      if (!record) throw new RangeError(`${number} is not a number of this account`);
      numbers.update(record.sid, changes);
    },
    ledger: (callSid) => ledger.entries(callSid),
    onEntry: (listener) => ledger.listen(listener),
    waitFor: (matches) => waitForEntry(ledger, matches),
    calls: () => board.all(),
    call: (sid) => board.find(sid),
    async ended(sid) {
      await board.live(sid)?.over;
      const record = board.find(sid);
      if (!record) throw new Error(`There is no call ${sid}.`);
      return record;
    },
    dialIn,
    texts: () => texts.all(),
    sendText: textIn,
    callees: directory,
    pretendedTime: () => pretended.current(),
    pretendTime,
    answer: (sid) => party.answer(sid),
    say: (sid, text) => party.say(sid, text),
    press: (sid, digits) => party.press(sid, digits),
    hangUp: (sid) => party.hangUp(sid),
    async stop() {
      await server.close();
      pages.close();
      board.stop();
      clock.close();
      await voices?.close();
      await callbacks.drain(500);
      ledger.close();
      unlock();
    },
  };
}

function waitForEntry(ledger: Ledger, matches: (entry: LedgerEntry) => boolean): Promise<LedgerEntry> {
  const known = ledger.entries().find(matches);
  if (known) return Promise.resolve(known);
  return new Promise((resolve) => {
    const stop = ledger.listen((entry) => {
      if (!matches(entry)) return;
      stop();
      resolve(entry);
    });
  });
}
