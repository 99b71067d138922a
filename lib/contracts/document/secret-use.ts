/**
 * How the egress guard signs requests with a secret (`permissions.secrets[].use`), which then is not sent at all, or to the
 * token endpoint only. Values of `accessKeyId` and `clientId` and those in braces in `claims` are keys of the settings.
 */
export type SecretUse =
  | {
      kind: 'hmac'
      algorithm: 'sha256' | 'sha384' | 'sha512'
      /** What is signed, with the names of `HMAC_PARTS` in braces. */
      sign: string
      /** The header of the signature. */
      header: string
      encoding?: 'hex' | 'base64'
      /** Before the signature, as in "sha256=…". */
      prefix?: string
      /** The header of the time, in seconds since 1970; required if it is signed. */
      timestampHeader?: string
    }
  | { kind: 'aws-sigv4'; accessKeyId: string; service: string; region: string }
  | {
      kind: 'jwt'
      algorithm: 'HS256' | 'RS256' | 'ES256'
      claims?: Record<string, string | number>
      expiresInSeconds?: number
      /** The header of the token, "Bearer …" in `authorization` by default. */
      header?: string
      keyId?: string
    }
  /** The client credentials grant of OAuth 2.0 (RFC 6749 §4.4); the secret is that of the client. */
  | {
      kind: 'oauth-client-credentials'
      tokenUrl: string
      clientId: string
      /** Separated by spaces. */
      scope?: string
      /** Some servers ask which API the token is for. */
      audience?: string
      /** Where the client authenticates: HTTP Basic by default. */
      authentication?: 'basic' | 'body'
    }

/** The secret of such a use is sent to its token endpoint, and tokens to its hosts. */
export type ClientCredentialsUse = Extract<SecretUse, { kind: 'oauth-client-credentials' }>

export const HMAC_PARTS = ['method', 'host', 'path', 'timestamp', 'body'] as const

/** In text, to be filled in. */
export const IN_BRACES = /\{([A-Za-z_]\w*)\}/g

/** Ends soon, because a host that gets a token may pass it on. */
export const JWT_SECONDS = { default: 300, max: 3_600 }

const USE_LABELS: Record<SecretUse['kind'], string> = {
  hmac: 'HMAC',
  'aws-sigv4': 'AWS Signature Version 4',
  jwt: 'a JSON Web Token',
  'oauth-client-credentials': 'OAuth client credentials',
}

export function labelOfUse({ kind }: Pick<SecretUse, 'kind'>): string {
  return USE_LABELS[kind]
}

/**
 * Returns the host that a use sends the secret itself to: that of the token endpoint, in lower case. Undefined for other uses,
 * and for a draft without a valid address.
 */
export function tokenHostOf(use: SecretUse | undefined): string | undefined {
  if (use?.kind !== 'oauth-client-credentials' || !URL.canParse(use.tokenUrl)) return undefined
  return new URL(use.tokenUrl).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/** Returns the keys of settings that a use reads. */
export function listUsedConfigKeys(use: SecretUse): string[] {
  if (use.kind === 'aws-sigv4') return use.accessKeyId ? [use.accessKeyId] : []
  if (use.kind === 'oauth-client-credentials') return use.clientId ? [use.clientId] : []
  const claims = use.kind === 'jwt' ? Object.values(use.claims ?? {}) : []
  return claims.flatMap((claim) => [...String(claim).matchAll(IN_BRACES)].map(([, key]) => key!))
}

/** Replaces keys of settings by their values. Returns undefined if one has no value. */
export function resolveUse(
  use: SecretUse,
  readSetting: (key: string) => string | undefined,
): SecretUse | undefined {
  if (listUsedConfigKeys(use).some((key) => readSetting(key) === undefined)) return undefined
  if (use.kind === 'aws-sigv4') return { ...use, accessKeyId: readSetting(use.accessKeyId)! }
  if (use.kind === 'oauth-client-credentials') return { ...use, clientId: readSetting(use.clientId)! }
  if (use.kind !== 'jwt' || !use.claims) return use
  const claims = Object.entries(use.claims).map(([name, claim]) => [
    name,
    typeof claim === 'string' ? claim.replace(IN_BRACES, (_, key: string) => readSetting(key)!) : claim,
  ])
  return { ...use, claims: Object.fromEntries(claims) }
}
