import { type FindingAnswerKind, parseFindingAnswerKind } from '../model/finding-answers.ts'
import { FINDING_SEVERITIES, type FindingSeverity } from '../model/finding-severities.ts'
import { findReviewRule } from '../model/review-rules.ts'
import type { FindingRow } from '../rows/review-findings.ts'

/** A finding that a decision quotes. Fields that end in `Ms` are epoch milliseconds. */
export type FindingView = {
  id: string
  submissionId: string
  /** The revision that it was found in. */
  revision: number
  rule: string
  ruleVersion: number
  /** The title of the rule; its id if the table no longer has it. */
  title: string
  severity: FindingSeverity
  pointer: string | null
  /** The path of the skill's file that it is about; null for other places. */
  file: string | null
  /** The place in words, such as "Code of Text statistics"; "" for the whole version. */
  place: string
  line: number | null
  quote: string | null
  evidence: string
  why: string
  fix: string
  isAutomated: boolean
  answer: {
    kind: FindingAnswerKind
    text: string
    /** The revision that fixes it; null for other answers. */
    revision: number | null
    by: string
    atMs: number
  } | null
}

export function toFindingView(row: FindingRow): FindingView {
  const { id, submissionId, rule, ruleVersion, pointer, file, place, line, quote, evidence, why, fix } = row
  const kind = row.answer && parseFindingAnswerKind(row.answer.kind)
  return {
    ...{ id, submissionId, rule, ruleVersion, pointer, file, place, line, quote, evidence, why, fix },
    revision: row.submission.revision,
    title: findReviewRule(rule)?.title ?? rule,
    severity: parseSeverity(row.severity),
    isAutomated: row.isAutomated,
    answer:
      row.answer && kind
        ? {
            ...{ kind, text: row.answer.text, revision: row.answer.revision },
            by: row.answer.answeredByName,
            atMs: row.answer.answeredAt.getTime(),
          }
        : null,
  }
}

function parseSeverity(text: string): FindingSeverity {
  const known = Object.keys(FINDING_SEVERITIES) as FindingSeverity[]
  return known.find((severity) => severity === text) ?? 'low'
}
