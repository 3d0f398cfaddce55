import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { apiRoutes } from './api-routes.ts';
import { membershipOf } from './membership.ts';
import {
  effectiveRole,
  knownRole,
  organizationRoleIn,
  type Permission,
  permissionsOf,
  type Role,
  roles,
} from './permissions.ts';
import type { Route } from './route.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/permissions.md'), 'utf8');

test('PM1: the page lists exactly the permissions of the table, with the roles that have them', () => {
  const rows = [...page.matchAll(/^\| `([a-z.-]+)` \| (✓?) *\| (✓?) *\| (✓?) *\|/gm)];
  const described = rows.map(([, permission, ...ticks]) => [
    permission,
    roles.filter((_, index) => ticks[index] === '✓'),
  ]);
  const table = permissionsOf.admin.map((permission) => [
    permission,
    roles.filter((role) => permissionsOf[role].includes(permission)),
  ]);
  expect(described).toEqual(table);
});

test('PM1: a role may do everything that the one below it may do, and no permission is listed twice', () => {
  expect(permissionsOf.admin).toEqual(expect.arrayContaining([...permissionsOf.operator]));
  expect(permissionsOf.operator).toEqual(expect.arrayContaining([...permissionsOf.viewer]));
  expect(new Set(permissionsOf.admin).size).toBe(permissionsOf.admin.length);
});

describe('PM2: the entry of the app in a token', () => {
  test.each<[unknown, Role]>([
    ['viewer', 'viewer'],
    ['operator', 'operator'],
    ['admin', 'admin'],
    [' Admin\t', 'admin'],
    ['VIEWER', 'viewer'],
    ['', 'operator'],
    ['  ', 'operator'],
    [null, 'operator'],
    [true, 'operator'],
    ['true', 'operator'],
    [7, 'operator'],
    [['admin'], 'operator'],
    [{ role: 'admin' }, 'operator'],
    ['owner', 'operator'],
    ['administrator', 'operator'],
    ['org:admin', 'operator'],
    ['constructor', 'operator'],
  ])('%j counts as %s', (value, role) => {
    const membership = membershipOf({ parley: value }, 'parley');
    expect(membership && effectiveRole(membership, null)).toBe(role);
  });

  test.each([false, 'false', ' FALSE '])('%j admits nobody', (value) => {
    expect(membershipOf({ parley: value }, 'parley')).toBeNull();
  });
});

describe('PM3: in an organization the lower role counts', () => {
  test.each<[string, unknown, Role]>([
    ['admin', 'admin', 'admin'],
    ['admin', 'org:admin', 'admin'],
    ['admin', 'member', 'operator'],
    ['admin', 'operator', 'operator'],
    ['admin', 'Viewer', 'viewer'],
    ['operator', 'admin', 'operator'],
    ['operator', 'viewer', 'viewer'],
    ['viewer', 'admin', 'viewer'],
    ['viewer', 'member', 'viewer'],
    ['', 'admin', 'operator'],
    ['admin', undefined, 'operator'],
    ['admin', 7, 'operator'],
  ])('%s of the app and %j of the organization count as %s', (own, rol, role) => {
    const claims = { o: { id: 'org_1', slg: 'practice', rol } };
    expect(effectiveRole({ role: own }, organizationRoleIn(claims))).toBe(role);
  });

  test.each([{}, { o: null }, { o: 'org_1' }, { o: {} }, { o: { id: '', rol: 'viewer' } }])(
    'without an organization (%j) the role of the app counts',
    (claims) => {
      expect(effectiveRole({ role: 'admin' }, organizationRoleIn(claims))).toBe('admin');
    },
  );
});

test('a known role is one of the three', () => {
  expect([' Operator ', 'front-desk', ''].map(knownRole)).toEqual(['operator', null, null]);
});

describe('PM4: every route names what it needs', () => {
  /** Spelled out once more, so that a change of the table is a decision. */
  const expected: Record<keyof typeof apiRoutes, Permission | 'public' | 'signed in'> = {
    health: 'public',
    ready: 'public',
    config: 'public',
    getOrganization: 'signed in',
    getSignInPolicy: 'signed in',
    updateSignInPolicy: 'people.manage',
    updateOrganization: 'organization.write',
    listAgents: 'agents.read',
    placeCall: 'calls.place',
    createCall: 'calls.place',
    previewCall: 'calls.place',
    listCalls: 'calls.read',
    searchCalls: 'calls.read',
    previewExport: 'calls.export',
    createExport: 'calls.export',
    getExport: 'calls.export',
    cancelExport: 'calls.export',
    getCall: 'calls.read',
    deleteCall: 'calls.delete',
    restoreCall: 'calls.delete',
    endCall: 'calls.control',
    events: 'signed in',
    listTemplates: 'templates.read',
    createTemplate: 'templates.write',
    updateTemplate: 'templates.write',
    deleteTemplate: 'templates.write',
    listCallViews: 'calls.read',
    createCallView: 'calls.read',
    changeCallView: 'calls.read',
    deleteCallView: 'calls.read',
    listAgentCards: 'agents.read',
    createAgent: 'agents.write',
    getAgent: 'agents.read',
    saveAgentDraft: 'agents.write',
    publishAgent: 'agents.write',
    listAgentVersions: 'agents.read',
    getAgentVersion: 'agents.read',
    compareAgentVersions: 'agents.read',
    restoreAgentVersion: 'agents.write',
    archiveAgent: 'agents.write',
    unarchiveAgent: 'agents.write',
    listNumbers: 'agents.read',
    takeNumber: 'agents.write',
    releaseNumber: 'agents.write',
    labelNumber: 'agents.write',
    deleteAgent: 'agents.write',
    listUnansweredQuestions: 'calls.read',
    dismissUnansweredQuestion: 'agents.write',
    startTry: 'agents.try',
    listOpenTries: 'agents.try',
    tryEvents: 'agents.try',
    sendToTry: 'agents.try',
    endTry: 'agents.try',
    listConnections: 'connections.manage',
    replaceSecret: 'connections.manage',
    testConnection: 'connections.manage',
    testDefault: 'connections.manage',
    disconnect: 'connections.manage',
    useDefault: 'connections.manage',
    checkPhone: 'connections.manage',
    connectPhone: 'connections.manage',
    changePhone: 'connections.manage',
    listPhoneNumbers: 'connections.manage',
    pointNumbers: 'connections.manage',
    getCalling: 'signed in',
    getGoLive: 'connections.manage',
    lookAt: 'connections.manage',
    goLive: 'connections.manage',
    backToSandbox: 'connections.manage',
    checkMail: 'connections.manage',
    connectMail: 'connections.manage',
    checkAddress: 'connections.manage',
    setAddress: 'connections.manage',
    checkStorage: 'connections.manage',
    connectStorage: 'connections.manage',
    getLocalModels: 'connections.manage',
    findLocalModels: 'connections.manage',
    listModels: 'connections.manage',
    checkModel: 'connections.manage',
    connectModel: 'connections.manage',
    listConnectedModels: 'connections.manage',
    changeModel: 'connections.manage',
    checkSpeech: 'connections.manage',
    connectSpeech: 'connections.manage',
    correctOutcome: 'outcomes.correct',
    withdrawCorrection: 'outcomes.correct',
    runOutcome: 'outcomes.correct',
    listFollowUps: 'follow-ups.read',
    countFollowUps: 'follow-ups.read',
    listDeskPeople: 'follow-ups.read',
    setUrgentMail: 'follow-ups.write',
    getFollowUp: 'follow-ups.read',
    createFollowUp: 'follow-ups.write',
    changeFollowUp: 'follow-ups.write',
    getCallBack: 'calls.place',
    listContacts: 'contacts.read',
    suggestContacts: 'contacts.read',
    getContactPage: 'contacts.read',
    listCallsOfNumber: 'calls.read',
    createContact: 'contacts.write',
    changeContact: 'contacts.write',
    deleteContact: 'contacts.write',
    exportContacts: 'contacts.write',
    createContactImport: 'contacts.write',
    listContactImports: 'contacts.read',
    putContactImportPart: 'contacts.write',
    startContactImport: 'contacts.write',
    getContactImport: 'contacts.read',
    undoContactImport: 'contacts.write',
    listCampaigns: 'campaigns.read',
    createCampaign: 'campaigns.write',
    getCampaign: 'campaigns.read',
    changeCampaign: 'campaigns.write',
    deleteCampaign: 'campaigns.write',
    setCampaignFile: 'campaigns.write',
    addCampaignRows: 'campaigns.write',
    listRecipients: 'campaigns.read',
    mendRecipient: 'campaigns.write',
    previewCampaign: 'campaigns.read',
    startCampaign: 'campaigns.write',
    pauseCampaign: 'campaigns.write',
    resumeCampaign: 'campaigns.write',
    stopCampaign: 'campaigns.write',
    testCampaign: 'calls.place',
    getCampaignProgress: 'campaigns.read',
    listCampaignEvents: 'campaigns.read',
    getRecipient: 'campaigns.read',
    holdRecipient: 'campaigns.write',
    releaseRecipient: 'campaigns.write',
    skipRecipient: 'campaigns.write',
    callRecipient: 'calls.place',
    getCampaignReport: 'campaigns.read',
    exportCampaignResults: 'calls.export',
    createResultsFile: 'calls.export',
    repeatCampaign: 'campaigns.write',
    getConsentRules: 'campaigns.read',
    declareGrounds: 'organization.write',
    importRegistry: 'organization.write',
    removeRegistry: 'organization.write',
    listDoNotCall: 'dnc.read',
    addDoNotCall: 'dnc.add',
    importDoNotCall: 'dnc.add',
    exportDoNotCall: 'dnc.add',
    confirmDoNotCall: 'dnc.add',
    removeDoNotCall: 'dnc.remove',
    findPerson: 'data.manage',
    exportPerson: 'data.manage',
    erasePerson: 'data.manage',
    listErasures: 'data.manage',
    getRetention: 'data.manage',
    saveRetention: 'data.manage',
    previewRetention: 'data.manage',
    ...{ getRecording: 'calls.listen', openRecording: 'calls.listen', retryRecording: 'calls.listen' },
    ...{ pauseRecording: 'calls.control', resumeRecording: 'calls.control' },
    ...{ getRecordingSettings: 'data.manage', saveRecordingSettings: 'data.manage' },
    getSpending: 'reports.read',
    saveSpendingLimits: 'organization.write',
    listTools: 'tools.read',
    createTool: 'tools.write',
    tryTool: 'tools.write',
    readOpenApi: 'tools.write',
    listToolSecrets: 'tools.read',
    putToolSecret: 'tools.write',
    deleteToolSecret: 'tools.write',
    listMcpServers: 'tools.read',
    createMcpServer: 'tools.write',
    saveMcpServer: 'tools.write',
    lookAtMcpServer: 'tools.write',
    deleteMcpServer: 'tools.write',
    getTool: 'tools.read',
    saveTool: 'tools.write',
    listAudit: 'audit.read',
    listAuditActors: 'audit.read',
    exportAudit: 'audit.read',
    getAuditEntry: 'audit.read',
    deleteTool: 'tools.write',
    listPeople: 'people.manage',
    setSignUp: 'people.manage',
    createInvitation: 'people.manage',
    withdrawInvitation: 'people.manage',
    setRole: 'people.manage',
    removePerson: 'people.manage',
    signOutPerson: 'people.manage',
    createResetLink: 'people.manage',
    deleteAccount: 'people.manage',
    getReport: 'reports.read',
    listApiKeys: 'keys.manage',
    createApiKey: 'keys.manage',
    revokeApiKey: 'keys.manage',
    readMetrics: 'metrics.read',
    listWebhooks: 'webhooks.manage',
    createWebhook: 'webhooks.manage',
    changeWebhook: 'webhooks.manage',
    rotateWebhook: 'webhooks.manage',
    deleteWebhook: 'webhooks.manage',
    testWebhook: 'webhooks.manage',
    listDeliveries: 'webhooks.manage',
    getDelivery: 'webhooks.manage',
    repeatDelivery: 'webhooks.manage',
    repeatDeliveries: 'webhooks.manage',
  };

  test('in the contract', () => {
    const named = Object.entries<Route>(apiRoutes).map(([name, route]) => [
      name,
      route.guard === 'public' ? 'public' : (route.permission ?? 'signed in'),
    ]);
    expect(Object.fromEntries(named)).toEqual(expected);
  });

  test('in the page', () => {
    const rows = [...page.matchAll(/^\| `(?:GET|POST|PUT|PATCH|DELETE) [^`]+` \| (.+) \|$/gm)];
    const described = rows.map(([row, needs]) => [/`([^`]+)`/.exec(row)?.[1], needs?.replaceAll('`', '')]);
    const served = Object.entries<Route>(apiRoutes)
      .filter(([, { guard }]) => guard === 'bearer')
      .map(([name, { method, path }]) => [`${method} ${path}`, expected[name as keyof typeof apiRoutes]]);
    expect(described).toEqual(served);
  });

  test('a route that changes something needs more than a viewer has', () => {
    const changing = Object.entries<Route>(apiRoutes).filter(([, { method }]) => method !== 'GET');
    const open = changing.filter(
      ([, route]) =>
        route.guard === 'public' ||
        route.permission === null ||
        permissionsOf.viewer.includes(route.permission),
    );
    // How one looks for calls is one's own, and nobody else's.
    expect(open.map(([name]) => name)).toEqual(['createCallView', 'changeCallView', 'deleteCallView']);
  });
});
