import { tooManyViewsSentence } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { CallViewStore } from '../../ports/call-views.ts';
import type { Endpoints } from '../../ports/endpoint.ts';

type CallViewEndpoints = Pick<
  Endpoints,
  'listCallViews' | 'createCallView' | 'changeCallView' | 'deleteCallView'
>;

export function callViewEndpoints(store: CallViewStore): CallViewEndpoints {
  return {
    listCallViews: async ({ caller }) => ({ views: await store.list(caller) }),

    createCallView: async ({ caller, body: { name, filters } }) => {
      const saved = await store.create(caller, { name: name.trim(), filters });
      if (saved.kind === 'name_taken') return nameTaken();
      if (saved.kind === 'too_many') throw new AppError('too_many_views', tooManyViewsSentence);
      return { view: saved.view };
    },

    changeCallView: async ({ caller, params, body: { name, filters } }) => {
      const changed = await store.change(caller, params.id, {
        ...(name !== undefined && { name: name.trim() }),
        ...(filters !== undefined && { filters }),
      });
      if (changed.kind === 'missing') return missing();
      if (changed.kind === 'name_taken') return nameTaken();
      return { view: changed.view };
    },

    deleteCallView: async ({ caller, params }) => {
      if (!(await store.remove(caller, params.id))) missing();
      return { deleted: true };
    },
  };
}

function nameTaken(): never {
  throw new AppError('view_name_taken', 'You have a view with this name. Choose another one.');
}

function missing(): never {
  throw new AppError('view_not_found', 'This view does not exist any more.');
}
