import type { Template, TemplateCreateBody, TemplateUpdateBody } from '@parley/contract';
import type { Caller } from './caller.ts';

/** Absent outcome fields: unchanged, and those of the agent for a new template. */
export type StoredTemplate<Body extends TemplateUpdateBody> = Required<Omit<Body, 'outcomeFields'>> &
  Pick<Body, 'outcomeFields'>;

export interface TemplateStore {
  /** Every agent of the tenant with its templates, oldest first; an agent without any has an empty list. */
  list(tenantId: string): Promise<Record<string, Template[]>>;
  /** Null when the tenant has no such agent. */
  create(caller: Caller, id: string, template: StoredTemplate<TemplateCreateBody>): Promise<Template | null>;
  /** Null when the tenant has no such template. */
  update(caller: Caller, id: string, template: StoredTemplate<TemplateUpdateBody>): Promise<Template | null>;
  remove(caller: Caller, id: string): Promise<boolean>;
}
