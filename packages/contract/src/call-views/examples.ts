import type { RouteExample } from '../route-example.ts';
import type { callViewRoutes } from './routes.ts';
import type { CallView } from './view.ts';

const view: CallView = {
  id: '019a8b5e-6c00-7000-8000-000000000060',
  name: 'Missed this week',
  filters: { version: 1, values: { q: 'crown', status: 'no-answer,busy' } },
};

/** Of the routes of `call-views/`. */
export const callViewExamples: Readonly<Record<keyof typeof callViewRoutes, RouteExample>> = {
  listCallViews: { response: { views: [view] } },
  createCallView: { body: { name: view.name, filters: view.filters }, response: { view } },
  changeCallView: { body: { name: 'Missed calls' }, response: { view: { ...view, name: 'Missed calls' } } },
  deleteCallView: { response: { deleted: true } },
};
