import { join } from 'node:path';

/** The folder of the operator's socket, which the service's user alone can enter. */
export function operatorFolder(dataDir: string): string {
  return join(dataDir, 'operator');
}

/** The Unix-domain socket on which the operator's requests arrive. */
export function operatorSocket(dataDir: string): string {
  return join(operatorFolder(dataDir), 'socket');
}

/** The header with the name of the operator's system user, for the audit log. */
export const OPERATOR_HEADER = 'palaver-operator';

/** sun_path holds 108 bytes on Linux and 104 on macOS, the closing NUL included. */
export function fitsSocketAddress(path: string): boolean {
  return Buffer.byteLength(path) <= (process.platform === 'linux' ? 107 : 103);
}
