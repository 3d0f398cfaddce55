import type { AuditAction, apiRoutes, RouteName } from '@parley/contract';

/** Routes that are sent something: all that may change what an organization has. */
export type ChangeRoute = {
  [Name in RouteName]: (typeof apiRoutes)[Name] extends { method: 'GET' } ? never : Name;
}[RouteName];

export type Audited =
  /**
   * The entry that each use writes. `audit-changes.test.ts` uses it in the sandbox, `audit-changes-elsewhere.test.ts` where
   * it needs accounts, a carrier or another service.
   */
  | { readonly action: AuditAction; readonly where?: 'elsewhere' }
  /** The same, where another test has what it needs: a file of `apps/server/integration`. */
  | { readonly action: AuditAction; readonly shownBy: string }
  | { readonly nothing: string };

const looksOnly: Audited = { nothing: 'it looks at a service outside and stores nothing' };
const uploads: Audited = { nothing: 'nothing of it is used before the import starts, which is written' };
const own: Audited = { nothing: 'it concerns nobody but whoever sends it, and nothing about people called' };
const ownView: Audited = {
  nothing: 'it is a setting of whoever sends it: what they read with it is written',
};
const elsewhere = (action: AuditAction): Audited => ({ action, where: 'elsewhere' });
const byConnections = (action: AuditAction): Audited => ({ action, shownBy: 'connections-api.test.ts' });
const byStore = (action: AuditAction): Audited => ({ action, shownBy: 'connections-audit.test.ts' });

/** What each route writes into the audit log. A new one does not compile without its line. */
export const auditedChanges: Readonly<Record<ChangeRoute, Audited>> = {
  updateOrganization: { action: 'organization.changed' },
  updateSignInPolicy: elsewhere('sign-in-policy.changed'),
  placeCall: { action: 'call.placed' },
  endCall: { action: 'call.ended' },
  deleteCall: { action: 'call.deleted' },
  restoreCall: { action: 'call.restored' },
  createCallView: ownView,
  changeCallView: ownView,
  deleteCallView: ownView,
  createExport: { action: 'calls.exported' },
  cancelExport: { action: 'calls.export_cancelled' },
  createTemplate: { action: 'template.created' },
  updateTemplate: { action: 'template.changed' },
  deleteTemplate: { action: 'template.deleted' },
  createAgent: { action: 'agent.created' },
  saveAgentDraft: { action: 'agent.edited' },
  publishAgent: { action: 'agent.published' },
  restoreAgentVersion: { action: 'agent.restored' },
  archiveAgent: { action: 'agent.archived' },
  unarchiveAgent: { action: 'agent.unarchived' },
  deleteAgent: { action: 'agent.deleted' },
  takeNumber: { action: 'number.assigned' },
  releaseNumber: { action: 'number.released' },
  labelNumber: { action: 'number.labelled' },
  dismissUnansweredQuestion: { action: 'knowledge.question_dismissed' },
  startTry: own,
  sendToTry: own,
  endTry: own,
  replaceSecret: byConnections('connection.secret_replaced'),
  testConnection: looksOnly,
  testDefault: looksOnly,
  disconnect: byConnections('connection.disconnected'),
  useDefault: byStore('connection.default_used'),
  checkPhone: looksOnly,
  connectPhone: elsewhere('connection.connected'),
  changePhone: elsewhere('connection.changed'),
  pointNumbers: elsewhere('connection.changed'),
  lookAt: { action: 'calling.looked_at' },
  goLive: elsewhere('calling.switched'),
  backToSandbox: byConnections('calling.switched'),
  checkAddress: looksOnly,
  setAddress: byConnections('connection.connected'),
  checkMail: looksOnly,
  connectMail: byConnections('connection.connected'),
  checkStorage: looksOnly,
  connectStorage: byConnections('connection.connected'),
  findLocalModels: looksOnly,
  listModels: looksOnly,
  checkModel: looksOnly,
  connectModel: byConnections('connection.connected'),
  changeModel: byStore('connection.changed'),
  checkSpeech: looksOnly,
  connectSpeech: byConnections('connection.connected'),
  correctOutcome: { action: 'outcome.corrected' },
  withdrawCorrection: { action: 'outcome.correction_withdrawn' },
  runOutcome: { action: 'outcome.requested' },
  setUrgentMail: own,
  createFollowUp: { action: 'follow-up.created' },
  changeFollowUp: { action: 'follow-up.done' },
  createContact: { action: 'contact.created' },
  changeContact: { action: 'contact.changed' },
  deleteContact: { action: 'contact.deleted' },
  createContactImport: uploads,
  putContactImportPart: uploads,
  startContactImport: { action: 'contacts.import_started' },
  undoContactImport: { action: 'contacts.import_undone' },
  createCampaign: { action: 'campaign.created' },
  changeCampaign: { action: 'campaign.changed' },
  deleteCampaign: { action: 'campaign.deleted' },
  setCampaignFile: { action: 'campaign.file_set' },
  addCampaignRows: { nothing: 'they are rows of a file whose choice is written' },
  mendRecipient: { action: 'campaign.row_mended' },
  startCampaign: { action: 'campaign.started' },
  pauseCampaign: { action: 'campaign.paused' },
  resumeCampaign: { action: 'campaign.resumed' },
  stopCampaign: { action: 'campaign.stopped' },
  testCampaign: { action: 'campaign.tested' },
  holdRecipient: { action: 'campaign.row_held' },
  releaseRecipient: { action: 'campaign.row_released' },
  skipRecipient: { action: 'campaign.row_skipped' },
  callRecipient: { action: 'campaign.row_called', shownBy: 'campaign-runs.test.ts' },
  repeatCampaign: { action: 'campaign.repeated', shownBy: 'campaign-report.test.ts' },
  declareGrounds: { action: 'consent.grounds_declared' },
  importRegistry: { action: 'registry.imported' },
  removeRegistry: { action: 'registry.removed' },
  createTool: { action: 'tool.created' },
  tryTool: looksOnly,
  readOpenApi: looksOnly,
  putToolSecret: { action: 'secret.set' },
  deleteToolSecret: { action: 'secret.removed' },
  createMcpServer: elsewhere('mcp-server.created'),
  saveMcpServer: elsewhere('mcp-server.changed'),
  lookAtMcpServer: { action: 'mcp-server.changed', shownBy: 'mcp-servers-api.test.ts' },
  deleteMcpServer: { action: 'mcp-server.deleted', shownBy: 'mcp-servers-api.test.ts' },
  saveTool: { action: 'tool.changed' },
  deleteTool: { action: 'tool.deleted' },
  addDoNotCall: { action: 'do_not_call.added' },
  importDoNotCall: { action: 'do_not_call.imported' },
  confirmDoNotCall: { action: 'do_not_call.confirmed' },
  removeDoNotCall: { action: 'do_not_call.removed' },
  setSignUp: elsewhere('sign-up.changed'),
  createInvitation: elsewhere('invitation.created'),
  withdrawInvitation: elsewhere('invitation.withdrawn'),
  setRole: elsewhere('access.granted'),
  removePerson: elsewhere('access.revoked'),
  signOutPerson: elsewhere('access.signed_out'),
  createResetLink: elsewhere('password.reset'),
  deleteAccount: elsewhere('account.deleted'),
  findPerson: { action: 'person.found' },
  exportPerson: { action: 'person.exported' },
  erasePerson: { action: 'person.erasure_requested' },
  saveRetention: { action: 'retention.changed' },
  saveSpendingLimits: { action: 'spending-limits.changed' },
  openRecording: { action: 'recording.played', shownBy: 'recordings.test.ts' },
  retryRecording: { action: 'recording.retried', shownBy: 'recordings.test.ts' },
  pauseRecording: { action: 'recording.paused', shownBy: 'recording-pauses.test.ts' },
  resumeRecording: { action: 'recording.resumed', shownBy: 'recording-pauses.test.ts' },
  saveRecordingSettings: { action: 'recording-settings.changed' },
  previewRetention: { nothing: 'it counts what a setting would remove' },
};
