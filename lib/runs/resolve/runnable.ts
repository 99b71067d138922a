import type { BuiltInTool } from '../../builtin-tools/definition/built-in-tool.ts'
import type { JsonSchema } from '../../json/json.ts'
import type { SkillDocument, SkillSetDocument } from '../../skillset/document/skillset-document.ts'
import type { Contract } from './contract-of.ts'

export type RunMode = 'development' | 'production'

export type Migration = {
  from: string
  definition: string
  /** By an admin; never for drafts. */
  isApproved?: boolean
}

export type InputMigrationStep = Migration & { to: string; takes: JsonSchema }

export type MigrationSteps = readonly [InputMigrationStep, ...InputMigrationStep[]]

export type Runnable = {
  name: string
  publisher: string
  /** Current and former "publisher.skillset" names; absent for built-in tools. */
  names?: readonly string[]
  skillSetId: string | null
  versionId: string | null
  versionNumber: string
  mode: RunMode
  document: SkillSetDocument
  skill: SkillDocument
  tool?: BuiltInTool
  contract?: Contract
  organisation: { id: string; name: string }
  ownerId?: string
  /** How long the organisation stores inputs and outputs; absent if unknown. */
  retentionDays?: number | null
  /** May see the details of a failure. */
  isPublisher: boolean
  /** The organisation is the publisher: free. */
  isOwn: boolean
  /** Shares in the publisher's earnings: free. */
  isEarner?: boolean
  /** By an admin, or built in. */
  isApproved: boolean
  /** For a caller of an older major, whose input is valid for `before`. */
  migration?: { from: string; before?: JsonSchema; steps: MigrationSteps }
  /** About the version, one sentence each. */
  notices?: string[]
}

export type PublishedRunnable = Runnable & { skillSetId: string; versionId: string }

export function isUnreviewed({ isApproved, isOwn }: Pick<Runnable, 'isApproved' | 'isOwn'>): boolean {
  return !isApproved && !isOwn
}
