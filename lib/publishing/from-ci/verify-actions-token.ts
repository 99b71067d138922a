/** Verifies OIDC tokens of GitHub Actions against the keys of the issuer. */
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import type { Provenance } from '../../catalog/model/provenance.ts'
import { AppError } from '../../kernel/errors.ts'

const GITHUB_ISSUER = 'https://token.actions.githubusercontent.com'

const CLOCK_SKEW_SECONDS = 60

/** See https://docs.github.com/actions/reference/security/oidc. */
const claimsShape = z.object({
  jti: z.string().min(1).max(500),
  exp: z.number(),
  repository: z.string().max(200),
  repository_id: z.union([z.string(), z.number()]).transform(String).pipe(z.string().max(50)),
  ref: z.string().max(500),
  event_name: z.string().max(100).optional(),
  sha: z.string().regex(/^[0-9a-f]{40,64}$/),
  run_id: z
    .union([z.string(), z.number()])
    .transform(String)
    .pipe(z.string().regex(/^\d{1,30}$/)),
  workflow_ref: z.string().max(1_000),
  job_workflow_ref: z.string().max(1_000).optional(),
  environment: z.string().max(300).optional(),
  repository_visibility: z.string().optional(),
})

export type ActionsClaims = {
  /** Unique together with the issuer. */
  jti: string
  expiresAt: Date
  repositoryId: string
  environment: string | undefined
  /** The workflow that the run started with; `provenance.workflow` is the one whose job asked for the token. */
  startingWorkflow: string
  isPullRequest: boolean
  provenance: Provenance
}

/** GitHub Enterprise Server needs the setting: `https://HOST/_services/token`. */
function actionsIssuer(): string {
  return (process.env.GUILDHALL_ACTIONS_ISSUER || GITHUB_ISSUER).replace(/\/$/, '')
}

// jose caches the keys of each set. The map has one entry, but for tests, which change the issuer.
const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()

function getIssuerKeys(issuer: string) {
  const known = keySets.get(issuer) ?? createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks`))
  keySets.set(issuer, known)
  return known
}

/**
 * Returns the claims of an OIDC token of GitHub Actions after checking its signature, times and audience. Throws
 * UNAUTHENTICATED for a token of another issuer or audience, a wrong signature, an expired token and missing claims, and
 * TOOL_NOT_AVAILABLE if the issuer's keys cannot be fetched.
 */
export async function verifyActionsToken(token: string, audience: string): Promise<ActionsClaims> {
  const issuer = actionsIssuer()
  const { payload } = await jwtVerify(token, getIssuerKeys(issuer), {
    issuer,
    audience,
    // Without this list, a token could choose "none" or a symmetric algorithm, which anyone can sign with.
    algorithms: ['RS256', 'ES256', 'EdDSA'],
    clockTolerance: CLOCK_SKEW_SECONDS,
    requiredClaims: ['exp', 'iat', 'jti'],
  }).catch((cause: unknown) => {
    throw tokenError(cause, audience)
  })
  const claims = claimsShape.safeParse(payload)
  if (!claims.success) throw invalidToken('It does not contain the claims of GitHub Actions.', claims.error)
  return toClaims(issuer, claims.data)
}

function toClaims(issuer: string, claims: z.infer<typeof claimsShape>): ActionsClaims {
  const { jti, exp, repository, ref, sha, run_id, environment, event_name } = claims
  const server = issuer === GITHUB_ISSUER ? 'https://github.com' : new URL(issuer).origin
  const repositoryUrl = `${server}/${repository}`
  return {
    jti: `${issuer} ${jti}`,
    expiresAt: new Date((exp + CLOCK_SKEW_SECONDS) * 1000),
    repositoryId: claims.repository_id,
    environment,
    startingWorkflow: parseWorkflow(repository, claims.workflow_ref),
    // The event `pull_request_target` runs on the base branch, so its ref does not tell.
    isPullRequest: ref.startsWith('refs/pull/') || /^pull_request/.test(event_name ?? ''),
    provenance: {
      repository,
      repositoryUrl,
      commit: sha,
      commitUrl: `${repositoryUrl}/commit/${sha}`,
      ref,
      workflow: parseWorkflow(repository, claims.job_workflow_ref ?? claims.workflow_ref),
      runUrl: `${repositoryUrl}/actions/runs/${run_id}`,
      isPublic: claims.repository_visibility === 'public',
    },
  }
}

/** Returns "publish.yml", or the whole reference for a workflow of another repository. */
function parseWorkflow(repository: string, workflowRef: string): string {
  const [path = ''] = workflowRef.split('@')
  const prefix = `${repository}/.github/workflows/`
  return path.startsWith(prefix) ? path.slice(prefix.length) : path
}

function tokenError(cause: unknown, audience: string): AppError {
  if (cause instanceof errors.JWTExpired) return invalidToken('It has expired.', cause)
  if (cause instanceof errors.JWTClaimValidationFailed) {
    if (cause.claim === 'aud') return invalidToken(`Its audience is not ${audience}.`, cause)
    return invalidToken(`Its claim “${cause.claim}” is not accepted.`, cause)
  }
  const isOfToken =
    cause instanceof errors.JWSInvalid ||
    cause instanceof errors.JWTInvalid ||
    cause instanceof errors.JWSSignatureVerificationFailed ||
    cause instanceof errors.JWKSNoMatchingKey ||
    cause instanceof errors.JOSEAlgNotAllowed
  if (isOfToken) return invalidToken('Its signature is not valid.', cause)
  return new AppError('TOOL_NOT_AVAILABLE', {
    message: 'The keys of GitHub Actions cannot be fetched. Try again.',
    cause,
  })
}

function invalidToken(reason: string, cause: unknown): AppError {
  return new AppError('UNAUTHENTICATED', {
    message: `This ID token is not valid: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`,
    cause,
  })
}
