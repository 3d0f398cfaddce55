import { agentRoutes } from './agent-routes.ts';
import { apiKeyRoutes } from './api-keys/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { callCreationRoutes } from './call-creation/routes.ts';
import { callExportRoutes } from './call-export/routes.ts';
import { callSearchRoutes } from './call-search/routes.ts';
import { callViewRoutes } from './call-views/routes.ts';
import { campaignReportRoutes } from './campaigns/report-routes.ts';
import { campaignRoutes } from './campaigns/routes.ts';
import { addressRoutes, mailStorageRoutes } from './connections/deployment-routes.ts';
import { phoneRoutes } from './connections/phone-routes.ts';
import { anyConnectionRoutes, callingRoutes } from './connections/routes.ts';
import { voiceRoutes } from './connections/voice-routes.ts';
import { consentRoutes } from './consent/routes.ts';
import { contactImportRoutes } from './contacts/import-routes.ts';
import { contactRoutes } from './contacts/routes.ts';
import { spendingRoutes } from './costs/spending.ts';
import { dataRoutes } from './data/routes.ts';
import { doNotCallRoutes } from './do-not-call/routes.ts';
import { followUpCountRoutes } from './follow-ups/counts.ts';
import { followUpRoutes } from './follow-ups/routes.ts';
import { knowledgeRoutes } from './knowledge-routes.ts';
import { metricsRoutes } from './metrics-route.ts';
import { organizationRoutes } from './organization/organization.ts';
import { outcomeRoutes } from './outcomes/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { recordingRoutes } from './recordings/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { routes } from './routes.ts';
import { signInPolicyRoutes } from './sign-in-policy-routes.ts';
import { toolRoutes } from './tools/routes.ts';
import { tryRoutes } from './try-routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/** Every route that the server serves. The web imports the tables apart, so that a page loads only the schemas it needs. */
export const apiRoutes = {
  ...organizationRoutes,
  ...signInPolicyRoutes,
  ...routes,
  ...callViewRoutes,
  ...agentRoutes,
  ...knowledgeRoutes,
  ...tryRoutes,
  ...anyConnectionRoutes,
  ...phoneRoutes,
  ...callingRoutes,
  ...addressRoutes,
  ...mailStorageRoutes,
  ...voiceRoutes,
  ...outcomeRoutes,
  ...followUpCountRoutes,
  ...followUpRoutes,
  ...contactRoutes,
  ...contactImportRoutes,
  ...campaignRoutes,
  ...campaignReportRoutes,
  ...consentRoutes,
  ...toolRoutes,
  ...doNotCallRoutes,
  ...peopleRoutes,
  ...auditRoutes,
  ...dataRoutes,
  ...callSearchRoutes,
  ...reportRoutes,
  ...spendingRoutes,
  ...callExportRoutes,
  ...recordingRoutes,
  ...apiKeyRoutes,
  ...callCreationRoutes,
  ...metricsRoutes,
  ...webhookRoutes,
};

export type RouteName = keyof typeof apiRoutes;
