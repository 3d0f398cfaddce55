import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { createRouter } from './app/router.tsx';
import { preloadSession } from './features/session/session-provider.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

preloadSession();
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createRouter()} />
  </StrictMode>,
);
