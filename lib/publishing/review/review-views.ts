/** What the pages of reviews show. Fields that end in `Ms` are epoch milliseconds. */

import type { BehaviourProfile } from '../../behaviour/model/behaviour-profile.ts'
import type { Provenance } from '../../catalog/model/provenance.ts'
import type { Change } from '../../contracts/changes/changes.ts'
import type { PackageChange } from '../../contracts/changes/package-changes.ts'
import type { ChecklistLine, ExampleOutcome } from '../../contracts/checks/checklist.ts'
import type { MigrationTest } from '../../contracts/checks/migration-tests.ts'
import type { ConfigDefinition, RiskLevel, SkillButton } from '../../contracts/document/skillset-document.ts'
import type { LintFinding } from '../../contracts/lint/model/linted-skill.ts'
import type { LockedPackage } from '../../contracts/packages/dependencies.ts'
import type { Bump } from '../../contracts/versions/version-number.ts'
import type { VersionState } from '../../contracts/versions/version-states.ts'
import type { ProviderView } from '../../integrations/provider-view.ts'
import type { Json, JsonObject, JsonSchema } from '../../kernel/json/json.ts'
import type { BundledPackage } from '../../packages/model/bundle.ts'
import type { AdvisoryReport } from '../../packages/registry/find-advisories.ts'
import type { RunView } from '../../runs/views/run-view.ts'
import type { DraftProgram } from '../model/draft-program.ts'
import type { HintRuleId } from '../model/review-rules.ts'
import type { ReplayReport } from '../replay/replay-report.ts'
import type { PublisherRecordRow } from '../rows/publisher-records.ts'
import type { FindingView } from './finding-views.ts'

export type DecisionKind = 'APPROVED' | 'CHANGES_REQUESTED' | 'REJECTED' | 'WITHDRAWN'

export type DecisionView = { kind: DecisionKind; by: string; atMs: number; reason: string | null }

/** The size of a submission's change, measured when it was submitted. */
export type ChangeSize = {
  changes: number
  breaking: number
  linesAdded: number
  linesRemoved: number
}

/** The publisher's reason why a finding is not a secret. `sentence` describes the finding. */
export type SecretAnswer = { id: string; sentence: string; reason: string }

/** The results of the checks, stored with each submission. */
export type SubmissionChecks = {
  lines: ChecklistLine[]
  latest: string | null
  bump: Bump
  reasons: string[]
  base: { versionId: string; number: string } | null
  size: ChangeSize
  migrations: MigrationTest[]
  secretAnswers: SecretAnswer[]
  /** Sentences about names that look like those of skills that people know. */
  copiedNames: string[]
  /** Examples that were not run, because there were no test settings. */
  notRun: ExampleOutcome[]
  /** What the skills import from packages, with what reviewers look at. */
  bundledPackages: BundledPackage[]
  /** Null for submissions of earlier releases. */
  stakes: Stakes | null
  /** What its examples were observed to do; null for submissions of earlier releases. */
  behaviour: BehaviourProfile | null
}

/** What a decision is about: the highest risk and the highest price of a call, in decimal USDC ("0" if all are free). */
export type Stakes = { risk: RiskLevel; price: string }

export type QueueLine = {
  id: string
  publisher: { handle: string; displayName: string; verified: boolean; sinceMs: number }
  skillSet: { slug: string; name: string }
  versionNumber: string
  revision: number
  baseNumber: string | null
  size: ChangeSize
  stakes: Stakes | null
  submittedBy: string
  isEmailConfirmed: boolean
  submittedAtMs: number
  decision: DecisionView | null
}

export type QueuePage = {
  lines: QueueLine[]
  waiting: number
  nextCursor: string | null
}

export type TextChange = {
  title: string
  language: 'javascript' | 'typescript' | 'python' | 'json' | 'markdown'
  before?: string
  after?: string
}

/** `title` is the path. A file that is not text, or is stored outside the document, has its type, size and SHA-256 as text. */
export type SkillFileChange = TextChange & { isText: boolean }

export type SkillChange = {
  slug: string
  name: string
  status: 'added' | 'removed' | 'changed' | 'same'
  kind: 'action' | 'instruction'
  runtime: 'javascript' | 'python'
  code: TextChange
  parameters: TextChange
  response: TextChange
  /** The files of its folder, by path. */
  files: SkillFileChange[]
  texts: TextChange[]
}

export type PackageView = Omit<PackageChange, 'package'> &
  Omit<LockedPackage, 'path' | 'integrity'> & {
    /** The SkillSet names it itself. */
    isDirect: boolean
    /** 0 if nothing of it is used. */
    bundledBytes: number
    /** Sentences and words on what its code uses. */
    uses: string[]
  }

export type PackageReview = {
  /** Null without packages. */
  digest: string | null
  packages: PackageView[]
  /** New packages that only other packages need: approval names them. */
  toAcknowledge: string[]
  /** Known vulnerabilities, asked for when the page is read; null without packages. */
  advisories: AdvisoryReport | null
}

export type BehaviourRow = {
  skill: string
  sentence: string
  /** Requests and bytes; "" if there are none. */
  traffic: string
  /** `grown`: the same requests, much larger. `removed`: seen of the approved version, and not of this one. */
  status: 'added' | 'grown' | 'same' | 'removed'
  note?: string
}

export type BehaviourReview = {
  /** False if no example ran. */
  wasObserved: boolean
  runs: number
  maxCpuMs: number
  maxMemoryMb: number
  /** What is new comes first. */
  rows: BehaviourRow[]
  /** What the approved version was never seen to do: approval names each by its key. */
  toAcknowledge: { key: string; sentence: string }[]
  /** Sentences about permissions that no example used. */
  unused: string[]
  /** The permissions without these; null if all are used. */
  narrower: Json | null
}

export type PermissionChange = {
  sentence: string
  status: 'added' | 'removed' | 'same'
  /** True if it exposes a secret to the publisher, or has external effects. */
  isSevere: boolean
}

/** Something in a submission that is easy to miss. */
export type Hint = {
  rule: HintRuleId
  section: 'permissions' | 'code' | 'schemas' | 'words' | 'examples'
  sentence: string
  /** A JSON Pointer into the document; null if it is about the whole submission. */
  pointer: string | null
  /** Counted from 1, in the text at `pointer`; null if the text has one line or the hint is about all of it. */
  line: number | null
}

export type AdviceView = {
  skillSlug: string
  /** The skill's place in the document. */
  skillIndex: number
  skillName: string
  findings: (Pick<LintFinding, 'rule' | 'pointer' | 'sentence' | 'reason'> & {
    hasFix: boolean
  })[]
}

export type ExampleView = {
  skillSlug: string
  title: string
  input: Json
  config?: JsonObject
  expected?: Json
  response?: JsonSchema
  buttons: SkillButton[]
  run: RunView | null
  /** Why the example was not run, if that is known: "needs the secret API key". */
  notRun?: string
  /** Whether the run returned the declared output; undefined if nothing was declared or nothing returned. */
  isPromised?: boolean
}

export type CommentView = {
  id: string
  revision: number
  author: string
  isByAdmin: boolean
  body: string
  atMs: number
  /** Null for comments on the whole submission. */
  location: { part: string; line: number; quote: string } | null
}

export type PublisherRecord = Omit<PublisherRecordRow, 'id' | 'verifiedAt'> & { verified: boolean }

/** A skill that a reviewer can run with their own input. */
export type TryOutSkill = {
  slug: string
  name: string
  parameters: JsonSchema
  response: JsonSchema | null
  buttons: SkillButton[]
  input: Json
}

export type RevisionView = {
  id: string
  revision: number
  submittedBy: string
  submittedAtMs: number
  note: string
  decision: DecisionView | null
}

/** What changes and texts are compared with. Permissions and settings are always compared with the approved version. */
export type Comparison =
  | { with: 'submission'; revision: number }
  | { with: 'version'; number: string }
  | { with: 'nothing' }

export type SubmissionPage = {
  id: string
  /** False for plain members of the publisher, who read the conversation. */
  canComment: boolean
  comparison: Comparison
  otherComparison: Comparison | null
  earlierDecision: RevisionView | null
  revision: number
  note: string
  /** Null if it was written in the studio. */
  provenance: Provenance | null
  /** Null if only people wrote it. */
  program: DraftProgram | null
  submittedBy: string
  submittedAtMs: number
  publisher: { handle: string; displayName: string; verified: boolean }
  skillSet: { id: string; slug: string; name: string; description: string; tagline: string }
  version: { id: string; number: string; state: VersionState; visibility: 'PUBLIC' | 'PRIVATE' }
  decision: DecisionView | null
  queuePosition: { position: number; of: number } | null
  baseNumber: string | null
  demanded: { bump: Bump; latest: string | null; reasons: string[] }
  size: ChangeSize
  changes: Change[]
  hints: Hint[]
  skills: SkillChange[]
  withLargeFiles: { slug: string; name: string }[]
  migrations: TextChange[]
  migrationTests: MigrationTest[]
  permissions: PermissionChange[]
  packages: PackageReview
  behaviour: BehaviourReview
  /** What it would change for past runs; null if it is compared with no published version. */
  replay: ReplayReport | null
  /** The providers that the skills need an account of, and those among them that this site offers. */
  accounts: { slugs: string[]; providers: ProviderView[] }
  config: { before: ConfigDefinition[]; after: ConfigDefinition[] }
  texts: TextChange[]
  checklist: ChecklistLine[]
  examples: ExampleView[]
  advice: AdviceView[]
  comments: CommentView[]
  /** What the decision on this submission quotes; while it waits, what its reviewer has quoted so far, for admins. */
  findings: FindingView[]
  /** What the last decision before it quoted, with the publisher's answers. */
  earlierFindings: EarlierFinding[]
  history: RevisionView[]
  /** Null for the publisher. */
  reviewer: {
    record: PublisherRecord | null
    next: { id: string; title: string } | null
    tryOut: TryOutSkill[]
    /** Labels of the publisher's test settings that a reviewer's runs use. */
    testSettings: string[]
  } | null
  viewer: {
    isAdmin: boolean
    isPublisher: boolean
    canDecide: boolean
    decisionError?: string
    canWithdraw: boolean
    /** Answers to the findings of this decision are still taken. */
    canAnswer: boolean
    /** An owner or admin of the publisher. */
    canAppeal: boolean
  }
}

/** `isStillFound` is null for what a person found. */
export type EarlierFinding = FindingView & { isStillFound: boolean | null }

export type SubmissionStatus = {
  state: VersionState | null
  versionNumber: string | null
  submissionId: string | null
  /** What the publisher wrote to the reviewers; "" if nothing. */
  note: string
  queuePosition: { position: number; of: number } | null
  decision: DecisionView | null
}
