/** Texts that a call may bring besides its input, by one rule for every door. Ground; schemas, so that doors can publish them. */

/** 1 to 255 printable ASCII characters, not only spaces: it travels in a header too. */
export const IDEMPOTENCY_KEY = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^ *[!-~][ -~]*$',
} as const

/** SHA-256 in hexadecimal, in either case: what some libraries write in capitals is the same contract. */
export const CONTRACT_HASH = { type: 'string', pattern: '^[0-9A-Fa-f]{64}$' } as const

export function isIdempotencyKey(text: string): boolean {
  return text.length <= IDEMPOTENCY_KEY.maxLength && new RegExp(IDEMPOTENCY_KEY.pattern).test(text)
}

export function isContractHash(text: string): boolean {
  return new RegExp(CONTRACT_HASH.pattern).test(text)
}

/** One that nobody else has. Browsers have `crypto.randomUUID` only where a page came by https, or from this machine. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
