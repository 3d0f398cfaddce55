import type { CalleeScript } from '@parley/phone-lab';
import type pg from 'pg';

/** Its calls are recorded. */
export const recordedAgent = 'kuzco';
const otherAgent = 'gs-dental';

/** Ten seconds of the machine, which may be busy. */
const patienceMs = 400_000;
const colleague = '+15005550130';

const busy: Script = { ring: 'busy' };
const noAnswer: Script = { ring: 'never' };
const unreachable: Script = { ring: 'unreachable' };
const whoSays = (words: string, thenWaitsMs = 3_000): Script => ({
  ...{ ring: 500, manners: false, patienceMs, greeting: 'Hello.' },
  script: [{ wait: 'agent' }, { say: words }, { wait: 'agent' }, { silence: thenWaitsMs }, 'hangup'],
});
const talks = whoSays('Fine.');
const neverAgain = whoSays('Never call me again.');
/** Until the colleague was called, and perhaps has taken the call. */
const wantsPerson = whoSays('A person, please.', 120_000);
const hangsUp: Script = {
  ring: 500,
  patienceMs,
  greeting: 'Hello.',
  script: [{ wait: { words: 2 } }, 'hangup'],
};

type Script = Omit<CalleeScript, 'name'>;

export const callees = {
  fixed: {
    [colleague]: {
      ...{ ring: 500, manners: false, patienceMs, greeting: 'Kim.' },
      script: [{ wait: 'agent' }, { press: '1' }, { silence: 3_000 }, 'hangup'],
    },
  } satisfies Record<string, Script>,
};

/** Each of them by one of the two agents. */
const kinds = [busy, talks, noAnswer, talks, neverAgain, busy, talks, hangsUp, unreachable, wantsPerson];

/** Who is called as the so-manieth, by whom. */
export function numberOf(index: number): { number: string; agentId: string; script: Script | undefined } {
  return {
    number: `+1202${5_000_000 + index}`,
    agentId: Math.floor(index / kinds.length) % 2 === 0 ? recordedAgent : otherAgent,
    script: kinds[index % kinds.length],
  };
}

/** One agent connects with somebody who takes the call, the other with a line that is busy. */
export async function setTransferTargets(owner: pg.Pool): Promise<void> {
  const about = { name: 'Front desk', when: '', hours: 'always' };
  const targets = [
    [recordedAgent, { ...about, number: colleague, kind: 'warm' }],
    [otherAgent, { ...about, number: '+15005550101', kind: 'cold' }],
  ] as const;
  for (const [agentId, target] of targets)
    await owner.query(
      `update agent_versions set config = jsonb_set(config, '{conversation,transfers}', $1) where agent_id = $2`,
      [JSON.stringify([target]), agentId],
    );
}
