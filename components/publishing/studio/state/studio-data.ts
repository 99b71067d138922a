import type { MigrationTest } from '#lib/contracts/checks/migration-tests.ts'
import type { Category } from '#lib/contracts/document/categories.ts'
import type { ProviderView } from '#lib/integrations/provider-view.ts'
import type { Issue } from '#lib/kernel/errors.ts'
import type { PackageSearch } from '#lib/packages/registry/search-packages.ts'
import type { SentTestRun, SentText } from '#lib/protocols/http/requests/parse-test-run.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { SuggestionTask } from '#lib/publishing/assistant/suggestion-tasks.ts'
import type { DraftChecklist } from '#lib/publishing/drafts/check-draft.ts'
import type { DraftVersion } from '#lib/publishing/drafts/get-draft.ts'
import type { HiddenAdviceChange } from '#lib/publishing/drafts/hidden-advice.ts'
import type { ExampleRecordings, RecordingView } from '#lib/publishing/drafts/record-example.ts'
import type { DraftPackages } from '#lib/publishing/drafts/resolve-draft-packages.ts'
import type { TestSettings } from '#lib/publishing/drafts/test-settings.ts'
import type { DraftProgram } from '#lib/publishing/model/draft-program.ts'
import type { ReleaseChoice } from '#lib/publishing/model/rollout-steps.ts'
import type { CommentView, SubmissionStatus } from '#lib/publishing/review/review-views.ts'
import type { ListedChoice } from '#lib/runs/start/list-choices.ts'
import type { RunView } from '#lib/runs/views/run-view.ts'
import type { ConfigChanges } from '../../../config/config-changes.ts'
import type { OpenedDraft } from '../../../drafts/draft-state.ts'
import type { DraftSaveResult } from '../../../drafts/draft-store.ts'

/** The document is sent as text, which preserves JSON exactly. */
export type SentDraft = Omit<OpenedDraft, 'document'> & {
  text: string
  /** The program that wrote it last; null if only people wrote it. */
  program: DraftProgram | null
  /** When people last left it before a program changed it; null if no program did. */
  beforeProgramAtMs: number | null
}

export type StudioData = {
  skillSetId: string
  viewerId: string
  publisher: { handle: string; displayName: string }
  versions: DraftVersion[]
  latest: string | null
  /** How new versions reach others if their publisher does not choose. */
  release: ReleaseChoice
  draft: SentDraft
  submissionStatus: SubmissionStatus
  comments: CommentView[]
  revision: number
  providers: Pick<ProviderView, 'slug' | 'name' | 'hosts'>[]
  /** Those of this site, also the retired ones. */
  categories: readonly Category[]
  /** Keys of the advice that its editors have hidden. */
  hiddenAdvice: readonly string[]
  /** The model that makes suggestions, "NAME at HOST"; undefined without one. */
  assistant: string | undefined
}

/** What the model suggests; `text` is the edited draft, null without edits. */
export type SentSuggestion = {
  explanation: string
  text: string | null
  newIssues: Issue[]
  revision: number
}

export type RecordingActions = {
  list: () => Promise<ActionResult<ExampleRecordings[]>>
  record: (example: {
    skillSlug: string
    exampleIndex: number
    maxPrice: string
  }) => Promise<ActionResult<RecordingView>>
  read: (id: string) => Promise<ActionResult<RecordingView>>
  download: (id: string) => Promise<ActionResult<{ text: string }>>
  keep: (id: string) => Promise<ActionResult<void>>
  remove: (id: string) => Promise<ActionResult<void>>
}

export type StudioActions = {
  save: (sent: SentText, revision: number) => Promise<ActionResult<DraftSaveResult>>
  load: () => Promise<ActionResult<SentDraft>>
  readUpload: (sent: SentText) => Promise<ActionResult<{ text: string; notices: string[] }>>
  readPublished: () => Promise<ActionResult<{ text: string }>>
  readBeforeProgram: () => Promise<ActionResult<{ text: string }>>
  run: (request: SentTestRun) => Promise<ActionResult<RunView>>
  listChoices: (request: {
    skillSlug: string
    helper: string
    input: string
  }) => Promise<ActionResult<ListedChoice[]>>
  readTestSettings: () => Promise<ActionResult<TestSettings>>
  saveTestSettings: (changes: ConfigChanges) => Promise<ActionResult<TestSettings>>
  shareTestSettings: (forReviewers: boolean) => Promise<ActionResult<void>>
  lendTestSettings: (forLiveChecks: boolean) => Promise<ActionResult<void>>
  changeHiddenAdvice: (change: HiddenAdviceChange) => Promise<ActionResult<void>>
  /** Adds these packages first. */
  resolvePackages: (add: string[]) => Promise<ActionResult<DraftPackages>>
  suggest: (request: {
    task: SuggestionTask
    skill: number
    request: string
  }) => Promise<ActionResult<SentSuggestion>>
  searchPackages: (text: string) => Promise<ActionResult<PackageSearch>>
  answerSecret: (findingId: string, reason: string) => Promise<ActionResult<void>>
  recordings: RecordingActions
  readChecklist: () => Promise<ActionResult<DraftChecklist>>
  check: (maxPrice: string) => Promise<ActionResult<DraftChecklist>>
  tryMigrations: () => Promise<ActionResult<MigrationTest[]>>
  submit: (
    note: string,
    revision: number,
    release?: ReleaseChoice | undefined,
  ) => Promise<ActionResult<{ state: string }>>
  withdraw: (submissionId: string) => Promise<ActionResult<void>>
  comment: (submissionId: string, body: string) => Promise<ActionResult<void>>
  discard: (revision: number) => Promise<ActionResult<void>>
  deleteSkillSet: () => Promise<ActionResult<void>>
}
