/**
 * What is kept with a submission besides its document: the checklist as it stood, and what it was measured
 * against. Floor 3, pure.
 */
import { type Change, changesBetween } from '../contract/changes/changes.ts'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import { isObject, type Json, type JsonObject } from '../contract/json/json.ts'
import { countLines } from './count-lines.ts'
import type { ChangeSize, SubmissionChecks } from './views.ts'

const NO_SIZE: ChangeSize = { changes: 0, breaking: 0, linesAdded: 0, linesRemoved: 0 }
const NOTHING: SubmissionChecks = {
  lines: [],
  latest: null,
  bump: 'none',
  reasons: [],
  base: null,
  size: NO_SIZE,
  migrations: [],
}

/** Reads the column; whatever an older submission did not keep is empty. */
export function checksOf(column: unknown): SubmissionChecks {
  // Only `asColumn` writes it.
  return isObject(column) ? { ...NOTHING, ...(column as Partial<SubmissionChecks>) } : NOTHING
}

export function asColumn(checks: SubmissionChecks): JsonObject {
  return checks as unknown as JsonObject & Json
}

/** How much there is to read: the changes to what was approved before, or everything when nothing was. */
export function sizeOf(before: SkillSetDocument | null, after: SkillSetDocument): ChangeSize {
  const { changes } = changesBetween(before, after)
  const { added, removed } = countLines(codeOf(before), codeOf(after))
  return {
    changes: changes.length,
    breaking: changes.filter(({ breaking }: Change) => breaking).length,
    linesAdded: added,
    linesRemoved: removed,
  }
}

/** The code of every skill by its slug. */
function codeOf(document: SkillSetDocument | null): Map<string, string> {
  return new Map(document?.skills.map(({ slug, definition, body }) => [slug, definition ?? body ?? '']))
}
