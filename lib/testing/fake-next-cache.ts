/** Replaces `next/cache` in all tests (an alias in vitest.config.ts), because Next refreshes only within a request. */
export function refresh(): void {}

export function revalidatePath(): void {}
