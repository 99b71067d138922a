/** What is verified about a publisher, in words, and how. */

export const PROOF_METHODS = {
  dns: { label: 'DNS record', says: (subject: string) => `controls ${subject} (DNS record)` },
  site: {
    label: 'File on the website',
    says: (subject: string) => `controls ${subject} (file on the website)`,
  },
  github: {
    label: 'GitHub',
    says: (subject: string) => `publishes from github.com/${subject} (GitHub OIDC)`,
  },
} as const

export type ProofMethod = keyof typeof PROOF_METHODS

/** Returns null for a method of a later release. */
export function parseProofMethod(text: string): ProofMethod | null {
  const methods = Object.keys(PROOF_METHODS) as ProofMethod[]
  return methods.find((method) => method === text) ?? null
}

/** What the DNS record and the file contain. It names the publisher, so that nobody else can use it. */
export function proofText(publisherId: string): string {
  return `guildhall-verification=${publisherId}`
}

/** The name of the TXT record, and the address of the file. */
export function proofPlaces(domain: string): { record: string; file: string } {
  return {
    record: `_guildhall.${domain}`,
    file: `https://${domain}/.well-known/guildhall-verification.txt`,
  }
}

/** Returns the domain of a website; null without one, and for addresses that no domain name has. */
export function domainOf(website: string): string | null {
  if (!URL.canParse(website)) return null
  const { hostname } = new URL(website)
  const isName = hostname.includes('.') && /[a-z]$/i.test(hostname) && !hostname.endsWith('.localhost')
  return isName ? hostname.toLowerCase() : null
}

/** Fields that end in `Ms` are epoch milliseconds. */
export type ProofView = {
  method: ProofMethod
  subject: string
  /** "controls example.com (DNS record)" */
  says: string
  provenAtMs: number
  checkedAtMs: number
  /** The last weekly check failed. */
  isFailing: boolean
}

type StoredProof = {
  method: string
  subject: string
  provenAt: Date
  checkedAt: Date
  failingSince: Date | null
}

/** Leaves out proofs by a method of a later release. */
export function toProofViews(rows: readonly StoredProof[]): ProofView[] {
  return rows.flatMap(({ method: stored, subject, provenAt, checkedAt, failingSince }) => {
    const method = parseProofMethod(stored)
    if (!method) return []
    const says = PROOF_METHODS[method].says(subject)
    const times = { provenAtMs: provenAt.getTime(), checkedAtMs: checkedAt.getTime() }
    return [{ method, subject, says, ...times, isFailing: failingSince !== null }]
  })
}
