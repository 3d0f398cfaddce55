import {
  detectPlaceholders,
  fillPlaceholders,
  instructionsTooLongSentence,
  limits,
  missingPlaceholders,
  missingPlaceholdersSentence,
} from '@parley/contract';
import { AppError } from '../../errors.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { TemplateStore } from '../../ports/template-store.ts';
import type { createPlaceCall } from './place-call.ts';

interface CreateCallDeps {
  readonly placeCall: ReturnType<typeof createPlaceCall>;
  readonly templates: Pick<TemplateStore, 'list'>;
}

/** The route for other software. What it asks for is placed as a person's call is, by the same rules. */
export function createCallEndpoint({ placeCall, templates }: CreateCallDeps): Pick<Endpoints, 'createCall'> {
  return {
    createCall: async ({ caller, headers, body, log }) => {
      const { agentId, template, message } = body;
      const request = {
        ...{ caller, agentId, log },
        phoneNumber: body.phoneNumber,
        message: message ?? '',
        templateId: template?.id ?? null,
        values: template?.values ?? null,
        contactId: body.contactId ?? null,
        contactName: body.contactName ?? null,
        externalId: body.externalId ?? null,
        idempotencyKey: headers['idempotency-key'] ?? null,
      };
      if (!template) return placeCall(request);
      const writeMessage = () => filled(templates, caller.tenantId, agentId, template);
      return placeCall({ ...request, writeMessage });
    },
  };
}

interface AskedTemplate {
  readonly id: string;
  readonly values: Readonly<Record<string, string>>;
}

async function filled(
  templates: CreateCallDeps['templates'],
  tenantId: string,
  agentId: string,
  { id, values }: AskedTemplate,
): Promise<string> {
  const byAgent = await templates.list(tenantId);
  // The agent is unknown or archived, which is refused in the same words as on the other route.
  if (!Object.hasOwn(byAgent, agentId)) return '';
  const template = byAgent[agentId]?.find(({ _id }) => _id === id);
  if (!template) throw new AppError('template_not_found', 'This agent has no such template.');
  const given = { ...template.placeholders, ...values };
  const missing = missingPlaceholders(detectPlaceholders(template.prompt), given);
  if (missing.length > 0) throw new AppError('invalid_request', missingPlaceholdersSentence(missing));
  const message = fillPlaceholders(template.prompt, given);
  if ([...message].length > limits.instructionsMax)
    throw new AppError('invalid_request', instructionsTooLongSentence);
  return message;
}
