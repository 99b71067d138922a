/** Whether this start offers the demo, and all that follows from it. */
import { isOnlyHere } from '#lib/session/known-host.ts'
import type { Address } from './address.ts'
import type { RunningDatabase } from './database.ts'
import { hasAdmin, lockDemoAccounts, seedDemo, unlockDemoAccounts } from './demo.ts'
import { endChild } from './part.ts'

type Start = {
  database: RunningDatabase
  address: Address
  env: NodeJS.ProcessEnv
  log: (message: string) => void
  onClose: (closer: () => Promise<void>) => void
}

export type Demo = {
  /** People can sign in with the demo accounts. */
  hasDemo: boolean
  hasAdmin: boolean
}

/** Fills a fresh database, or locks what must not be offered here. */
export async function prepareDemo({ database, address, env, log, onClose }: Start): Promise<Demo> {
  if (!database.embedded || !isOnlyHere({ ...env, HOST: address.host })) {
    const locked = await lockDemoAccounts(database.url)
    if (locked > 0)
      log(`locked ${locked} demo accounts: their password is public, and this address may be too`)
    await database.markFilled()
    return { hasDemo: false, hasAdmin: await hasAdmin(database.url) }
  }
  if (database.isFresh) {
    log('stocking the demo market…')
    await seedDemo(env, (child) => onClose(() => endChild(child)))
    await database.markFilled()
  }
  return { hasDemo: await unlockDemoAccounts(database.url), hasAdmin: await hasAdmin(database.url) }
}
