/** Caches published documents, which never change. */
import { LRUCache } from 'lru-cache'
import type { SkillSetDocument } from '../../skillset/document/skillset-document.ts'
import type { Database } from '../core/prisma-client.ts'
import { findDocuments } from './published-versions.ts'

const MAX_CACHED = 50
const cache = new LRUCache<string, SkillSetDocument>({ max: MAX_CACHED })

/** Returns undefined if there is no such version. Derived data may be keyed on the object. */
export async function findPublishedDocument(
  db: Database,
  versionId: string,
): Promise<SkillSetDocument | undefined> {
  const document = cache.get(versionId) ?? (await findDocuments(db, [versionId])).get(versionId)
  if (!document) return undefined
  cache.set(versionId, document)
  return document
}
