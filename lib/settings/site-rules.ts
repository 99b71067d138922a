import type { SiteRules } from '../contracts/checks/check-site-rules.ts'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import { readSetting } from './read-settings.ts'

/** Reads what this site allows in documents, beside the rules of every site. */
export async function readSiteRules(db: Database | Tx): Promise<SiteRules> {
  const [categories, deniedHosts] = await Promise.all([
    readSetting(db, 'categories'),
    readSetting(db, 'deniedHosts'),
  ])
  return { categories, deniedHosts }
}
