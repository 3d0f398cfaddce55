import type { NoticeConnection } from '../notice-connection.ts';

const channel = 'parley_connections';

/** The triggers of 0026-connections.sql send them. */
export function connectionNotices(notices: Pick<NoticeConnection, 'listen'>) {
  return {
    listen: (listener: { onNotice(): void; onGap(): void }) =>
      notices.listen(channel, { onNotice: () => listener.onNotice(), onGap: () => listener.onGap() }),
  };
}
