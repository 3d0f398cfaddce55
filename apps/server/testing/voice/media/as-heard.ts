import { expect } from 'vitest';

export interface Heard {
  /** All sentences that the agent may have said. */
  readonly spoken: readonly string[];
  /** What the other party heard, each time up to the interruption. */
  readonly heard: readonly string[];
  /** What the other party said. */
  readonly said: readonly string[];
}

/** The transcript has the complete words that were heard, in order, and what the other party said. */
export function expectAsHeard(transcript: readonly string[], { spoken, heard, said }: Heard): void {
  const of = (speaker: string) =>
    transcript.flatMap((line) => (line.startsWith(`${speaker}: `) ? [line.slice(speaker.length + 2)] : []));
  expect(of('user')).toEqual(said);
  const lines = of('agent').map((line) => line.replace(/\*$/, ''));
  for (const stretch of heard) {
    let rest = bare(stretch);
    let last = '';
    while (lines[0] !== undefined && rest.startsWith(bare(lines[0]))) {
      last = lines.shift() ?? '';
      rest = rest.slice(bare(last).length);
    }
    // At most one more word remains, which was heard in part.
    expect(
      nextWords(spoken, last).some((word) => word.startsWith(rest)),
      `"${rest}" is left of "${stretch}" behind "${last}"`,
    ).toBe(true);
  }
  expect(lines).toEqual([]);
}

/** What may follow: the next word of the same sentence, or the first one of another. */
function nextWords(spoken: readonly string[], last: string): string[] {
  const behind = spoken.flatMap((sentence) =>
    sentence.startsWith(last) ? [sentence.slice(last.length).trim()] : [],
  );
  return [...behind, ...spoken].map((text) => text.split(' ')[0] ?? '');
}

function bare(text: string): string {
  return text.replaceAll(' ', '');
}
