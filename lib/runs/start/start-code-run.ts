/**
 * Runs ad-hoc code once with a synthetic document. It has no network, config or secrets. See
 * docs/spec/skills-protocol.md §5.
 */

import { NO_CONFIG } from '../../config/unseal-config.ts'
import { type Context, requireViewer } from '../../context/context.ts'
import type { SkillSetDocument } from '../../contracts/document/skillset-document.ts'
import { AppError } from '../../kernel/errors.ts'
import { digestOf } from '../../kernel/json/digest-of.ts'
import type { JsonObject } from '../../kernel/json/json.ts'
import { isToolName } from '../../kernel/names/tool-name.ts'
import { findBuiltInInstruction } from '../../tools/builtin-skills/built-in-skills.ts'
import { findRepeatedRun } from '../prepare/idempotency.ts'
import { createCallContext } from '../resolve/create-run-context.ts'
import { readDeclared, requireToolVersion, resolveSkill, resolveTool } from '../resolve/resolve-skill.ts'
import type { Runnable, RunOptions } from '../resolve/runnable.ts'
import { buildContract } from '../resolve/runnable.ts'
import { recordRun } from './record-run.ts'
import { followRun, performInBackground, type StartedRun } from './start-run.ts'

const RUN_CODE_NAME = 'run_code'

export type CodeRequest = {
  language: 'python'
  code: string
  entrypoint?: string
  args?: JsonObject
  mountSkills?: string[]
  inputBlobs?: string[]
  limits?: { timeoutMs?: number }
  timeZone?: string
} & Pick<RunOptions, 'maxPrice' | 'idempotencyKey'>

const ANYTHING = { type: 'object', properties: {}, additionalProperties: true }

/**
 * Returns as soon as the run is recorded. Throws UNAUTHENTICATED, INVALID_INPUT for an unsupported language,
 * and what `resolveSkill` and `recordRun` throw.
 */
export async function startCodeRun(ctx: Context, request: CodeRequest): Promise<StartedRun> {
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
      message: 'Only Python is supported.',
      issues: [{ path: '/language', message: 'must be "python"', keyword: 'enum' }],
    })
  const callOptions = { args, inputBlobs, maxPrice, idempotencyKey, version: hashCodeRequest(request) }
  const repeated = await findRepeatedRun(ctx, RUN_CODE_NAME, callOptions)
  if (repeated) return followRun(ctx, repeated)
  const runnable = buildRunnable(ctx, request)
  const calls = createCallContext({ acting: { ...ctx, viewer: requireViewer(ctx) }, runnable })
  for (const entry of mountSkills) await requireMountable(calls, entry)
  const { code, entrypoint } = request
  const sent = { code, ...(entrypoint && { entrypoint }), ...(mountSkills.length > 0 && { mountSkills }) }
  const options = { ...callOptions, timeZone, timeoutMs: limits?.timeoutMs, code: sent }
  const recorded = await recordRun(ctx, runnable, options, async () => NO_CONFIG)
  return performInBackground(ctx, { ...recorded, entrypoint })
}

async function requireMountable(calls: Context, entry: string): Promise<void> {
  const mounted = readDeclared(entry)
  if (findBuiltInInstruction(mounted)) return
  const tool = await resolveTool(calls, mounted)
  if (tool) requireToolVersion(tool, mounted.version)
  else await resolveSkill(calls, mounted)
}

function hashCodeRequest({ code, entrypoint = 'main', mountSkills = [] }: CodeRequest): string {
  return digestOf({ code, entrypoint, mountSkills })
}

function buildRunnable(ctx: Context, { code, mountSkills = [] }: CodeRequest): Runnable {
  const { userId, organisationId, organisationName } = requireViewer(ctx)
  const skill = {
    slug: RUN_CODE_NAME,
    name: 'Code',
    description: 'Code sent with the call.',
    prompt: '',
    runtime: 'python' as const,
    definition: code,
    parameters: ANYTHING,
    response: ANYTHING,
  }
  const document: SkillSetDocument = {
    slug: RUN_CODE_NAME,
    name: 'Code',
    version: '0.0.0',
    description: skill.description,
    visibility: 'PRIVATE',
    permissions: {
      skills: mountSkills.filter((entry) => !isTool(entry)),
      tools: mountSkills.filter(isTool).map((entry) => readDeclared(entry).name),
    },
    skills: [skill],
  }
  return {
    name: RUN_CODE_NAME,
    // One process per key or person. Handles contain no colon, so it is never shared with a publisher's code.
    publisher: ctx.keyId ? `key:${ctx.keyId}` : `user:${userId}`,
    skillSetId: null,
    versionId: null,
    versionNumber: '',
    mode: 'production',
    document,
    skill,
    // Ad-hoc code may return any JSON, whereas a skill's contract requires an object.
    contract: { ...buildContract(document, skill), response: undefined },
    organisation: { id: organisationId, name: organisationName },
    isPublisherMember: true,
    isPublisherOrganisation: true,
    isApproved: false,
  }
}

function isTool(entry: string): boolean {
  return isToolName(readDeclared(entry).name)
}
