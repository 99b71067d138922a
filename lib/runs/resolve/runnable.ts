import type { SkillDocument, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import type { JsonSchema } from '../../kernel/json/json.ts'
import type { BuiltInTool } from '../../tools/definition/built-in-tool.ts'
import type { Contract } from './contract-of.ts'

export type RunMode = 'development' | 'production'

export type Migration = {
  from: string
  definition: string
  /** True if an admin approved it; never for drafts. */
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
  /** True for members of the publisher, senders of code, and reviewers: they see failure details. */
  isPublisherMember: boolean
  /** True if `organisation` is the publisher: free. */
  isPublisherOrganisation: boolean
  /** True for the publisher's owners and admins: free. */
  isPublisherAdmin?: boolean
  /** True if an admin approved it or it is built in. */
  isApproved: boolean
  /** Set for a caller of an older major, whose input is valid for `before`. */
  migration?: { from: string; before?: JsonSchema; steps: MigrationSteps }
  /** Sentences about the version. */
  notices?: string[]
}

export type PublishedRunnable = Runnable & { skillSetId: string; versionId: string }

export function isUnreviewed({
  isApproved,
  isPublisherOrganisation,
}: Pick<Runnable, 'isApproved' | 'isPublisherOrganisation'>): boolean {
  return !isApproved && !isPublisherOrganisation
}
