import { findEmbedSites } from '../../db/catalog/embed-sites.ts'
import { database } from '../../db/core/prisma-client.ts'

const EMBEDDED = /^\/embed\/([^/]+)\/([^/]+)\/[^/]+\/?$/

/** The sites that may show the page in a frame; none for any page but an embedded form. */
export async function frameAncestorsOf(path: string): Promise<string[]> {
  const [, publisher, skillset] = EMBEDDED.exec(path) ?? []
  if (publisher === undefined || skillset === undefined) return []
  return findEmbedSites(database(), { publisher, skillset })
}
