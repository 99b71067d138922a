import type { PasswordCost } from '../accounts/password-cost.ts'

/** The least work that scrypt allows, for tests about other things: the real cost takes a third of a second. */
export const PASSWORD_COST: PasswordCost = { logN: 4, r: 8, p: 1 }
