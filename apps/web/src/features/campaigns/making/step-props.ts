import type { Standing, Step } from './steps.ts';

/** What every step of a draft gets. */
export interface StepProps {
  standing: Standing;
  /** Whether the person may change the campaign; others look at it. */
  mayChange: boolean;
  pathOf: (step: Step) => string;
  onStep: (step: Step) => void;
}
