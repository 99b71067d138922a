/** All channels share these; no zod, so that browsers and the SDK can use them. */

/** Options as sent over REST, JSON-RPC and MCP. */
export type SentRunOptions = {
  /** A version or a range such as "^1.2". Default: the installed version, else the latest. */
  version?: string | undefined
  time_zone?: string | undefined
  /** The caller's id of its conversation; the skill reads it as `context.conversationId`. */
  conversation_id?: string | undefined
  /** The hash from `describe_skill` or an earlier run. Fails with CONFLICT if the contract has changed. */
  contract_hash?: string | undefined
  /** USDC ("0.05") including nested calls. A more expensive run fails with PAYMENT_REQUIRED before it starts. */
  max_price?: string | number | undefined
  /** Fails with PRECONDITION_FAILED if the skill has a price and does not support dry runs. */
  dry_run?: boolean | undefined
  timeout_ms?: number | undefined
  /** "blob:…" ids that the run may read. */
  input_blobs?: string[] | undefined
  /** For a day, calls with the same key and input return the first run at no cost. */
  idempotency_key?: string | undefined
  async?: boolean | undefined
}

type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name

export type CallOptions = {
  [Name in keyof Omit<SentRunOptions, 'async'> as CamelCase<Name>]: SentRunOptions[Name]
}

const NAMES = {
  version: 'version',
  timeZone: 'time_zone',
  conversationId: 'conversation_id',
  contractHash: 'contract_hash',
  maxPrice: 'max_price',
  dryRun: 'dry_run',
  timeoutMs: 'timeout_ms',
  inputBlobs: 'input_blobs',
  idempotencyKey: 'idempotency_key',
} as const satisfies { [Name in keyof Required<CallOptions>]: keyof SentRunOptions }

const ENTRIES = Object.entries(NAMES) as [keyof CallOptions, keyof SentRunOptions][]

export function toSentOptions(options: CallOptions): SentRunOptions {
  return Object.fromEntries(
    ENTRIES.flatMap(([name, sent]) => (options[name] === undefined ? [] : [[sent, options[name]]])),
  )
}

export function toCallOptions(sent: SentRunOptions): CallOptions {
  return Object.fromEntries(
    ENTRIES.flatMap(([name, sentName]) => (sent[sentName] === undefined ? [] : [[name, sent[sentName]]])),
  )
}

/** The characters of a header, because a key may be sent as one. */
export const IDEMPOTENCY_KEY_SCHEMA = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^ *[!-~][ -~]*$',
} as const

/** Accepts upper case, which some libraries write. */
export const CONTRACT_HASH_SCHEMA = { type: 'string', pattern: '^[0-9A-Fa-f]{64}$' } as const

export function isIdempotencyKey(text: string): boolean {
  return (
    text.length <= IDEMPOTENCY_KEY_SCHEMA.maxLength && new RegExp(IDEMPOTENCY_KEY_SCHEMA.pattern).test(text)
  )
}

export function isContractHash(text: string): boolean {
  return new RegExp(CONTRACT_HASH_SCHEMA.pattern).test(text)
}

/** Returns 32 random hexadecimal digits. `crypto.randomUUID` would need a secure context, which plain HTTP is not. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
