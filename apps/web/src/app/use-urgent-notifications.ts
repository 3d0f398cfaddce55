import { followUpRoutes } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { myIdIn } from '../features/follow-ups/cache/follow-up-sync.ts';
import { wantsNotifications } from '../features/follow-ups/notify/notifications-setting.ts';
import { showNotification } from '../features/follow-ups/notify/show-notification.ts';
import { createUrgentNotifier } from '../features/follow-ups/notify/urgent-notifier.ts';
import { useApi } from '../lib/api-context.ts';
import { parseFollowUpsPage } from '../lib/parsing/follow-ups.ts';
import type { LiveEvent } from '../lib/parsing/live-events.ts';
import { paths } from './paths.ts';

interface UrgentNotifications {
  onEvent: (event: LiveEvent) => void;
  /** Events may have been missed. */
  onGap: () => void;
}

/** On every page of the app: a notification of the browser for an urgent follow-up, for those who want it. */
export function useUrgentNotifications(): UrgentNotifications {
  const api = useApi();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMemo(() => {
    const notifier = createUrgentNotifier({
      openedAt: Date.now(),
      now: Date.now,
      myId: () => myIdIn(client),
      show: (followUp) => showNotification(followUp, () => void navigate(paths.followUp(followUp.id))),
    });
    return {
      onEvent(event) {
        if (event.type === 'follow-up.changed') notifier.seen(event.followUp);
      },
      onGap() {
        if (!wantsNotifications()) return;
        api
          .get(followUpRoutes.listFollowUps, parseFollowUpsPage)
          // The urgent ones come first.
          .then(({ followUps }) => {
            for (const followUp of followUps) notifier.seen(followUp);
          })
          // The next gap, or the inbox itself, shows them.
          .catch(() => {});
      },
    };
  }, [api, client, navigate]);
}
