/** How migrations did on the examples of earlier versions. Ground, types only; it survives JSON. */
import type { Issue } from '../../errors.ts'
import type { Json } from '../json/json.ts'

/** One old example, and what became of it. */
export type MigrationTest = {
  /** The major: "1". */
  from: string
  /** The version the example is of: "1.4.2". */
  version: string
  skillSlug: string
  title: string
  before: Json
  /** What `migrate` made; absent when it made nothing. */
  after?: Json
  /** It was made, and the contract of this version takes it. */
  ok: boolean
  /** Why not, as a sentence. */
  message?: string
  /** Where the new contract says no. */
  issues?: Issue[]
}

/** Installations that a new major leaves behind, because nothing takes their input. */
export type LeftBehind = { major: string; installs: number; last: string }
