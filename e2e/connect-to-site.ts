/**
 * The site that runs, reached past its pages: for what a journey needs to find already done.
 *
 * Which one is told by GUILDHALL_DATA_DIR, as for every command. A journey that is about a form fills the form;
 * everybody else's drafts and sessions come from here, by the services that the form would have called.
 */
import fs from 'node:fs'
import path from 'node:path'
import { contextOf, publisherContext } from '#bin/commands/who.ts'
import { connect } from '#bin/connect.ts'
import { dataFolder, readSecret } from '#bin/data-folder.ts'
import { ROOT } from '#bin/root.ts'
import type { Context } from '#lib/context.ts'

/** Acts as the person with this email, for their own organisation. */
export function actAs(email: string): Promise<Context> {
  connectToSite()
  return contextOf(email)
}

/** Acts as the demo publisher, for the organisation behind "ledgerworks". */
export function actAsPublisher(): Promise<Context> {
  connectToSite()
  return publisherContext('publisher@demo.local', 'ledgerworks')
}

let isFound = false

/** Tells the code of lib where everything is. Once is enough for a process. */
export function connectToSite(): void {
  if (isFound) return
  const envFile = path.join(ROOT, '.env')
  if (fs.existsSync(envFile)) process.loadEnvFile(envFile)
  connect()
  // The secret of the site's own sessions. Its database is shared with the site and the other journeys.
  process.env.NEXTAUTH_SECRET ||= readSecret(dataFolder(), 'session.secret')
  process.env.DB_POOL ||= '2'
  isFound = true
}
