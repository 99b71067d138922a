/** For the database of another process; tests with their own have cheap hashes anyway (`vitest.config.ts`). */
import { hashPassword } from '../accounts/credentials.ts'
import { PASSWORD_COST } from './cheap-password-cost.ts'

export function cheapPasswordHash(password: string): Promise<string> {
  return hashPassword(password, PASSWORD_COST)
}
