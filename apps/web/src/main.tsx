import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { preloadPages } from './app/preload-pages.ts';
import { createRouter } from './app/router.tsx';
import { preloadSession } from './features/session/session-provider.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

preloadSession();
const router = createRouter();
preloadPages(router);
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
);
