/** Loaded as one, and only where a provider is used: it takes a fifth of the server's loading time. */
export { createLanguageModel } from './language-model.ts';
export { createObjectWriter } from './object-writer.ts';
export { createTextGenerator } from './text-generator.ts';
