import type { PasswordCost } from '../auth/password-cost.ts'

/** The minimum cost of scrypt, for tests of other things: the real cost takes a third of a second. */
export const PASSWORD_COST: PasswordCost = { logN: 4, r: 8, p: 1 }
