import { type Lab, startLab } from '@parley/phone-lab';
import { type ModelEmulator, startModelEmulator } from './model-emulator.ts';

/** What real calls need outside of the product: a carrier that poses as Twilio, and a model on this machine. */
export interface OutsideWorld {
  readonly lab: Lab;
  readonly model: ModelEmulator;
  /** How a server is started that finds both. */
  readonly settings: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export const practiceNumber = '+15005550006';
export const numberWithoutVoice = '+15005550008';
export const modelName = 'llama3.2';
/** Where calls to the number go before Parley takes the line over. */
export const earlierVoiceUrl = 'https://practice.example.com/voice';

export async function startOutsideWorld(speed = 5): Promise<OutsideWorld> {
  const lab = await startLab({
    poses: true,
    speed,
    numbers: [practiceNumber, `${numberWithoutVoice}:no-voice`],
    account: { friendlyName: 'GS Dental', balance: '12.34' },
  });
  lab.setNumber(practiceNumber, { voiceUrl: earlierVoiceUrl });
  const model = await startModelEmulator(modelName);
  return {
    lab,
    model,
    settings: {
      TWILIO_API_BASE_URL: lab.url,
      LOCAL_MODEL_PORTS: String(model.port),
      PHONE_LAB_SPEED: String(speed),
    },
    async stop() {
      await Promise.all([lab.stop(), model.stop()]);
    },
  };
}
