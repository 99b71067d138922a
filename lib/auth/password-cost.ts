/** A file of its own, because tests with a database replace it (`vitest.config.ts`). */
export type PasswordCost = { logN: number; r: number; p: number }

// Equals the first choice of OWASP's "Password Storage Cheat Sheet" in work, at 32 MB.
export const PASSWORD_COST: PasswordCost = { logN: 15, r: 8, p: 3 }
