/** RE2 is in a script of its own, `../patterns.ts`, of which only contracts with complex patterns have need. */
export const { RE2JS } = globalThis as { RE2JS?: unknown }
