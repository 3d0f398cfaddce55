import type { Page } from '@playwright/test';
import type { agentOf } from './fake-server/agent-desk.ts';

/** What the tests of the agent editor see of it. */
export const path = '/app/settings/agents/elm-street';
export const draftRoute = 'PUT /api/agents/:id/draft';
export const bar = (page: Page, words: string | RegExp) => page.getByText(words).first();
export const persona = (page: Page) => page.getByLabel('Persona *');

/** The draft as the server has it. */
export const stored = (fakeServer: {
  agentDesk: { find(id: string): ReturnType<typeof agentOf> | undefined };
}) => fakeServer.agentDesk.find('elm-street')?.draft.config;
