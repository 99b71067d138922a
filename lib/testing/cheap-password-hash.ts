/** A password hash with minimal cost, for tests about other things. */
import { hashPassword } from '../accounts/credentials.ts'

export function cheapPasswordHash(password: string): Promise<string> {
  return hashPassword(password, { logN: 4, r: 8, p: 1 })
}
