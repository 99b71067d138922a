import { z } from 'zod'
import { HOST_PATTERN } from '../contracts/document/skillset-schema.ts'
import { isTrustedHost } from '../kernel/network/pin-host.ts'
import { isStorable } from '../kernel/validation/storable.ts'
import { nameField } from '../kernel/validation/text-fields.ts'

const PROVIDER_KINDS = ['api_key', 'oauth2'] as const
const SENT_AS = ['bearer', 'header', 'query'] as const

const UNSTORABLE = 'Remove the characters that cannot be stored.'
/** RFC 9110 §5.6.2. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
/** Headers that the sandbox or the protocol sets. */
const RESERVED_HEADER =
  /^(host|connection|content-.*|transfer-encoding|te|upgrade|expect|trailer|x-guildhall-.*)$/i

const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable())

const endpoint = optional(
  z
    .url({ protocol: /^https?$/, error: 'Enter a URL that starts with https://.' })
    .max(1_000, 'Use at most 1,000 characters.')
    .refine(
      (text) => URL.canParse(text) && isSafeEndpoint(new URL(text)),
      'Enter a URL that starts with https://, without a username or password.',
    ),
)

/** Allows plain http for trusted hosts only. */
function isSafeEndpoint(url: URL): boolean {
  if (url.username || url.password) return false
  return url.protocol === 'https:' || isTrustedHost(url, process.env.GUILDHALL_INTEGRATION_HOSTS)
}

export const slugField = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,63}$/, 'Use at most 64 lowercase letters, digits, hyphens and underscores.')
  .refine((slug) => slug !== 'new', 'This slug is reserved.')

export const providerFields = z
  .strictObject({
    name: nameField,
    description: z.string().trim().max(500, 'Use at most 500 characters.').refine(isStorable, UNSTORABLE),
    docsUrl: endpoint,
    kind: z.enum(PROVIDER_KINDS),
    hosts: z
      .array(
        z
          .string()
          .trim()
          .toLowerCase()
          .max(253)
          .regex(new RegExp(HOST_PATTERN), 'Enter hosts such as api.example.com or *.example.com.'),
      )
      .min(1, 'Enter at least one host.')
      .max(20, 'Enter at most 20 hosts.')
      .transform((hosts) => [...new Set(hosts)]),
    sentAs: z.enum(SENT_AS),
    sentName: optional(
      z.string().trim().max(100, 'Use at most 100 characters.').refine(isStorable, UNSTORABLE),
    ),
    scopes: z
      .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, 'Enter scopes without spaces and quotes.'))
      .max(50, 'Enter at most 50 scopes.')
      .transform((scopes) => [...new Set(scopes)]),
    issuer: endpoint,
    authorizeUrl: endpoint,
    tokenUrl: endpoint,
    revokeUrl: endpoint,
    clientId: optional(
      z.string().trim().max(300, 'Use at most 300 characters.').refine(isStorable, UNSTORABLE),
    ),
    /** Unchanged if absent. */
    clientSecret: z.string().trim().max(2_000).refine(isStorable, UNSTORABLE).nullable().optional(),
    isDisabled: z.boolean(),
  })
  .superRefine((provider, context) => {
    const need = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (provider.sentAs === 'header' && !isAllowedHeader(provider.sentName))
      need('sentName', 'Enter the name of a header, such as X-API-Key.')
    if (provider.sentAs === 'query' && !provider.sentName)
      need('sentName', 'Enter the name of the query parameter, such as api_key.')
    if (provider.kind === 'api_key') return
    if (!provider.clientId) need('clientId', 'Enter the client ID that the provider gave you.')
    if (!provider.issuer && !provider.authorizeUrl)
      need('authorizeUrl', 'Enter the authorization endpoint, or an issuer.')
    if (!provider.issuer && !provider.tokenUrl) need('tokenUrl', 'Enter the token endpoint, or an issuer.')
  })
  .transform((provider) => ({
    ...provider,
    sentName: provider.sentAs === 'bearer' ? null : provider.sentName,
    ...(provider.kind === 'api_key' && {
      ...{ scopes: [], issuer: null, authorizeUrl: null, tokenUrl: null, revokeUrl: null },
      ...{ clientId: null, clientSecret: null },
    }),
  }))

export type ProviderFields = z.infer<typeof providerFields>

function isAllowedHeader(name: string | null): boolean {
  return name !== null && HEADER_NAME.test(name) && !RESERVED_HEADER.test(name)
}
