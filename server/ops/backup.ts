/** Entry of backup: copies of a database and of its key ring, apart, and their way back. */
export { backUpDatabase } from './backup/dump.ts'
export { backUpKeyRing, restoreKeyRing } from './backup/key-file.ts'
export type { BackupManifest } from './backup/manifest.ts'
export { restoreDatabase } from './backup/restore.ts'
