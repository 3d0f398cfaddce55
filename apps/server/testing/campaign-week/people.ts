import type { CalleesInTurn } from '@parley/phone-lab';

/** Who answers, by the number. Most are quickly called: a conversation takes a hundred times as much work. */
export const callees: readonly CalleesInTurn[] = [
  ...['busy', ['no-answer', 'confirms'], 'no-answer', ['busy', 'busy', 'confirms'], 'hangs-up'],
  ...['never-again', 'no-such-number', ['unreachable', 'confirms'], 'voicemail', 'no-answer', 'busy'],
  ...[['no-answer', 'never-again'], 'confirms', ['busy', 'no-answer'], 'wrong-number', 'unreachable'],
  ...['busy', ['no-answer', 'busy', 'hangs-up'], 'no-answer'],
];

export const zones = [
  ...['America/New_York', 'America/Chicago', 'America/Denver', 'America/Phoenix', 'America/Los_Angeles'],
  ...['America/Anchorage', 'Pacific/Honolulu', 'America/St_Johns', 'Europe/London', 'Europe/Berlin'],
  ...['Asia/Kathmandu', 'Australia/Lord_Howe'],
] as const;

/** Of these numbers nobody says where they are: their area code lies in two zones. */
const twoZones = { beginning: '+1541555', zones: ['America/Boise', 'America/Los_Angeles'] };
export const beginnings = ['+1202555', '+1303555', twoZones.beginning];

export interface Person {
  readonly number: string;
  readonly name: string;
  /** As the file has it; empty: it is found by the number. */
  readonly zone: string;
  readonly zones: readonly string[];
}

/** Each has a number of their own, but every 40th shares that of the one before. */
export function peopleOf(count: number): Person[] {
  return Array.from({ length: count }, (_, n) => {
    const shares = n % 40 === 39;
    const index = shares ? n - 1 : n;
    const digits = String(index % 10_000).padStart(4, '0');
    const inTwo = index % 50 === 7;
    const beginning = inTwo ? twoZones.beginning : (beginnings[Math.floor(index / 10_000)] ?? '');
    const zone = zones[index % zones.length] ?? '';
    return {
      ...{ number: `${beginning}${digits}`, name: `Person ${n}` },
      ...(inTwo ? { zone: '', zones: twoZones.zones } : { zone, zones: [zone] }),
    };
  });
}

/** Lists of the campaigns. Every fifth person is in the next list too: caps and refusals hold for both. */
export function listsOf(people: readonly Person[], campaigns: number): Person[][] {
  return Array.from({ length: campaigns }, (_, campaign) =>
    people.filter(
      (_person, n) => n % campaigns === campaign || (n % 5 === 0 && (n + 1) % campaigns === campaign),
    ),
  );
}
