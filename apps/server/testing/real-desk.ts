import { type Lab, type LabOptions, startLab } from '@parley/phone-lab';
import { type AccountSwitch, startAccountSwitch } from './account-switch.ts';
import { ModelServer } from './ai-sdk/model-server.ts';
import { ConnectedOrganization } from './connected-organization.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { createDeployment, type Deployment, type Desk, startDesk } from './desk.ts';
import { freePort } from './free-port.ts';

/** A desk without a sandbox, whose carrier poses as Twilio. Its organization connects its account by the API. */
export interface RealDesk extends Desk {
  readonly database: TestDatabase;
  readonly lab: Lab;
  readonly carrier: AccountSwitch;
  readonly model: ModelServer;
  readonly deployment: Deployment;
  readonly organization: ConnectedOrganization;
  /** Another server of the same deployment; calls are called back at the first. */
  startAnother(settings?: NodeJS.ProcessEnv): Promise<Desk>;
}

const modelKey = 'the key of the model';

export async function openRealDesk(
  labOptions: LabOptions = {},
  settings: NodeJS.ProcessEnv = {},
): Promise<RealDesk> {
  const database = await createTestDatabase();
  const model = await ModelServer.start(() => [{ say: 'Good day.' }], modelKey);
  const lab = await startLab({ poses: true, speed: 50, cps: 1000, ...labOptions });
  const carrier = await startAccountSwitch([lab]);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { settings: usual, ...rest } = await createDeployment(database, lab);
  const deployment = {
    ...rest,
    settings: {
      ...usual,
      ...{ TWILIO_ACCOUNT_SID: '', TWILIO_AUTH_TOKEN: '', TWILIO_PHONE_NUMBER: '' },
      ...{ TWILIO_API_BASE_URL: carrier.url, SANDBOX: 'off', LOCAL_MODEL_PORTS: 'off', PUBLIC_URL: url },
      ...{ LLM_BASE_URL: model.url, LLM_MODEL: 'small', OPENAI_API_KEY: modelKey },
      ...settings,
    },
  };
  const desk = await startDesk(deployment, { PORT: String(port) });
  const others: Desk[] = [];
  const stop = async () => {
    await Promise.all([desk, ...others].map((one) => one.stop()));
    await carrier.stop();
    await lab.stop();
    await model.stop();
    await database.drop();
  };
  return {
    ...desk,
    ...{ database, lab, carrier, model, deployment, organization: new ConnectedOrganization(desk.as(), lab) },
    async startAnother(more = {}) {
      const another = await startDesk(deployment, more);
      others.push(another);
      return another;
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
