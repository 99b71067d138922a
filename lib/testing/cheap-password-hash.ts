/** Cheap hashes for the databases of other processes; tests have them by default (`vitest.config.ts`). */
import { hashPassword } from '../auth/credentials.ts'
import { PASSWORD_COST } from './cheap-password-cost.ts'

export function cheapPasswordHash(password: string): Promise<string> {
  return hashPassword(password, PASSWORD_COST)
}
