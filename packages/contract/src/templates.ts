import * as z from 'zod/mini';
import { checkOutcomeFields } from './agent-config/checks/outcomes.ts';
import { limits } from './limits.ts';
import { maxCharacters } from './max-characters.ts';
import { outcomeField } from './outcomes/outcome-field.ts';
import { detectPlaceholders } from './placeholders.ts';

export const nameAndPromptSentence = 'Name and prompt are required';
export const noAgentSentence = 'No agent selected';

export const templateId = z.uuid();

export const template = z.object({
  _id: templateId,
  name: z.string(),
  prompt: z.string(),
  agentId: z.string(),
  placeholders: z.record(z.string(), z.string()),
  createdBy: z.nullable(z.object({ displayName: z.string() })),
  /** What is read from calls placed with it, instead of what its agent reads. Null: what the agent does. */
  outcomeFields: z.optional(z.nullable(z.array(outcomeField))),
});
export type Template = z.infer<typeof template>;

export const templatesResponse = z.object({ templates: z.record(z.string(), z.array(template)) });

export const templateResponse = z.object({ template });

const name = z.string(nameAndPromptSentence).check(
  z.refine((text) => text.trim().length > 0, nameAndPromptSentence),
  maxCharacters(
    limits.templateNameMax,
    `A template name may have at most ${limits.templateNameMax} characters.`,
  ),
);

const prompt = z.string(nameAndPromptSentence).check(
  z.refine((text) => text.trim().length > 0, nameAndPromptSentence),
  maxCharacters(limits.promptMax, `A prompt may have at most ${limits.promptMax} characters.`),
  z.refine(
    (text) => detectPlaceholders(text).length <= limits.placeholdersMax,
    `A prompt may have at most ${limits.placeholdersMax} placeholders.`,
  ),
);

const placeholders = z.optional(
  z.record(
    z.string(),
    z
      .string()
      .check(
        z.maxLength(
          limits.placeholderValueMax,
          `A placeholder value may have at most ${limits.placeholderValueMax} characters.`,
        ),
      ),
  ),
);

/** Absent: unchanged; of a new template: those of its agent. */
const outcomeFields = z.optional(
  z.nullable(
    z.array(outcomeField).check(({ value, issues }) => {
      const [first] = checkOutcomeFields('', value);
      if (!first) return;
      const path = first.path.split('.').filter((part) => part !== '');
      issues.push({ code: 'custom', message: first.sentence, input: value, path });
    }),
  ),
);

export const templateUpdateBody = z.object({ name, prompt, placeholders, outcomeFields });
export type TemplateUpdateBody = z.infer<typeof templateUpdateBody>;

export const templateCreateBody = z.object({
  name,
  prompt,
  placeholders,
  outcomeFields,
  agentId: z.string(noAgentSentence).check(z.minLength(1, noAgentSentence), z.maxLength(64)),
});
export type TemplateCreateBody = z.infer<typeof templateCreateBody>;
