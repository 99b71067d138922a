/** A password's hash for tests that are about something else: what it costs to check stands in it, and is next to nothing. */
import { hashPassword } from '../accounts/password.ts'

export function cheapHash(password: string): Promise<string> {
  return hashPassword(password, { logN: 4, r: 8, p: 1 })
}
