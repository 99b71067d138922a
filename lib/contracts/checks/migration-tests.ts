import type { Issue } from '../../kernel/errors.ts'
import type { Json } from '../../kernel/json/json.ts'

/** The outcome for one example of an earlier version. */
export type MigrationTest = {
  from: string
  version: string
  skillSlug: string
  title: string
  before: Json
  after?: Json
  ok: boolean
  message?: string
  issues?: Issue[]
}

/** Organisations that stay on an earlier major version, because no migration leads from it. */
export type LeftBehind = { major: string; installs: number; last: string }
