/**
 * The functions that run in worker threads, with their limits. A deadline is wall time on a busy machine; a usual task
 * takes a hundredth of it.
 */
type TaskSpec = {
  /** Relative to the project's folder; threads import it from disk, even in a bundle. */
  file: string
  /** The exported function; its arguments and result are plain data. */
  name: string
  deadlineMs: number
  queueMs: number
  tooCostly: string
}

// biome-ignore format: table
export const THREAD_TASKS = {
  changes:      { file: 'lib/contracts/changes/changes.ts', name: 'changesBetween', deadlineMs: 20_000, queueMs: 30_000, tooCostly: 'These two versions take too long to compare.' },
  'consent-changes': { file: 'lib/contracts/changes/changes-needing-consent.ts', name: 'changesNeedingConsent', deadlineMs: 20_000, queueMs: 30_000, tooCostly: 'These two versions take too long to compare.' },
  checklist:    { file: 'lib/contracts/checks/checklist.ts', name: 'checklist', deadlineMs: 30_000, queueMs: 30_000, tooCostly: 'This document takes too long to check.' },
  secrets:      { file: 'lib/contracts/texts/find-secrets.ts', name: 'findSecrets', deadlineMs: 20_000, queueMs: 30_000, tooCostly: 'The files of this SkillSet take too long to search for secrets.' },
  'secret-names': { file: 'lib/contracts/texts/find-secrets.ts', name: 'nameSecrets', deadlineMs: 20_000, queueMs: 30_000, tooCostly: 'This recording takes too long to search for secrets.' },
  'compare-outputs': { file: 'lib/contracts/examples/assertions.ts', name: 'compareOutputs', deadlineMs: 20_000, queueMs: 30_000, tooCostly: 'This output takes too long to compare with the recorded one.' },
  'propose-assertions': { file: 'lib/contracts/examples/assertions.ts', name: 'proposeAssertions', deadlineMs: 20_000, queueMs: 30_000, tooCostly: 'These outputs take too long to compare.' },
  'mask-recording': { file: 'lib/runs/replay/mask-recording.ts', name: 'maskRecording', deadlineMs: 20_000, queueMs: 30_000, tooCostly: 'This recording takes too long to search for sensitive values.' },
  'judge-replay': { file: 'lib/publishing/replay/judge-replay.ts', name: 'judgeReplay', deadlineMs: 20_000, queueMs: 30_000, tooCostly: 'These outputs take too long to compare.' },
  'review-hints': { file: 'lib/publishing/review/read/review-hints.ts', name: 'reviewHints', deadlineMs: 20_000, queueMs: 30_000, tooCostly: 'This submission takes too long to search.' },
  inspection:   { file: 'lib/publishing/drafts/inspect-document.ts', name: 'inspectDocument', deadlineMs: 20_000, queueMs: 30_000, tooCostly: 'This document takes too long to check.' },
  patch:        { file: 'lib/kernel/json/json-patch.ts', name: 'applyPatchWithin', deadlineMs: 10_000, queueMs: 30_000, tooCostly: 'This patch takes too long to apply.' },
  lint:         { file: 'lib/contracts/lint/lint.ts', name: 'lint', deadlineMs: 20_000, queueMs: 30_000, tooCostly: 'This document takes too long to check.' },
  advice:       { file: 'lib/publishing/review/read/list-advice.ts', name: 'listAdvice', deadlineMs: 20_000, queueMs: 30_000, tooCostly: 'This document takes too long to check.' },
  'prepare-input': { file: 'lib/json-schema/inputs/prepare-input.ts', name: 'prepareInput', deadlineMs: 20_000, queueMs: 30_000, tooCostly: 'This input takes too long to validate.' },
  'check-output': { file: 'lib/contracts/results/check-output.ts', name: 'checkOutput', deadlineMs: 20_000, queueMs: 30_000, tooCostly: 'takes too long to be checked' },
  'check-part': { file: 'lib/json-schema/evaluate/compile.ts', name: 'validateValue', deadlineMs: 20_000, queueMs: 30_000, tooCostly: 'takes too long to be checked' },
  redact:       { file: 'lib/kernel/redaction/redact.ts', name: 'redact', deadlineMs: 20_000, queueMs: 30_000, tooCostly: 'This output takes too long to be searched for secrets.' },
  'canonical-schema': { file: 'lib/json-schema/parse/canonical-schema.ts', name: 'canonicalSchema', deadlineMs: 20_000, queueMs: 30_000, tooCostly: 'This contract takes too long to read.' },
  validator:    { file: 'lib/contracts/forms/validation/compile-validator.ts', name: 'compileForm', deadlineMs: 5_000, queueMs: 10_000, tooCostly: 'This contract takes too long to compile.' },
  'check-plan': { file: 'lib/plans/model/checks/check-plan.ts', name: 'checkPlan', deadlineMs: 20_000, queueMs: 30_000, tooCostly: 'This plan takes too long to check.' },
  'read-held': { file: 'lib/catalog/model/held.ts', name: 'parseHeld', deadlineMs: 10_000, queueMs: 7_000, tooCostly: 'What you have or need takes too long to read.' },
  'rank-skills': { file: 'lib/catalog/model/rank-candidates.ts', name: 'rankCandidates', deadlineMs: 20_000, queueMs: 7_000, tooCostly: 'This search takes too long.' },
  'chain-skills': { file: 'lib/catalog/model/chain-candidates.ts', name: 'chainCandidates', deadlineMs: 20_000, queueMs: 7_000, tooCostly: 'This search takes too long.' },
  search:       { file: 'lib/vault/search/find-in-texts.ts', name: 'findInTexts', deadlineMs: 7_000, queueMs: 7_000, tooCostly: 'This search takes too long.' },
  'zip-list':   { file: 'lib/kernel/zip/unpack-entries.ts', name: 'listZip', deadlineMs: 10_000, queueMs: 30_000, tooCostly: 'This archive takes too long to read.' },
  'zip-unpack': { file: 'lib/kernel/zip/unpack-entries.ts', name: 'unpackEntries', deadlineMs: 30_000, queueMs: 30_000, tooCostly: 'This archive takes too long to unpack.' },
  'zip-write':  { file: 'lib/contracts/skill-folders/write-zip.ts', name: 'writeZip', deadlineMs: 30_000, queueMs: 30_000, tooCostly: 'This skill takes too long to pack.' },
  definition:   { file: 'lib/sandbox/read-definition.ts', name: 'readDefinition', deadlineMs: 25_000, queueMs: 30_000, tooCostly: 'The definition takes too long to read.' },
  imports:      { file: 'lib/contracts/handler/definition-imports.ts', name: 'definitionImports', deadlineMs: 25_000, queueMs: 30_000, tooCostly: 'The definition takes too long to read.' },
  folder:       { file: 'lib/contracts/skill-folders/read-folder.ts', name: 'readSkillUpload', deadlineMs: 20_000, queueMs: 30_000, tooCostly: 'This folder takes too long to read.' },
  repository:   { file: 'lib/contracts/repositories/read-repository.ts', name: 'listRepositorySkills', deadlineMs: 20_000, queueMs: 30_000, tooCostly: 'This repository takes too long to read.' },
  'repository-folder': { file: 'lib/contracts/repositories/read-repository.ts', name: 'unpackRepositoryFolder', deadlineMs: 20_000, queueMs: 30_000, tooCostly: 'This repository takes too long to read.' },
  import:       { file: 'lib/publishing/drafts/read-import.ts', name: 'readImport', deadlineMs: 10_000, queueMs: 30_000, tooCostly: 'This file takes too long to read.' },
  build:        { file: 'lib/publishing/drafts/read-import.ts', name: 'readBuild', deadlineMs: 20_000, queueMs: 30_000, tooCostly: 'This document takes too long to read.' },
  markdown:     { file: 'lib/kernel/markdown/parse-markdown.ts', name: 'parseWithinBounds', deadlineMs: 2_000, queueMs: 4_000, tooCostly: 'This text takes too long to read as Markdown.' },
} as const satisfies Record<string, TaskSpec>

export type ThreadTask = keyof typeof THREAD_TASKS
