/**
 * What the review desk shows, as plain data: it survives JSON and the border to the browser.
 *
 * Floor 3, types only. Instants are epoch milliseconds.
 */
import type { Change } from '../contract/changes/changes.ts'
import type { ChecklistLine } from '../contract/document/checklist.ts'
import type { MigrationTest } from '../contract/document/migration-tests.ts'
import type { ConfigDefinition, SkillButton } from '../contract/document/skillset-document.ts'
import type { Json, JsonObject, JsonSchema } from '../contract/json/json.ts'
import type { Finding } from '../contract/lint/finding.ts'
import type { VersionState } from '../contract/version/version-moves.ts'
import type { Bump } from '../contract/version/version-number.ts'
import type { RunView } from '../execution/run-view.ts'

export type DecisionKind = 'APPROVED' | 'CHANGES_ASKED' | 'REJECTED' | 'WITHDRAWN'

export type DecisionView = { kind: DecisionKind; by: string; atMs: number; reason: string | null }

/** How big a submission is, counted when it was made. */
export type ChangeSize = {
  changes: number
  breaking: number
  linesAdded: number
  linesRemoved: number
}

/** Kept with each submission: the checklist as it stood, and what it was measured against. */
export type SubmissionChecks = {
  lines: ChecklistLine[]
  /** The version that demanded the bump; null for the first. */
  latest: string | null
  bump: Bump
  reasons: string[]
  /** The approved version that a reviewer compares with; null when nothing was approved before. */
  base: { versionId: string; number: string } | null
  size: ChangeSize
  /** How the migrations did on the examples of earlier majors. */
  migrations: MigrationTest[]
}

export type QueueLine = {
  id: string
  publisher: { handle: string; displayName: string; verified: boolean }
  skillSet: { slug: string; name: string }
  versionNumber: string
  /** 1 for the first submission of this number. */
  revision: number
  /** The approved version it follows; null for a SkillSet's first. */
  baseNumber: string | null
  size: ChangeSize
  submittedBy: string
  submittedAtMs: number
  decision: DecisionView | null
}

export type QueuePage = {
  lines: QueueLine[]
  /** How many wait, on all pages. */
  waiting: number
  nextCursor: string | null
}

/** One thing before and after, as text for a diff; undefined on the side where it does not exist. */
export type TextChange = {
  title: string
  language: 'javascript' | 'typescript' | 'python' | 'json' | 'markdown'
  before?: string
  after?: string
}

export type SkillChange = {
  slug: string
  name: string
  what: 'added' | 'removed' | 'changed' | 'same'
  kind: 'action' | 'instruction'
  runtime: 'javascript' | 'python'
  /** The definition, or the body of an instruction skill. */
  code: TextChange
  parameters: TextChange
  response: TextChange
  /** Name, description, prompt, buttons and examples. */
  words: TextChange[]
}

export type PermissionChange = {
  /** As users read it when they agree. */
  sentence: string
  mark: 'new' | 'gone' | 'same'
  /** To be read twice: it trusts the publisher with a secret’s value, or changes things outside. */
  isGrave: boolean
}

/** Something a reviewer should not miss, and the section where it stands. */
export type Hint = { section: 'permissions' | 'code' | 'schemas' | 'words' | 'examples'; sentence: string }

/** The advice on one skill. */
export type AdviceView = {
  skillSlug: string
  skillName: string
  findings: (Pick<Finding, 'rule' | 'pointer' | 'sentence' | 'why'> & {
    /** The publisher could have followed it with one press. */
    hasFix: boolean
  })[]
}

export type ExampleView = {
  skillSlug: string
  title: string
  input: Json
  /** The settings it is run with. */
  config?: JsonObject
  /** What the publisher says it returns, when they say so. */
  expected?: Json
  /** What draws the panels of its output. */
  response?: JsonSchema
  buttons: SkillButton[]
  /** What it did at submission; null when it cannot run here yet. */
  run: RunView | null
  /** Whether it returned what was promised; absent when nothing was. */
  isPromised?: boolean
}

export type CommentView = {
  id: string
  revision: number
  author: string
  byAdmin: boolean
  body: string
  atMs: number
}

export type RevisionView = {
  id: string
  revision: number
  submittedBy: string
  submittedAtMs: number
  note: string
  decision: DecisionView | null
}

export type SubmissionPage = {
  id: string
  revision: number
  note: string
  submittedBy: string
  submittedAtMs: number
  publisher: { handle: string; displayName: string; verified: boolean }
  skillSet: { id: string; slug: string; name: string; description: string; tagline: string }
  version: { id: string; number: string; state: VersionState; visibility: 'PUBLIC' | 'PRIVATE' }
  decision: DecisionView | null
  /** 1 is next; null once it is decided. */
  place: { position: number; of: number } | null
  /** What is compared with; null when nothing was approved before. */
  baseNumber: string | null
  /** What the difference to `latest` demands of the number. */
  demanded: { bump: Bump; latest: string | null; reasons: string[] }
  size: ChangeSize
  changes: Change[]
  /** Where to look first. */
  hints: Hint[]
  skills: SkillChange[]
  migrations: TextChange[]
  /** How they did on old examples, when it was submitted. */
  migrationTests: MigrationTest[]
  permissions: PermissionChange[]
  config: { before: ConfigDefinition[]; after: ConfigDefinition[] }
  texts: TextChange[]
  checklist: ChecklistLine[]
  examples: ExampleView[]
  /** What lint says of it; none of it stands in the way. */
  advice: AdviceView[]
  comments: CommentView[]
  history: RevisionView[]
  viewer: {
    isAdmin: boolean
    /** A member of the publishing organisation. */
    isPublisher: boolean
    canDecide: boolean
    /** Why an admin cannot decide, as a sentence. */
    whyNotDecide?: string
    canWithdraw: boolean
  }
}

/** Where a SkillSet stands with the review desk, for its publisher. */
export type Standing = {
  /** The state of the version last submitted; null when nothing was. */
  state: VersionState | null
  versionNumber: string | null
  submissionId: string | null
  place: { position: number; of: number } | null
  decision: DecisionView | null
}
