export { BackupError } from './backup-error.js';
export { type Ledger, parseLedger, readLedger } from './ledger.js';
export type { OnProgress, Progress } from './progress.js';
export { type RestoreOptions, restore } from './restore/restore.js';
export { type BackUpOptions, backUp, type Summary } from './take/back-up.js';
export { verifyBackup } from './verify.js';
