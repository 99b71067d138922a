/** What the studio is handed: plain data, and the doors to the server. Types only. */
import type { ChecklistLine } from '#lib/contract/document/checklist.ts'
import type { MigrationTest } from '#lib/contract/document/migration-tests.ts'
import type { RunView } from '#lib/execution/run-view.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import type { CommentView, Standing } from '#lib/review/views.ts'
import type { DraftVersion } from '#lib/studio/get-draft.ts'
import type { StoredDraft } from './draft-state.ts'
import type { SavedDraft } from './draft-store.ts'

/** A stored draft on its way to the browser: documents travel as text, which keeps what JSON keeps. */
export type SentDraft = Omit<StoredDraft, 'document'> & { text: string }

export type StudioData = {
  skillSetId: string
  viewerId: string
  publisher: { handle: string; displayName: string }
  versions: DraftVersion[]
  latest: string | null
  draft: SentDraft
  standing: Standing
  comments: CommentView[]
  /** Of the last submission; comments on others say which. */
  revision: number
  downloadHref: string
}

export type TestRun = {
  skillSlug: string
  /** JSON. */
  args: string
  /** JSON; values to try it with. Left out, the organisation's own are used. */
  config?: string
  timeZone: string
}

export type StudioActions = {
  save: (text: string, revision: number) => Promise<ActionResult<SavedDraft>>
  load: () => Promise<ActionResult<SentDraft>>
  /** Reads an uploaded text; changes nothing. */
  readUpload: (text: string) => Promise<ActionResult<{ text: string }>>
  /** The published version with the next number; changes nothing. */
  readPublished: () => Promise<ActionResult<{ text: string }>>
  run: (request: TestRun) => Promise<ActionResult<RunView>>
  check: () => Promise<ActionResult<ChecklistLine[]>>
  /** Tries the migrations of the stored draft on old examples. */
  tryMigrations: () => Promise<ActionResult<MigrationTest[]>>
  submit: (note: string, revision: number) => Promise<ActionResult<{ state: string }>>
  withdraw: (submissionId: string) => Promise<ActionResult<void>>
  comment: (submissionId: string, body: string) => Promise<ActionResult<void>>
  discard: (revision: number) => Promise<ActionResult<void>>
  deleteSkillSet: () => Promise<ActionResult<void>>
}
