import { SCENARIOS } from './scenarios.ts'
import type { ScenarioName } from './scenarios.ts'
import type { MarketOptions } from './running-market.ts'

/** Reads the market's options from the environment; throws one plain line on an invalid value. */
export function readConfig(env: Record<string, string | undefined>): MarketOptions {
  const port = readNumber(env, 'MARKET_PORT', 8090)
  if (!Number.isInteger(port) || port > 65_535) throw new Error(`MARKET_PORT is no port: ${env.MARKET_PORT}`)
  const scenario = env.MARKET_SCENARIO || 'demo'
  if (!isScenario(scenario)) {
    throw new Error(`MARKET_SCENARIO is ${scenario}; it may be ${Object.keys(SCENARIOS).join(', ')}`)
  }
  const factor = readNumber(env, 'MARKET_SPEED', 1)
  if (factor === 0) throw new Error('MARKET_SPEED must be over 0')
  return {
    port,
    host: env.MARKET_HOST || '127.0.0.1',
    scenario,
    clock: factor === 1 ? 'real' : { factor },
    ...(env.MARKET_SEED ? { seed: env.MARKET_SEED } : {}),
    ...(env.MARKET_DATA ? { dataFolder: env.MARKET_DATA } : {}),
  }
}

function readNumber(env: Record<string, string | undefined>, name: string, standard: number): number {
  const text = env[name]
  if (!text) return standard
  const value = Number(text)
  if (!(value >= 0)) throw new Error(`${name} is not a number: ${text}`)
  return value
}

function isScenario(name: string): name is ScenarioName {
  return Object.hasOwn(SCENARIOS, name)
}
