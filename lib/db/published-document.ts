/** Published documents, kept in memory: they are never edited, so each is read once. Floor 1. */
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { Database } from './client.ts'
import { findDocuments } from './published.ts'

const MAX_KEPT = 50
const kept = new Map<string, SkillSetDocument>()

/** The document of a version; undefined when there is none. What is made from it may be hung on it. */
export async function documentOf(db: Database, versionId: string): Promise<SkillSetDocument | undefined> {
  const document = kept.get(versionId) ?? (await findDocuments(db, [versionId])).get(versionId)
  if (!document) return undefined
  // Last used goes last, so that the first is the one to forget.
  kept.delete(versionId)
  kept.set(versionId, document)
  const [oldest] = kept.keys()
  if (kept.size > MAX_KEPT && oldest) kept.delete(oldest)
  return document
}
