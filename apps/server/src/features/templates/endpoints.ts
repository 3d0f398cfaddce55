import { randomUUIDv7 } from 'node:crypto';
import { placeholderDefaults, type TemplateUpdateBody } from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { StoredTemplate, TemplateStore } from '../../ports/template-store.ts';

type TemplateEndpoints = Pick<
  Endpoints,
  'listTemplates' | 'createTemplate' | 'updateTemplate' | 'deleteTemplate'
>;

export function templateEndpoints(store: TemplateStore): TemplateEndpoints {
  return {
    listTemplates: async ({ caller }) => ({ templates: await store.list(caller.tenantId) }),

    createTemplate: async ({ caller, body }) => {
      const wanted = { ...normalized(body), agentId: body.agentId };
      const template = await store.create(caller, randomUUIDv7(), wanted);
      if (!template) throw new AppError('agent_not_found', 'There is no such agent.');
      return { template };
    },

    updateTemplate: async ({ caller, params, body }) => {
      const template = await store.update(caller, params.id, normalized(body));
      return { template: template ?? missing() };
    },

    deleteTemplate: async ({ caller, params }) => {
      if (!(await store.remove(caller, params.id))) missing();
      return { deleted: true };
    },
  };
}

/** The defaults have exactly the placeholder names of the prompt. */
function normalized({
  name,
  prompt,
  placeholders,
  outcomeFields,
}: TemplateUpdateBody): StoredTemplate<TemplateUpdateBody> {
  return {
    name: name.trim(),
    prompt,
    placeholders: placeholderDefaults(prompt, placeholders ?? {}),
    ...(outcomeFields !== undefined && { outcomeFields }),
  };
}

function missing(): never {
  throw new AppError('template_not_found', 'This template does not exist any more.');
}
