/**
 * `run_code`: code that somebody sends with the call, run once, like a skill that is nowhere published. Floor 3.
 *
 * It goes through the pipeline of every skill: the code stands in for a document that nobody keeps, and the skills it
 * may import stand in for the permissions it would have declared. It has no network, config or secrets of its own.
 * Source: specification "Skills protocol", Python sandbox.
 */
import { NO_CONFIG } from '../config/unseal-config.ts'
import { type Context, requireViewer } from '../context.ts'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import { digestOf } from '../contract/json/digest-of.ts'
import type { JsonObject } from '../contract/json/json.ts'
import { AppError } from '../errors.ts'
import { contractOf } from './contract-of.ts'
import { readDeclared } from './find-declared.ts'
import { openRunOnce, type RunOptions } from './open-run.ts'
import { type Runnable, resolveSkill } from './resolve-skill.ts'
import { findEarlierCall, type StartedRun, setOff } from './start-run.ts'

/** What such runs are called in the history. */
export const RUN_CODE = 'run_code'

export type CodeRequest = {
  language: 'python'
  code: string
  /** The function that is called with `args`; "main" when absent. */
  entrypoint?: string
  args?: JsonObject
  /** Names, each with a range after an @ if need be. */
  mountSkills?: string[]
  inputBlobs?: string[]
  limits?: { timeoutMs?: number }
  timeZone?: string
} & Pick<RunOptions, 'maxPrice' | 'idempotencyKey'>

const ANYTHING = { type: 'object', properties: {}, additionalProperties: true }

/**
 * Starts the code and answers as soon as its run is recorded. Throws UNAUTHENTICATED, INVALID_INPUT for another language
 * than Python, what `resolveSkill` throws for a skill to mount, and what opening a run throws.
 */
export async function runCode(ctx: Context, request: CodeRequest): Promise<StartedRun> {
  const {
    language,
    args = {},
    mountSkills = [],
    inputBlobs,
    limits,
    timeZone,
    maxPrice,
    idempotencyKey,
  } = request
  if (language !== 'python')
    throw new AppError('INVALID_INPUT', {
      message: 'Only Python can be run so far.',
      issues: [{ path: '/language', message: 'must be "python"', keyword: 'enum' }],
    })
  const asked = { args, inputBlobs, maxPrice, idempotencyKey, version: codeHashOf(request) }
  const repeated = await findEarlierCall(ctx, RUN_CODE, asked)
  if (repeated) return setOff(ctx, { repeated })
  const runnable = runnableOf(ctx, request)
  // Told now rather than by an import that fails.
  for (const entry of mountSkills) await resolveSkill(ctx, readDeclared(entry))
  const options = { ...asked, timeZone, timeoutMs: limits?.timeoutMs }
  const opened = await openRunOnce(ctx, runnable, options, async () => NO_CONFIG)
  return setOff(ctx, 'repeated' in opened ? opened : { ...opened, entrypoint: request.entrypoint })
}

/** What stands for the version of a skill when two calls are compared. */
function codeHashOf({ code, entrypoint = 'main', mountSkills = [] }: CodeRequest): string {
  return digestOf({ code, entrypoint, mountSkills })
}

function runnableOf(ctx: Context, { code, mountSkills = [] }: CodeRequest): Runnable {
  const { userId, organisationId, organisationName } = requireViewer(ctx)
  const skill = {
    slug: RUN_CODE,
    name: 'Code',
    description: 'Code that was sent with the call.',
    prompt: '',
    runtime: 'python' as const,
    definition: code,
    parameters: ANYTHING,
    response: ANYTHING,
  }
  const document: SkillSetDocument = {
    slug: RUN_CODE,
    name: 'Code',
    version: '0.0.0',
    description: skill.description,
    visibility: 'PRIVATE',
    permissions: { skills: mountSkills },
    skills: [skill],
  }
  return {
    name: RUN_CODE,
    // A process for each key or person. No handle has a colon, so no publisher's code ever shares it.
    publisher: ctx.keyId ? `key:${ctx.keyId}` : `user:${userId}`,
    skillSetId: null,
    versionId: null,
    versionNumber: '',
    mode: 'production',
    document,
    skill,
    // It may return any JSON, where the contract of a skill promises an object.
    contract: { ...contractOf(document, skill), response: undefined },
    organisation: { id: organisationId, name: organisationName },
    isPublisher: true,
    isOwn: true,
    isUnreviewed: false,
  }
}
