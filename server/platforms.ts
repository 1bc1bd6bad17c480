/** The door of platforms: delivery-offer apps behind one shape. */
export * from './platforms/model.ts'
