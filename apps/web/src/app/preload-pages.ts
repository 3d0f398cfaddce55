import { matchRoutes } from 'react-router';
import type { createRouter } from './router.tsx';

/** Pointing at a link, or reaching it by keyboard, comes about a tenth of a second before opening it. */
const comesBefore = ['pointerover', 'pointerdown', 'focusin'] as const;

/** Loads the code of a page while a link to it is pointed at. A failure is told when the page is opened. */
export function preloadPages(router: ReturnType<typeof createRouter>): void {
  let last: string | null = null;
  const preload = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null;
    if (link === null || link.pathname === last) return;
    last = link.pathname;
    for (const { route } of matchRoutes(router.routes, last) ?? [])
      if (typeof route.lazy === 'function') void route.lazy();
  };
  for (const type of comesBefore) document.addEventListener(type, preload, { passive: true });
}
