/** The column with the results of a submission's checks, and the size of its change. */

import type { Change } from '../../contracts/changes/changes.ts'
import { compareInThread } from '../../contracts/changes/compare-in-thread.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { highestRisk, riskIn } from '../../contracts/permissions/permission-lines.ts'
import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { formatMicros, priceOf } from '../../kernel/money.ts'
import type { ChangeSize, Stakes, SubmissionChecks } from './review-views.ts'

const NO_SIZE: ChangeSize = { changes: 0, breaking: 0, linesAdded: 0, linesRemoved: 0 }
const NO_CHECKS: SubmissionChecks = {
  lines: [],
  latest: null,
  bump: 'none',
  reasons: [],
  base: null,
  size: NO_SIZE,
  migrations: [],
  secretAnswers: [],
  copiedNames: [],
  notRun: [],
  bundledPackages: [],
  stakes: null,
  behaviour: null,
}

/** Fills in what submissions of earlier releases lack. */
export function parseChecks(column: unknown): SubmissionChecks {
  // Only `toChecksColumn` writes the column.
  return isObject(column) ? { ...NO_CHECKS, ...(column as Partial<SubmissionChecks>) } : NO_CHECKS
}

export function toChecksColumn(checks: SubmissionChecks): JsonObject {
  return checks as JsonObject & Json
}

/** Counts changes of the contract, and changed lines of code. `owner` is whose share of the worker threads is used. */
export async function measureChangeSize(
  before: SkillSetDocument | null,
  after: SkillSetDocument,
  owner: string,
): Promise<ChangeSize> {
  const { changes } = await compareInThread(before, after, owner)
  const { added, removed } = countLines(codeBySlug(before), codeBySlug(after))
  return {
    changes: changes.length,
    breaking: changes.filter(({ breaking }: Change) => breaking).length,
    linesAdded: added,
    linesRemoved: removed,
  }
}

export function measureStakes(document: SkillSetDocument): Stakes {
  const prices = document.skills.map(priceOf)
  return {
    risk: highestRisk(document.skills.map((skill) => riskIn(document, skill))),
    price: formatMicros(prices.reduce((highest, price) => (price > highest ? price : highest), 0n)),
  }
}

function codeBySlug(document: SkillSetDocument | null): Map<string, string> {
  return new Map(document?.skills.map(({ slug, definition, body }) => [slug, definition ?? body ?? '']))
}

/** Counts the lines added and removed between the codes of two versions, by skill. */
export function countLines(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): { added: number; removed: number } {
  const total = { added: 0, removed: 0 }
  for (const slug of new Set([...before.keys(), ...after.keys()])) {
    const [old, now] = [splitLines(before.get(slug)), splitLines(after.get(slug))]
    const unchanged = countUnchanged(old, now)
    total.added += now.length - unchanged
    total.removed += old.length - unchanged
  }
  return total
}

function splitLines(text = ''): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}

/** Compares as multisets, which is fast; a moved line counts as unchanged. */
function countUnchanged(old: readonly string[], now: readonly string[]): number {
  const left = new Map<string, number>()
  for (const line of old) left.set(line, (left.get(line) ?? 0) + 1)
  return now.filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count > 0
  }).length
}
