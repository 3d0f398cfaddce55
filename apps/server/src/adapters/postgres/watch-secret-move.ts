import type pg from 'pg';
import type { Log } from '../../ports/log.ts';
import type { MovingSecrets } from './known-secrets.ts';

const everyMs = 5_000;

/**
 * A server that knows both secrets signs with the next one as soon as another server has finished the move, also where it
 * is not restarted for long. Returns how to stop watching.
 */
export function watchSecretMove(
  pool: pg.Pool,
  secrets: MovingSecrets,
  log: Log,
  intervalMs = everyMs,
): () => Promise<void> {
  const look = async () => {
    const { rows } = await pool.query<{ id: string }>('select secret_id as id from identity.auth_secret');
    if (rows[0]?.id !== secrets.next?.id) return;
    secrets.finishMove();
    clearInterval(timer);
    log.info({}, 'the move to the new AUTH_SECRET is finished; AUTH_SECRET_PREVIOUS can be left out');
  };
  // While the database is away, everything else reports it; the next look is as good.
  const timer = setInterval(() => void look().catch(() => {}), intervalMs);
  timer.unref();
  return async () => clearInterval(timer);
}
