/**
 * Publishing from CI without a stored secret: the workflow's OIDC token is exchanged for a token that can stage one
 * submission of one SkillSet. A person of the publisher decides whether it is submitted.
 */
import { z } from 'zod'
import { readProvenance } from '../../catalog/model/provenance.ts'
import type { Context } from '../../context/context.ts'
import { hashSecretToken, makeSecretToken } from '../../kernel/db/secret-token.ts'
import { AppError } from '../../kernel/errors.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { lockPackages } from '../../packages/resolve-packages.ts'
import { findSkillSetByName } from '../rows/former-names.ts'
import { findSkillSetById } from '../rows/published-versions.ts'
import * as store from '../rows/trusted-repositories.ts'
import { lockSkillSet } from '../rows/versions.ts'
import {
  requireDocument,
  type StagedAnswer,
  StagingFields,
  stageDocument,
} from '../staging/stage-document.ts'
import { isTrusted } from './trusted-repositories.ts'
import { type ActionsClaims, verifyActionsToken } from './verify-actions-token.ts'

const TOKEN_PREFIX = 'ghstage_'
const TOKEN_MS = 15 * 60_000

const ExchangeRequest = z.object({
  id_token: z.string().min(1).max(20_000),
  /** "publisher.skillset" */
  skill_set: z.string().max(200),
})

type StagingToken = { token: string; expiresInSeconds: number; skillSet: string }

/**
 * Exchanges an ID token for a staging token, once. `audience` is this site's address, which the ID token must be for.
 *
 * Throws INVALID_INPUT, UNAUTHENTICATED for an invalid or used ID token, POLICY_DENIED
 * if the SkillSet does not trust the workflow or does not exist, and
 * TOOL_NOT_AVAILABLE if the issuer's keys cannot be fetched.
 */
export async function exchangeIdToken(
  ctx: Context,
  request: unknown,
  audience: string,
): Promise<StagingToken> {
  const { id_token: idToken, skill_set: name } = parseFields(ExchangeRequest, request)
  const claims = await verifyActionsToken(idToken, audience)
  const [publisher = '', skillset = '', ...more] = name.split('.')
  const found = more.length === 0 ? await findSkillSetByName(ctx.db, { publisher, skillset }) : null
  const trusts = found ? await store.listTrusts(ctx.db, found.id) : []
  const trust = trusts.find((candidate) => isTrusted(candidate, claims))
  if (!found || !trust) throw untrustedError(name, claims)
  const { token, tokenHash } = makeSecretToken(TOKEN_PREFIX)
  await ctx.db.$transaction(async (tx) => {
    const { jti, repositoryId, provenance } = claims
    const expiresAt = new Date(Date.now() + TOKEN_MS)
    // The row outlives the ID token, so that the same ID token is refused for as long as it is valid.
    const forgottenAt = new Date(Math.max(expiresAt.getTime(), claims.expiresAt.getTime()))
    const isNew = await store.insertStagingToken(tx, {
      ...{ jti, tokenHash, provenance, expiresAt, forgottenAt },
      trustId: trust.id,
    })
    if (!isNew) throw new AppError('UNAUTHENTICATED', { message: 'This ID token was already used.' })
    if (await store.confirmRepository(tx, { id: trust.id, repositoryId })) return
    throw new AppError('POLICY_DENIED', {
      message: `${provenance.repository} is another repository than the one that was trusted under this name.`,
      suggestedAction: 'Remove it from the trusted publishers and add it again.',
    })
  })
  return { token, expiresInSeconds: TOKEN_MS / 1000, skillSet: `${found.publisher}.${found.skillset}` }
}

function untrustedError(name: string, claims: ActionsClaims): AppError {
  const { environment, startingWorkflow, isPullRequest, provenance } = claims
  const { repository, workflow, ref } = provenance
  const caller = startingWorkflow === workflow ? '' : `, called by ${startingWorkflow}`
  const parts = [`workflow ${workflow}${caller}`, ref, ...(environment ? [`environment ${environment}`] : [])]
  return new AppError('POLICY_DENIED', {
    message: `${name.slice(0, 200)} does not trust ${repository} (${parts.join(', ')}), or does not exist.`,
    suggestedAction: isPullRequest
      ? 'Pull requests are trusted only with an environment. Stage builds from a branch, or name the environment in the settings of the SkillSet.'
      : 'An owner or admin of the publisher can add it in the settings of the SkillSet.',
  })
}

/** Returns the SkillSet's id; call it before reading a body. Throws UNAUTHENTICATED for an invalid token. */
export async function requireStagingToken(ctx: Context, bearer: string | undefined): Promise<string> {
  const skillSetId = bearer ? await store.findOpenStagingToken(ctx.db, hashSecretToken(bearer)) : null
  if (skillSetId === null) throw tokenError()
  return skillSetId
}

function tokenError(): AppError {
  return new AppError('UNAUTHENTICATED', { message: 'This staging token is invalid, used or expired.' })
}

/**
 * Stores a build for the people of the publisher, in place of an earlier one with the same number. A refused document
 * does not use the token up.
 *
 * Throws UNAUTHENTICATED for an invalid token, INVALID_INPUT with the document's problems, and LIMIT_REACHED if too many
 * builds wait or the quota of skills is used up.
 */
export async function stageSubmission(
  ctx: Context,
  bearer: string | undefined,
  request: unknown,
): Promise<StagedAnswer> {
  const owner = await requireStagingToken(ctx, bearer)
  const { document: sent, note } = parseFields(StagingFields, request)
  const organisationId = (await findSkillSetById(ctx.db, owner))?.publisher.organisationId ?? ''
  const document = await lockPackages(ctx.db, {
    document: await requireDocument(sent, owner),
    organisationId,
  })
  return ctx.db.$transaction(async (tx) => {
    const used = bearer ? await store.redeemStagingToken(tx, hashSecretToken(bearer)) : null
    const provenance = used && readProvenance(used.provenance)
    if (!used || !provenance) throw tokenError()
    await lockSkillSet(tx, used.skillSetId)
    // The SkillSet exists: its tokens are deleted with it.
    const skillSet = (await findSkillSetById(tx, used.skillSetId))!
    return stageDocument(tx, skillSet, { document, note, origin: { kind: 'ci', provenance }, actor: null })
  })
}
