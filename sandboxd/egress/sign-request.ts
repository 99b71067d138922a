/**
 * Signs requests with secrets that are not sent (docs/spec/execution.md §3): a signature is worthless for other requests, and
 * a token for a while only. Each hop of a redirect is a request of its own, so none carries a signature to another host.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { type OutgoingHttpHeaders, validateHeaderValue } from 'node:http'
import { AwsV4Signer } from 'aws4fetch'
import { importPKCS8, SignJWT } from 'jose'
import {
  type HMAC_PARTS,
  IN_BRACES,
  JWT_SECONDS,
  type SecretUse,
} from '../../lib/contracts/document/secret-use.ts'
import { matchesHost } from '../../lib/kernel/network/destination.ts'
import type { SandboxSecret } from '../../lib/sandbox/sandbox.ts'
import type { ClientSecret } from './access-tokens.ts'
import { SigningRefusal } from './signing-refusal.ts'

export type UsedFor<Kind extends SecretUse['kind']> = SandboxSecret & {
  use: Extract<SecretUse, { kind: Kind }>
}
type SigningSecret = UsedFor<'hmac'> | UsedFor<'aws-sigv4'>

/** Returns the secrets whose signature covers the whole request to this host, with its body. */
export function findSigningSecrets(secrets: readonly SandboxSecret[], host: string): SigningSecret[] {
  return secrets.filter(
    (secret): secret is SigningSecret => isFor(secret, host) && isSigning(secret) && !isToken(secret),
  )
}

const isFor = ({ hosts }: SandboxSecret, host: string) => hosts.some((pattern) => matchesHost(pattern, host))
const isSigning = ({ use }: SandboxSecret) => use !== undefined
const isJwt = (secret: SandboxSecret): secret is UsedFor<'jwt'> => secret.use?.kind === 'jwt'
const isClientSecret = (secret: SandboxSecret): secret is ClientSecret =>
  secret.use?.kind === 'oauth-client-credentials'
const isToken = (secret: SandboxSecret) => isJwt(secret) || isClientSecret(secret)

/** Returns whether a request to this host carries a token that another request may have used, and that may be refused. */
export function needsAccessToken(secrets: readonly SandboxSecret[], host: string): boolean {
  return secrets.some((secret) => isClientSecret(secret) && isFor(secret, host))
}

type IssuedTokens = {
  tokens: SandboxSecret[]
  headers: Record<string, string>
  /** True if one of the tokens was fetched for an earlier request. */
  isReused: boolean
}

/**
 * Issues the tokens of a request to this host. Returns them as secrets that are sent in one header only, so that an echo of
 * one is replaced like that of any secret, and the headers with their placeholders. Throws SigningRefusal for an unusable key,
 * and for a token endpoint that returns none.
 */
export async function issueTokens(
  secrets: readonly SandboxSecret[],
  host: string,
  getAccessToken: (secret: ClientSecret) => Promise<{ token: string; isReused: boolean }>,
): Promise<IssuedTokens> {
  const tokens: SandboxSecret[] = []
  const headers: Record<string, string> = {}
  let isReused = false
  for (const secret of secrets) {
    if (!isFor(secret, host)) continue
    const { key, hosts } = secret
    const add = (value: string, header: string) => {
      const placeholder = `sbxsec_${randomBytes(18).toString('base64url')}`
      headers[header] = header === 'authorization' ? `Bearer ${placeholder}` : placeholder
      tokens.push({ key, hosts, placeholder, value, sentIn: { header } })
    }
    if (isJwt(secret)) add(await issueToken(secret), (secret.use.header ?? 'authorization').toLowerCase())
    if (isClientSecret(secret)) {
      const issued = await getAccessToken(secret)
      isReused ||= issued.isReused
      add(issued.token, 'authorization')
    }
  }
  return { tokens, headers, isReused }
}

async function issueToken({ key, value, use }: UsedFor<'jwt'>): Promise<string> {
  const { algorithm: alg, claims = {}, expiresInSeconds = JWT_SECONDS.default, keyId } = use
  try {
    const signingKey = alg === 'HS256' ? new TextEncoder().encode(value) : await importPKCS8(value, alg)
    return await new SignJWT({ ...claims })
      .setProtectedHeader({ alg, typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) })
      .setIssuedAt()
      .setExpirationTime(`${Math.min(expiresInSeconds, JWT_SECONDS.max)}s`)
      .sign(signingKey)
  } catch {
    throw new SigningRefusal(`The setting ${key} is not a key for ${alg}: a private key in PKCS #8 (PEM).`)
  }
}

type Signed = { method: string; url: URL; headers: OutgoingHttpHeaders; body: Buffer; now?: Date }

/**
 * Returns the headers with the signatures, which replace those of the same names that the code set. Throws SigningRefusal if
 * one of them is not valid in HTTP, for example because a setting has a line break.
 */
export async function signRequest(
  secrets: readonly SigningSecret[],
  { method, url, headers: unsigned, body, now = new Date() }: Signed,
): Promise<OutgoingHttpHeaders> {
  let headers = unsigned
  for (const secret of secrets) {
    const request = { method, url, headers, body, now }
    try {
      headers = isHmac(secret)
        ? signWithHmac(secret, request)
        : await signForAws(secret as UsedFor<'aws-sigv4'>, request)
      // The message of a failed call would repeat the signature.
      for (const [name, value] of Object.entries(headers)) validateHeaderValue(name, String(value))
    } catch {
      throw new SigningRefusal(
        `The request to ${url.host} cannot be signed with the setting ${secret.key}: a header cannot carry the signature.`,
      )
    }
  }
  return headers
}

const isHmac = (secret: SigningSecret): secret is UsedFor<'hmac'> => secret.use.kind === 'hmac'

function signWithHmac(
  { value, use }: UsedFor<'hmac'>,
  { method, url, headers, body, now }: Required<Signed>,
): OutgoingHttpHeaders {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const parts: Record<(typeof HMAC_PARTS)[number], string | Buffer> = {
    ...{ method, host: url.host, path: url.pathname + url.search, timestamp, body },
  }
  const hmac = createHmac(use.algorithm, value)
  // Names of parts alternate with the text between them.
  use.sign.split(IN_BRACES).forEach((piece, index) => {
    const isName = index % 2 === 1
    hmac.update(isName && Object.hasOwn(parts, piece) ? parts[piece as keyof typeof parts] : piece)
  })
  const signature = (use.prefix ?? '') + hmac.digest(use.encoding ?? 'hex')
  return {
    ...headers,
    ...(use.timestampHeader && { [use.timestampHeader.toLowerCase()]: timestamp }),
    [use.header.toLowerCase()]: signature,
  }
}

const AWS_HEADERS = ['authorization', 'x-amz-date', 'x-amz-security-token', 'x-amz-content-sha256']

async function signForAws(
  { value, use }: UsedFor<'aws-sigv4'>,
  { method, url, headers, body, now }: Required<Signed>,
): Promise<OutgoingHttpHeaders> {
  const own = Object.entries(headers).filter(([name]) => !AWS_HEADERS.includes(name))
  const signed = await new AwsV4Signer({
    ...{ method, url: url.href, secretAccessKey: value },
    ...{ accessKeyId: use.accessKeyId, service: use.service, region: use.region },
    datetime: now.toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
    headers: {
      ...Object.fromEntries(own.map(([name, each]) => [name, String(each)])),
      'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
    },
  }).sign()
  return { ...Object.fromEntries(own), ...Object.fromEntries(signed.headers) }
}
