import type { Logger } from 'pino';
import { openJobQueue } from '../adapters/pg-boss/job-queue.ts';
import { createCallViewStore } from '../adapters/postgres/call-views/store.ts';
import { createDoNotCallEditor } from '../adapters/postgres/do-not-call/editor.ts';
import { NoticeConnection } from '../adapters/postgres/notice-connection.ts';
import { createTemplateStore } from '../adapters/postgres/template-store.ts';
import type { Config } from '../config/config.ts';
import { isProxyUnnamed } from '../config/loopback.ts';
import { createAuthenticate } from '../features/access/authenticate.ts';
import { authenticateWithTenant } from '../features/agents/tenants.ts';
import { callViewEndpoints } from '../features/call-views/endpoints.ts';
import { homeCountry } from '../features/calls/home-country.ts';
import { doNotCallEndpoints } from '../features/do-not-call/endpoints.ts';
import { systemEndpoints } from '../features/system/endpoints.ts';
import { templateEndpoints } from '../features/templates/endpoints.ts';
import { createAddressProof } from '../lib/address-proof.ts';
import { wallClock } from '../ports/clock.ts';
import { createNumberDigest } from '../ports/number-digest.ts';
import { removeAddressFile, writeAddressFile } from './address-file.ts';
import { chooseAddresses, listen } from './addresses.ts';
import { openAfterCalls } from './after-calls.ts';
import { openApiKeys } from './api-keys.ts';
import { buildApp } from './app.ts';
import { openAudit } from './audit.ts';
import { openCallExports } from './call-exports.ts';
import { openCallSearch } from './call-search.ts';
import { openCalling } from './calling.ts';
import { type CallTestOverrides, openCalls } from './calls.ts';
import { openCampaigns } from './campaigns.ts';
import { openConnections } from './connections.ts';
import { openContacts } from './contacts.ts';
import { openCosts } from './costs.ts';
import { openData } from './data.ts';
import { openDeploymentWork } from './deployment-work.ts';
import { takenByEnvironment } from './environment-connections.ts';
import { environmentTests } from './environment-tests.ts';
import { openFiles } from './files.ts';
import { chooseIdentity, type IdentityTestOverrides } from './identity.ts';
import { openMcp } from './mcp.ts';
import { openMetrics } from './metrics.ts';
import { openOrganization } from './organization.ts';
import { openOutcomes } from './outcomes.ts';
import { openPeople, peopleOf } from './people.ts';
import { openPhone } from './phone.ts';
import { openPublicAddress } from './public-address.ts';
import { createReadiness } from './readiness.ts';
import { openRecordings } from './recordings.ts';
import { openReports } from './reports.ts';
import { resolveCarrier } from './resolve-carrier.ts';
import type { Shutdown } from './shutdown.ts';
import { openSignInPolicy } from './sign-in.ts';
import { startMessage } from './start-message.ts';
import { openStorage } from './storage.ts';
import { openTelephony, phoneCarrier } from './telephony.ts';
import { openTools } from './tools.ts';
import { openVault } from './vault.ts';
import { publicSpeakerOf } from './voice-providers.ts';
import { openVoices } from './voices.ts';
import { openWebhooks } from './webhooks.ts';

export interface RunningServer {
  readonly url: string;
  /** Printed at the terminal once the server is ready. */
  readonly startMessage: string;
}

/** How long running jobs may take to finish when the server stops. */
const jobStopTimeoutMs = 5_000;

type TestOverrides = CallTestOverrides & IdentityTestOverrides;

/** Starts everything in order and registers how each part stops. */
export async function startServer(
  settings: Config,
  log: Logger,
  shutdown: Shutdown,
  testOverrides: TestOverrides = {},
): Promise<RunningServer> {
  const config = await resolveCarrier(settings, log);
  const { database, secrets } = await openStorage(config, log, shutdown);
  const addresses = await chooseAddresses(config);
  const notices = new NoticeConnection(database, log);
  const connections = openConnections({
    ...{ config, database, secrets, notices, log },
    localPort: addresses.port,
    ...(testOverrides.clock && { clock: testOverrides.clock }),
  });
  const files = openFiles(config, log, shutdown, connections.storage);
  if (isProxyUnnamed(config))
    log.warn(
      'PUBLIC_URL or WEB_ORIGINS name another machine, but TRUST_PROXY names no proxy; if there is one, all people behind it share one limit on sign-ins',
    );
  const { keys, vault } = await openVault(database, secrets, log);
  const audit = openAudit({ database, keys, log, shutdown, clock: testOverrides.clock });
  const digestOf = createNumberDigest(await keys.get('number-digests'));
  const identity = await chooseIdentity(config, addresses, database, secrets, log, testOverrides);
  const phone = openPhone({
    ...{ config, addresses, connections, database, log },
    carrierOf: (book) => phoneCarrier(config.carrierUrl, book),
    ...(testOverrides.clock && { clock: testOverrides.clock }),
  });
  const { moreAccounts } = testOverrides;
  const telephony = await openTelephony(config, addresses, phone.accounts, log, shutdown, moreAccounts);
  const main = telephony.environment ?? telephony.sandbox();
  const jobs = await openJobQueue(database.systemConnection(), log, notices);
  shutdown.add('jobs', () => jobs.stop(jobStopTimeoutMs));
  const { timeZone } = config;
  const voices = await openVoices({
    ...{ config, store: connections.store, limit: connections.limit, changed: connections.changed, log },
    find: connections.find,
    connections: {
      byId: (id) => connections.registry.snapshot().byId(id),
      shown: (tenantId, kind) => connections.registry.snapshot().shown(tenantId, kind),
    },
    clock: testOverrides.clock ?? wallClock,
  });
  shutdown.add('voices', async () => voices.close());
  connections.lookAfter(
    (connection) => takenByEnvironment(config, connection) ?? voices.failingOf(connection),
  );
  const address = openPublicAddress(config, keys, connections);
  const connected = connections.serve({
    tests: {
      ...{ model: voices.tests.model, speech: voices.tests.speech, phone: phone.test, address: address.test },
    },
    checkModel: (connection) => voices.tests.checkModel(connection),
    defaults: environmentTests(config, {
      ...{ clock: testOverrides.clock ?? wallClock, log, checkAddress: address.problemOf },
    }),
    restoreNumbers: (connection) => phone.restoreNumbers(connection),
    folder: files.folder,
  });
  const deploymentWork = openDeploymentWork(
    database,
    notices,
    jobs,
    timeZone,
    {
      ...connected.tasks,
      'connection-holds': async () => {
        await connected.tasks['connection-holds']();
        await phone.recoverNumbers();
      },
      recordings: () => recordings.tidy(),
      webhooks: () => webhooks.tidy(),
    },
    audit.retention,
    log,
    shutdown,
    testOverrides.clock,
  );
  const speaker = publicSpeakerOf(config);
  const country = main && homeCountry({ mainNumber: main.mainNumber, sandbox: main.sandbox !== null });
  const organization = openOrganization({ timeZone, country }, database, notices, testOverrides.clock);
  const calling = openCalling({
    ...{ connections, database, organizations: organization.store, standardEngine: config.voice.engine },
    accounts: {
      environment: telephony.environment?.connection.carrier ?? null,
      sandbox: () => {
        const account = telephony.sandbox();
        return account?.sandbox ? { carrier: account.connection.carrier, ...account.sandbox } : null;
      },
      ofConnection: (id) => telephony.directory.ofConnection(id)?.connection.carrier ?? null,
    },
    addressIsReady: phone.addressIsReady,
    numbersOf: phone.numbersOf,
    people: peopleOf(config, database),
    voiceFacts: voices.voiceFacts,
    knownVoiceFacts: voices.knownVoiceFacts,
  });
  const tools = openTools({
    ...{ database, vault, connections, toolHosts: config.toolHosts },
    clock: testOverrides.clock ?? wallClock,
  });
  const contacts = openContacts({
    ...{ database, notices, jobs, log, digestOf },
    specialNumbers: config.limits.specialNumbers,
    clock: testOverrides.clock,
  });
  const costs = openCosts({
    ...{ database, jobs, log, scheduler: deploymentWork.scheduler, outbox: deploymentWork.outbox },
    carriers: () => telephony.directory.carriers(),
    clock: testOverrides.clock,
  });
  const recordings = await openRecordings({
    ...{ ...deploymentWork, database, jobs, files, keys, log, testOverrides },
    carriers: () => telephony.directory.carriers(),
  });
  const calls = await openCalls(
    config,
    database,
    notices,
    jobs,
    { telephony, phone, calling, refresh: () => connections.registry.refresh() },
    {
      ...{ organizations: organization.organizations, tools, digestOf, callTokens: costs.tokens },
      ...{ recordings: recordings.ofCalls, manualCalls: deploymentWork.manualCalls },
      ensure: async (tenantId) => {
        await organization.ensure(tenantId);
        await calling.ensureSide(tenantId);
      },
    },
    contacts,
    voices,
    log,
    shutdown,
    testOverrides,
  );
  const callSearch = openCallSearch({
    ...{ database, log, shutdown, organizations: organization.organizations, names: contacts.names },
    clock: testOverrides.clock,
  });
  const outcomes = openOutcomes({
    ...{ database, jobs, log, organizations: organization.organizations, extractorFor: voices.extractorFor },
    callTokens: costs.tokens,
    ...testOverrides,
  });
  const afterCalls = openAfterCalls({
    ...{ database, jobs, log, outbox: deploymentWork.outbox, organizations: organization.organizations },
    mailers: connections.mail,
    names: contacts.names,
    webOrigin: addresses.webOrigins[0],
    stepsBefore: () => [outcomes.step],
    ...testOverrides,
  });
  const people = openPeople({
    ...{ config, database, notices, log },
    ensureTenant: calls.ensureTenant,
    identity,
    mailers: connections.mail,
    webOrigin: addresses.webOrigins[0],
    ...(testOverrides.clock && { clock: testOverrides.clock }),
  });
  const data = openData({
    ...{ database, jobs, files, digestOf, log, scheduler: deploymentWork.scheduler },
    auditLog: audit.retention,
    carriers: () => telephony.directory.carriers(),
    clock: testOverrides.clock,
  });
  const callExports = openCallExports({
    ...{ database, log, organizations: organization.organizations, search: callSearch.search },
    ...{ revocations: people.authenticate.revocations, clock: testOverrides.clock },
  });
  const campaigns = openCampaigns({
    ...{ database, digestOf, log, organizations: organization.organizations },
    clock: testOverrides.campaignClock ?? testOverrides.clock,
    ...{ calls: calls.forCampaigns, store: calls.store, outbox: deploymentWork.outbox },
    ...{ specialNumbers: config.limits.specialNumbers, orderFile: callExports.orderFile },
  });
  const webhooks = openWebhooks({
    ...{ database, vault, secrets, connections, log, shutdown, testOverrides },
  });
  const apiKeys = openApiKeys(database, log, testOverrides.clock);
  const metrics = await openMetrics(config.metrics, database, log, shutdown);
  const reports = openReports(database, organization.organizations);
  const app = await buildApp({
    log,
    trustProxy: config.trustProxy,
    security: {
      scriptHosts: identity.provider.scriptHosts,
      https: addresses.webOrigins[0].startsWith('https://'),
    },
    webDir: config.webDir,
    authenticate: authenticateWithTenant(
      apiKeys.beside(createAuthenticate(identity.provider, config.appKey, people.authenticate)),
      calls.ensureTenant,
    ),
    auth: identity.auth,
    addressProof: async () => createAddressProof(await keys.get('address-check')),
    endpoints: {
      ...systemEndpoints({
        identity: identity.provider,
        publicConfig: { appKey: config.appKey, sandbox: main?.sandbox ?? null, speaker, country },
        ready: createReadiness(database.writeProbe, () => shutdown.started),
      }),
      ...organization.endpoints,
      ...openSignInPolicy(identity, database).endpoints,
      ...connected.endpoints,
      ...calling.endpoints,
      ...voices.endpoints,
      ...phone.endpoints,
      ...address.endpoints,
      ...callViewEndpoints(createCallViewStore(database)),
      ...apiKeys.endpoints,
      ...metrics.endpoints,
      ...webhooks.endpoints,
      ...templateEndpoints(createTemplateStore(database)),
      ...contacts.endpoints,
      ...campaigns.endpoints,
      ...doNotCallEndpoints(createDoNotCallEditor(database, digestOf)),
      ...data.endpoints,
      ...costs.endpoints,
      ...calls.endpoints,
      ...callSearch.endpoints,
      ...afterCalls.endpoints,
      ...outcomes.endpoints,
      ...tools.endpoints,
      ...people.endpoints,
      ...audit.endpoints,
      ...callExports.endpoints,
      ...reports.endpoints,
      ...recordings.endpoints,
    },
    downloads: callExports.download,
    openSound: recordings.openSound,
    onAnswer: audit.onAnswer,
    mcp: openMcp(keys, addresses, calls.repeatedCall),
    carriers: {
      directory: telephony.directory,
      onWebhook: calls.onWebhook,
      onSocket: calls.onSocket,
      stopping: () => shutdown.started,
    },
  });
  shutdown.add('web server', () => app.close());
  // Registered after the web server, so that it stops first: event streams end only here, and the server waits for them.
  shutdown.add('exports of calls', async () => callExports.stop());
  const connectionChanges = await connections.start();
  shutdown.add('connections', () => connectionChanges.close());
  const contactChanges = await contacts.listenForChanges();
  shutdown.add('names of contacts', () => contactChanges.close());
  await calls.listenForChanges();
  await people.start();
  shutdown.add('changes of access', () => people.stop());
  const organizationChanges = await organization.listenForChanges();
  shutdown.add('settings of organizations', () => organizationChanges.close());
  await listen(app, config.host, addresses.port);
  await calls.start();
  await outcomes.start();
  await afterCalls.start();
  await contacts.start(deploymentWork.outbox);
  await reports.start(deploymentWork.outbox);
  await webhooks.start(deploymentWork.outbox);
  await campaigns.start();
  shutdown.add('campaigns', () => campaigns.dispatcher.stop());
  await data.start();
  await costs.start();
  await recordings.start(calls.noteInTranscript);
  await deploymentWork.start();
  audit.start();
  callSearch.start();
  void phone.recoverNumbers().catch((err: unknown) => {
    log.warn({ err }, 'unfinished webhook changes of phone numbers not read; will be retried in a minute');
  });
  files.checkInBackground();
  void voices.lookForModels();
  writeAddressFile(config.dataDir, addresses.webOrigins[0]);
  shutdown.add('address', () => removeAddressFile(config.dataDir));
  return { url: addresses.localUrl, startMessage: startMessage(addresses, config, identity.codeToPrint) };
}
