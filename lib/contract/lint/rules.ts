/**
 * Every lint rule, in the order in which advice is given: what goes in, what comes out, what it does.
 *
 * Ground; also in the browser. The documentation page is made from this table.
 */
import type { LintRule } from './finding.ts'
import { absenceExplained } from './rules/absence-rule.ts'
import { numericBounds } from './rules/bounds-rule.ts'
import { chainableWrites } from './rules/chaining-rule.ts'
import { closedInput, strictOutput } from './rules/closed-rules.ts'
import { described, shownFormat } from './rules/description-rules.ts'
import { availability, riskLevel, sideEffects } from './rules/effect-rules.ts'
import { enumNotProse } from './rules/enum-rule.ts'
import { noNestedResult, noOk } from './rules/envelope-rules.ts'
import { standardErrorCodes } from './rules/error-code-rule.ts'
import { canonicalNames, patternBesideMode } from './rules/name-rules.ts'
import { relativePaths } from './rules/path-rule.ts'
import { executorSetsRequestId } from './rules/request-id-rule.ts'
import { explicitRequired, minimalRequired } from './rules/required-rules.ts'
import { oneTimeConvention } from './rules/time-rule.ts'
import { guardedWrites } from './rules/write-rule.ts'

export const LINT_RULES: readonly LintRule[] = [
  minimalRequired,
  enumNotProse,
  numericBounds,
  described,
  shownFormat,
  closedInput,
  absenceExplained,
  explicitRequired,
  strictOutput,
  canonicalNames,
  patternBesideMode,
  oneTimeConvention,
  noOk,
  noNestedResult,
  guardedWrites,
  chainableWrites,
  executorSetsRequestId,
  relativePaths,
  standardErrorCodes,
  riskLevel,
  sideEffects,
  availability,
]
