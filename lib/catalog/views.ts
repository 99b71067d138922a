/**
 * What the catalogue shows, as plain data: it survives JSON and the border to the browser.
 *
 * Floor 3, types only. Instants are epoch milliseconds. Nothing in here is a secret: the definition of a
 * closed-source skill is left out for everyone but its publisher's own people.
 */

import type { ShownChange } from '../contract/changes/changes.ts'
import type { PermissionLine } from '../contract/document/permission-words.ts'
import type {
  ConfigDefinition,
  Permissions,
  RiskLevel,
  SkillDocument,
  SkillSetDocument,
} from '../contract/document/skillset-document.ts'
import type { JsonSchema } from '../contract/json/json.ts'

/** States a version can be seen in; earlier ones belong to the studio and the review queue. */
export type SeenState = 'PUBLISHED' | 'DEPRECATED' | 'YANKED'

/** How a skill did in the last 30 days. */
export type Evidence = {
  runs: number
  succeeded: number
  /** Median of the successful runs; null when there are none. */
  p50Ms: number | null
}

export type PublisherSummary = { handle: string; displayName: string; verified: boolean }

export type VersionSummary = {
  id: string
  number: string
  state: SeenState
  visibility: 'PUBLIC' | 'PRIVATE'
  /** Approved by an admin; a private version is published without review. */
  reviewed: boolean
  publishedAtMs: number
  changelog: string
  /** Why it is deprecated, as the publisher put it. */
  deprecationNotice: string | null
  deprecatedAtMs: number | null
  /** Why it was taken down. */
  yankReason: string | null
  yankedAtMs: number | null
}

export type SkillSetSummary = {
  id: string
  slug: string
  name: string
  tagline: string
  description: string
  publisher: PublisherSummary
  /** Path of a picture on our own origin, or null. */
  logo: string | null
  permissions: Permissions
  configDefinitions: ConfigDefinition[]
  /** The range of Guildhall that it runs on. */
  requires?: string
}

/** One line of the catalogue. */
export type CatalogCard = {
  /** publisher.skillset.skill */
  name: string
  publisher: string
  skillSetSlug: string
  skillSlug: string
  title: string
  description: string
  skillSetName: string
  versionNumber: string
  runtime: 'javascript' | 'python' | 'instructions' | 'built_in'
  riskLevel: RiskLevel
  /** Of one run, decimal USDC; "0" is free. */
  price: string
  categories: string[]
  /** Path of a picture on our own origin, or null. */
  logo: string | null
  verified: boolean
  evidence: Evidence
  /** Of its SkillSet: the mean of 1 to 5 points, as "4.5". */
  rating: { mean: string; count: number } | null
}

export type CatalogPage = {
  cards: CatalogCard[]
  /** Opaque; null on the last page. */
  nextCursor: string | null
}

/** What the viewer's organisation has installed. */
export type InstalledView = {
  /** The version that was agreed to. */
  agreedId: string
  /** The one that runs now. */
  versionId: string
  number: string
  /** What is followed; null for exactly `number`. */
  range: string | null
  /** The major whose input it takes by a migration. */
  migratesFrom: string | null
  /** Better and in the range, but it may do more than was agreed to. */
  waiting: { versionId: string; number: string } | null
}

/** Everything Quick Execute needs to know before a run. */
export type SkillPage = {
  /** publisher.skillset.skill */
  name: string
  /** With what it may use and call. */
  riskLevel: RiskLevel
  /** As authored, with `parameters` and `response` as canonical JSON Schema; both absent for instructions. */
  skill: Omit<SkillDocument, 'parameters' | 'response'> & { parameters?: JsonSchema; response?: JsonSchema }
  skillSet: SkillSetSummary
  /** The one shown: asked for, else installed, else the latest. */
  version: VersionSummary
  /** Versions that hold this skill and that the viewer may see, newest first. */
  versions: VersionSummary[]
  evidence: Evidence
  /** Null for visitors and when nothing is installed. */
  installed: InstalledView | null
  config: {
    /** Required keys without a value or a default; empty for visitors. */
    missing: string[]
    /** The config form; null when this version has no config. */
    href: string | null
    /** Owners and admins of the organisation. */
    canEdit: boolean
  }
  /** The viewer is a member of the publishing organisation. */
  isOwner: boolean
  /** A built-in tool: nobody publishes it, and it has one version. */
  isBuiltIn?: true
}

/** One skill in the list of a SkillSet's page. */
export type SkillLine = {
  slug: string
  name: string
  description: string
  runtime: CatalogCard['runtime']
  riskLevel: RiskLevel
  /** Decimal USDC for one run; absent where nothing is run. */
  price?: string
  evidence: Evidence
}

/** One version with what it changed since the one before it. */
export type VersionLine = VersionSummary & {
  /** Sentences of the computed change list, most severe first; empty for the first version. */
  changes: ShownChange[]
}

export type SkillSetPage = {
  skillSet: SkillSetSummary
  banner: string | null
  document: Pick<
    SkillSetDocument,
    | 'readme'
    | 'categories'
    | 'privacyPolicyUrl'
    | 'termsOfServiceUrl'
    | 'source'
    | 'requiredIntegrationProviders'
  >
  version: VersionSummary
  versions: VersionLine[]
  skills: SkillLine[]
  /** What this version may do, in words. */
  permissionLines: PermissionLine[]
  evidence: Evidence
  installed: InstalledView | null
  /** The newest live version, when it is newer than what is installed. */
  upgrade: { versionId: string; number: string } | null
  /** Owners and admins of the viewer's organisation may install. */
  canInstall: boolean
  /** Whose installs these are; null for visitors. */
  organisationName: string | null
  config: SkillPage['config']
  isOwner: boolean
}

export type PublisherPage = {
  publisher: PublisherSummary & { bio: string; sinceMs: number }
  skillSets: {
    slug: string
    name: string
    tagline: string
    logo: string | null
    versionNumber: string
    visibility: 'PUBLIC' | 'PRIVATE'
    state: SeenState
    deprecatedAtMs: number | null
    skillCount: number
    evidence: Evidence
  }[]
  evidence: Evidence
  isOwner: boolean
}
