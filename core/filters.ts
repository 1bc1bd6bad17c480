/** The door of filters: what a driver wants, and whether an offer fits it. */
export * from './filters/model.ts'
