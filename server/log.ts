/** The door of the log: numbered lines of each driver, written at once or in batches, and read back. */
export * from './log/model.ts'
export * from './log/record.ts'
export * from './log/writer.ts'
export * from './log/read.ts'
export * from './log/partitions.ts'
export * from './log/tail.ts'
