/**
 * Accesses the running site's services directly, to set up what a journey does not test.
 *
 * GUILDHALL_DATA_DIR selects the site. Only journeys about a form fill it in; all others create drafts and
 * sessions here.
 */
import fs from 'node:fs'
import path from 'node:path'
import { contextForEmail, contextForPublisher } from '#bin/commands/acting-context.ts'
import { dataFolder, readSecret } from '#bin/server/installation/data-folder.ts'
import { connectToInstallation } from '#bin/server/installation/run-file.ts'
import { PROJECT_ROOT } from '#bin/server/runtime/project-root.ts'
import type { Context } from '#lib/context/context.ts'

/** Returns the person's context for their personal organisation. */
export function actAs(email: string): Promise<Context> {
  configureSiteEnvironment()
  return contextForEmail(email)
}

/** Returns the demo publisher's context for the organisation behind "ledgerworks". */
export function actAsPublisher(): Promise<Context> {
  configureSiteEnvironment()
  return contextForPublisher('publisher@demo.local', 'ledgerworks')
}

let isFound = false

/** Sets the environment for lib, once per process. */
export function configureSiteEnvironment(): void {
  if (isFound) return
  const envFile = path.join(PROJECT_ROOT, '.env')
  if (fs.existsSync(envFile)) process.loadEnvFile(envFile)
  connectToInstallation()
  // Uses the site's session secret and database, which other journeys share.
  process.env.NEXTAUTH_SECRET ||= readSecret(dataFolder(), 'session.secret')
  process.env.DB_POOL ||= '2'
  isFound = true
}
