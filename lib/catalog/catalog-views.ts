/** Times are epoch milliseconds. Only the publisher's members get definitions of closed source. */

import type { ShownBehaviour } from '../behaviour/model/shown-behaviour.ts'
import type { ShownChange } from '../contracts/changes/changes.ts'
import type { TextForSale } from '../contracts/document/instruction-text.ts'
import type {
  ConfigDefinition,
  Permissions,
  RiskLevel,
  SkillDocument,
  SkillSetDocument,
} from '../contracts/document/skillset-document.ts'
import type { PermissionLine } from '../contracts/permissions/permission-lines.ts'
import type { ActiveRestriction } from '../contracts/versions/restriction.ts'
import type { Withdrawal } from '../contracts/versions/withdrawal.ts'
import type { ProviderView } from '../integrations/provider-view.ts'
import type { JsonSchema } from '../kernel/json/json.ts'
import type { ExampleHealth } from '../publishing/model/example-health.ts'
import type { ProofView } from '../publishing/model/publisher-proofs.ts'
import type { Provenance } from './model/provenance.ts'

/** Versions in earlier states belong to drafts and review. */
export type SeenState = 'PUBLISHED' | 'DEPRECATED' | 'YANKED'

export type Evidence = {
  runs: number
  succeeded: number
  p50Ms: number | null
}

export type PublisherSummary = { handle: string; displayName: string; verified: boolean }

export type VersionSummary = {
  id: string
  number: string
  state: SeenState
  visibility: 'PUBLIC' | 'PRIVATE'
  /** True if an admin reviewed the version; private versions are published without a review. */
  reviewed: boolean
  publishedAtMs: number
  changelog: string
  deprecationNotice: string | null
  deprecatedAtMs: number | null
  yankReason: string | null
  yankedAtMs: number | null
  /** The quarantine or recall because of which it does not run. */
  withdrawal: Withdrawal | null
  /** Whether no run starts until an admin has looked at what it did for the first time. */
  isPaused: boolean
  /** Where the version was built; null unless CI built it from a public repository. */
  provenance: Provenance | null
}

export type SkillSetSummary = {
  id: string
  slug: string
  name: string
  tagline: string
  description: string
  publisher: PublisherSummary
  logo: string | null
  permissions: Permissions
  configDefinitions: ConfigDefinition[]
  requires?: string
  requiredIntegrationProviders?: string[]
  /** The digest of the packages that the version was submitted with. */
  packagesDigest?: string
}

export type CatalogCard = {
  /** Null for built-in tools. */
  skillSetId: string | null
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
  /** Decimal USDC per run; "0" is free. */
  price: string
  /** Decimal USDC for each item of the output; then `price` is the most that a run costs. */
  itemPrice?: string
  categories: string[]
  logo: string | null
  verified: boolean
  evidence: Evidence
  /** The rating of its SkillSet, 1 to 5 points, as "4.5". */
  rating: { mean: string; count: number } | null
}

export type CatalogPage = {
  cards: CatalogCard[]
  nextCursor: string | null
  /** What was searched for instead, if words of the query do not exist. */
  corrected: string | null
  total: { count: number; isEstimate: boolean } | null
}

export type InstalledView = {
  /** The version that the user consented to. */
  agreedId: string
  /** The version that runs now. */
  versionId: string
  number: string
  /** The version range that is followed; null for an install of exactly `number`. */
  range: string | null
  /** The older major version whose input is migrated, if the installed range is of that one. */
  migratesFrom: string | null
  /** A version in the range whose additional permissions need consent. */
  waiting: { versionId: string; number: string } | null
}

/** A better version that the viewer does not get yet. */
export type ComingView = {
  versionId: string
  number: string
  /** The number that they get meanwhile; null if nothing older is left, so that they wait. */
  servedNumber: string | null
} & ({ kind: 'age'; untilMs: number } | { kind: 'share' })

export type InstallOffer = {
  /** A version newer than the installed one. */
  upgrade: { versionId: string; number: string } | null
  canInstall: boolean
  /** Null for visitors. */
  organisationName: string | null
}

export type SkillPage = {
  name: string
  coming: ComingView | null
  /** True if no range leads to the shown version any more, because an older one is served again. */
  isReturned: boolean
  restriction: ActiveRestriction | null
  isVersionHidden: boolean
  /** The highest risk of the skill itself and of all that it may use and call. */
  riskLevel: RiskLevel
  /** `parameters`, `response` and `stream` as canonical JSON Schema; all absent for instructions. */
  skill: Omit<SkillDocument, 'parameters' | 'response' | 'stream'> & {
    parameters?: JsonSchema
    response?: JsonSchema
    stream?: JsonSchema
  }
  skillSet: SkillSetSummary
  /** The requested, else the installed, else the latest one. */
  version: VersionSummary
  /** Versions with this skill that the viewer may see. */
  versions: VersionSummary[]
  evidence: Evidence
  /** The checks of its recorded examples; null without recordings. */
  exampleHealth: ExampleHealth | null
  /** What its version was seen to do; null for built-in skills. */
  behaviour: ShownBehaviour | null
  installed: InstalledView | null
  config: {
    missing: string[]
    href: string | null
    canEdit: boolean
  }
  isOwner: boolean
  /** Why no channel hands out the texts and the folder of this version to the viewer, such as a recall; null if they do. */
  textRefusal: string | null
  isBuiltIn?: true
  /** Set for instructions with a price that the viewer’s organisation has not bought: `skill` has no text then. */
  forSale?: TextForSale
} & InstallOffer

export type SkillLine = {
  slug: string
  name: string
  description: string
  runtime: CatalogCard['runtime']
  riskLevel: RiskLevel
  price?: string
  itemPrice?: string
  evidence: Evidence
}

export type VersionLine = VersionSummary & {
  /** Changes, the most severe first; empty for the first version. */
  changes: ShownChange[]
}

export type SkillSetPage = {
  coming: ComingView | null
  /** True if no range leads to the shown version any more, because an older one is served again. */
  isReturned: boolean
  restriction: ActiveRestriction | null
  /** True if only its publisher and those who installed it see it. */
  isVersionHidden: boolean
  skillSet: SkillSetSummary
  banner: string | null
  screenshots: { path: string; caption: string }[]
  document: Pick<
    SkillSetDocument,
    'readme' | 'privacyPolicyUrl' | 'termsOfServiceUrl' | 'source' | 'requiredIntegrationProviders'
  >
  /** As this site calls them. */
  categories: string[]
  version: VersionSummary
  versions: VersionLine[]
  skills: SkillLine[]
  permissionLines: PermissionLine[]
  /** Providers that this site offers. */
  providers: ProviderView[]
  evidence: Evidence
  installed: InstalledView | null
  config: SkillPage['config']
  isOwner: boolean
  /** True for owners and admins of the publisher. */
  canPublish: boolean
} & InstallOffer

export type PublisherPage = {
  restriction: ActiveRestriction | null
  publisher: PublisherSummary & {
    id: string
    bio: string
    /** Empty if they are not known. `support` is a web or an email address. */
    website: string
    support: string
    repository: string
    sinceMs: number
    /** When an admin checked the name; null if none has. */
    verifiedAtMs: number | null
    proofs: ProofView[]
  }
  skillSets: {
    id: string
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
