/** A file of its own, because tests with a database replace it (`vitest.config.ts`). */
export type PasswordCost = { logN: number; r: number; p: number }

// OWASP "Password Storage Cheat Sheet": N=2^15, r=8, p=3 equals its first choice in work, at 32 MB.
export const PASSWORD_COST: PasswordCost = { logN: 15, r: 8, p: 3 }
