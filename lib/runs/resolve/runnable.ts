/** What a run performs: a skill or tool in a version, its contract, and the options of the call. */

import type { BehaviourProfile } from '../../behaviour/model/behaviour-profile.ts'
import type { UnsealedConfig } from '../../config/unseal-config.ts'
import {
  contractDocument,
  contractHash,
  permissionsHash,
} from '../../contracts/document/contract-document.ts'
import type { SkillDocument, SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { lockDigest } from '../../contracts/packages/lock-digest.ts'
import { type OutputRules, outputRules } from '../../contracts/results/check-output.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import { type Issue, issuesUnder } from '../../kernel/errors.ts'
import type { Json, JsonSchema } from '../../kernel/json/json.ts'
import type { RecordingMode } from '../../sandbox/run-recording.ts'
import type { BuiltInTool } from '../../tools/definition/built-in-tool.ts'
import type { RunRow } from '../rows/runs.ts'
import type { NewRun } from '../rows/write-run.ts'
import type { RunContext } from './create-run-context.ts'

export type RunMode = 'development' | 'production'

export type Migration = {
  from: string
  definition: string
  /** True if an admin approved it; never for drafts. */
  isApproved?: boolean
}

export type InputMigrationStep = Migration & { to: string; takes: JsonSchema }

export type MigrationSteps = readonly [InputMigrationStep, ...InputMigrationStep[]]

/** A skill or tool in the version that its caller gets. */
export type Runnable = {
  /** "publisher.skillset.skill", or a tool's name. */
  name: string
  publisher: string
  /** Current and former "publisher.skillset" names; absent for built-in tools. */
  names?: readonly string[]
  skillSetId: string | null
  versionId: string | null
  versionNumber: string
  /** Drafts run in "development": free, with warnings instead of withheld outputs. */
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
  /** True if `organisation` is the publisher, for which the run is free. */
  isPublisherOrganisation: boolean
  /** True for owners and admins of the publisher, for whom the run is free in every organisation. */
  isPublisherAdmin?: boolean
  /** True if the organisation lets submitted versions be tried on its runs, which are recorded for that. */
  agreesToReplays?: boolean
  /** True if an admin approved it or it is built in. */
  isApproved: boolean
  /** Set for a caller of an older major, whose input is valid for `before`. */
  migration?: { from: string; before?: JsonSchema; steps: MigrationSteps }
  /** Sentences about the version for its caller, such as that it is deprecated. */
  notices?: string[]
}

export type PublishedRunnable = Runnable & { skillSetId: string; versionId: string }

/** Returns whether it is someone else's code that no admin approved: then it runs only in a jail. */
export function isUnreviewed({
  isApproved,
  isPublisherOrganisation,
}: Pick<Runnable, 'isApproved' | 'isPublisherOrganisation'>): boolean {
  return !isApproved && !isPublisherOrganisation
}

/** What a skill promises: its schemas in canonical form, absent where they have `issues`. */
export type Contract = {
  parameters?: JsonSchema
  response?: JsonSchema
  /** Of each part that a run emits; undefined if the skill declares no stream. */
  stream?: JsonSchema
  rules: OutputRules
  hash: string
  permissionsHash: string
  packagesDigest?: string
  issues: Issue[]
}

const contracts = new WeakMap<SkillDocument, Contract>()

/** Published documents are cached, so each of their contracts is computed once. */
export function buildContract(document: SkillSetDocument, skill: SkillDocument): Contract {
  const cached = contracts.get(skill)
  if (cached) return cached
  const parameters = canonicalSchema(skill.parameters)
  const response = canonicalSchema(skill.response)
  const stream = skill.stream === undefined ? undefined : canonicalSchema(skill.stream)
  const contract = {
    parameters: parameters.schema,
    response: response.schema,
    ...(stream?.schema && { stream: stream.schema }),
    rules: outputRules(skill),
    hash: contractHash(contractDocument(document, skill)),
    permissionsHash: permissionsHash(document, skill),
    ...(document.dependencyLock && { packagesDigest: lockDigest(document.dependencyLock) }),
    issues: [
      ...issuesUnder('/parameters', parameters.issues),
      ...issuesUnder('/response', response.issues),
      ...issuesUnder('/stream', stream?.issues ?? []),
    ],
  }
  contracts.set(skill, contract)
  return contract
}

/** The options of a call, of any channel. */
export type RunOptions = {
  args: unknown
  /** An IANA name; unknown zones count as UTC. */
  timeZone?: string
  conversationId?: string
  idempotencyKey?: string
  version?: string
  /** The run whose code calls this one. */
  parent?: RecordedRun
  /** Which of the parent's calls this is, if a worker that takes up the parent has to know. */
  callNumber?: number
  /** Decimal USDC, including the runs that it calls. */
  maxPrice?: string
  /** Paid skills must support dry runs, and may price them separately. */
  dryRun?: boolean
  timeoutMs?: number
  inputBlobs?: string[]
  /** True to perform it in a worker. */
  isDeferred?: boolean
  planStep?: PlanStepRef
  /** Set to record what the run asks of the world, or to answer it from a recording. */
  recordingMode?: RecordingMode | undefined
  /** Gets what the run was observed to do, whatever its end; never called for a deferred run. */
  onObserved?: ((profile: BehaviourProfile) => void) | undefined
  /** Set for ad-hoc code: recorded with the arguments, as the input that the caller sent. */
  code?: { code: string; entrypoint?: string; mountSkills?: string[] }
} & Pick<NewRun, 'rerunOfId' | 'submissionId' | 'exampleIndex'>

export type PlanStepRef = { planRunId: string; stepId: string; attempt: number }

/** A recorded run with all that is needed to perform it. */
export type RecordedRun = {
  row: RunRow
  /** Derived from the same record as `row`. */
  acting: RunContext
  /** The function that ad-hoc code starts with. */
  entrypoint?: string
  runnable: Runnable
  contract: Contract
  parameters: Json
  config: UnsealedConfig
  timeZone: string
  /**
   * Set for a run that goes on in the sandbox when its worker ends, and that another one then takes up: `begun` if this
   * one did.
   */
  handover?: 'possible' | 'begun'
} & Pick<
  RunOptions,
  'dryRun' | 'timeoutMs' | 'inputBlobs' | 'parent' | 'planStep' | 'recordingMode' | 'onObserved'
>
