import { type Finding, fault, ok } from './finding.ts';

const name = 'public address';
const timeoutMs = 5_000;

/** Requests the health check by the address that the carrier uses. */
export async function checkCallback(publicUrl: string): Promise<Finding> {
  try {
    const answer = await fetch(`${publicUrl}/healthz`, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'manual',
    });
    const body = (await answer.json().catch(() => null)) as { status?: unknown } | null;
    if (answer.ok && body?.status === 'ok') return ok(name, `${publicUrl} answers`);
    return fault(
      name,
      `${publicUrl} answers ${answer.status}, but not as Parley does`,
      'Let the reverse proxy pass every path of PUBLIC_URL on to Parley, without a redirect.',
    );
  } catch (error) {
    return fault(
      name,
      `${publicUrl} does not answer (${why(error)})`,
      'Start Parley; check PUBLIC_URL, its name server entry, its certificate and the reverse proxy.',
    );
  }
}

function why(error: unknown): string {
  if (error instanceof DOMException) return `nothing within ${timeoutMs / 1000} seconds`;
  const cause = error instanceof Error ? (error.cause as { code?: unknown } | undefined) : undefined;
  return typeof cause?.code === 'string' ? cause.code : 'no response';
}
