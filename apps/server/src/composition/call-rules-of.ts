import { isInAnotherLanguage } from '../adapters/scripted-agent/instructions/language.ts';
import { defaultTenant } from '../features/access/tenant.ts';
import type { CallingRules, CallRules, CarrierRules } from '../features/calls/call-rules.ts';
import { countriesOfCaller, createCountryGuard } from '../features/calls/country-guard.ts';
import { createNumberGuard } from '../features/calls/number-type-guard.ts';
import type { AccountDirectory, ConnectedAccount } from './account-directory.ts';
import type { ResolvedConfig } from './resolve-carrier.ts';

/** What calls may do, by the settings and by the account that they use. */
export function callRulesOf(
  config: ResolvedConfig,
  directory: Pick<AccountDirectory, 'of'>,
  calling: CallingRules,
  draining: () => boolean,
): CallRules {
  const { callsPerMinute, callsPerDay, deployment, maxCallMinutes } = config.limits;
  /** Made once for an account: the guards read tables of numbers. */
  const known = new WeakMap<ConnectedAccount, CarrierRules>();
  return {
    forCarrier: (carrier) => {
      const account = directory.of(carrier);
      if (!account) throw new Error(`This server has no account of the carrier ${carrier.name}.`);
      const rules = known.get(account) ?? rulesOfAccount(config, account);
      known.set(account, rules);
      return rules;
    },
    defaultEngine: config.voice.engine,
    defaultTenant: defaultTenant(),
    maxSeconds: maxCallMinutes * 60,
    limits: { perMinute: callsPerMinute, perDay: callsPerDay, deployment },
    inboundLimits: config.limits.inbound,
    ...{ calling, draining },
    canRead: (voiceSource, instructions) => voiceSource !== 'scripted' || !isInAnotherLanguage(instructions),
  };
}

function rulesOfAccount(config: ResolvedConfig, account: ConnectedAccount): CarrierRules {
  const { mainNumber, sandbox, limits = null, tenantId = null } = account;
  const { allowedCountries, specialNumbers } = config.limits;
  const guardCountry = createCountryGuard(
    limits
      ? bothAllow(limits.countries, allowedCountries)
      : (allowedCountries ?? (sandbox ? 'any' : countriesOfCaller(mainNumber))),
  );
  return {
    callerIdOf: (number) => number ?? mainNumber,
    guardNumber: sandbox ? guardCountry : createNumberGuard(specialNumbers, guardCountry),
    tenantId,
  };
}

/** An organization chooses among the countries that whoever runs the server allows. */
function bothAllow(chosen: readonly string[], allowed: readonly string[] | 'any' | null): readonly string[] {
  return Array.isArray(allowed) ? chosen.filter((country) => allowed.includes(country)) : chosen;
}
