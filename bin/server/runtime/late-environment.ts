import { once } from 'node:events'

/** The variable that tells a process that its parent will send the rest of its environment. */
export const LATE = 'GUILDHALL_LATE_ENVIRONMENT'

/** Resolves once the database and its address are known; at once in a process that was started by hand. */
export async function lateEnvironment(): Promise<void> {
  if (!process.env[LATE] || !process.channel) return
  const [late] = await once(process, 'message')
  Object.assign(process.env, late)
}
