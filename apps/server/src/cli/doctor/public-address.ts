import { type Finding, ill, well } from './finding.ts';

const name = 'public address';
const patienceMs = 5_000;

/** Asks the server by the address that the carrier uses. */
export async function checkCallback(publicUrl: string): Promise<Finding> {
  try {
    const answer = await fetch(`${publicUrl}/healthz`, {
      signal: AbortSignal.timeout(patienceMs),
      redirect: 'manual',
    });
    const body = (await answer.json().catch(() => null)) as { status?: unknown } | null;
    if (answer.ok && body?.status === 'ok') return well(name, `${publicUrl} answers`);
    return ill(
      name,
      `${publicUrl} answers ${answer.status}, but it is not Parley that does`,
      'Let the reverse proxy pass every path of PUBLIC_URL on to Parley, without a redirect.',
    );
  } catch (error) {
    return ill(
      name,
      `${publicUrl} does not answer (${why(error)})`,
      'Start Parley; check PUBLIC_URL, its name server entry, its certificate and the reverse proxy.',
    );
  }
}

function why(error: unknown): string {
  if (error instanceof DOMException) return `nothing within ${patienceMs / 1000} seconds`;
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return typeof cause?.code === 'string' ? cause.code : 'no connection';
}
