/** The door of platforms: delivery-offer apps behind one shape. */
export * from './platforms/model.ts'
export { createMarketPlatform } from './platforms/market.ts'
export type { MarketFigures, MarketOptions, MarketPlatform } from './platforms/market.ts'
export * from './platforms/accounts.ts'
