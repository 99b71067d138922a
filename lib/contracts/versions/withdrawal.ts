/** Versions that no one may run: in quarantine for a while, or recalled. See docs/spec/product.md §6. */
import { AppError } from '../../kernel/errors.ts'
import { paths } from '../../kernel/site/paths.ts'
import { sortNewestFirst } from './choose-version.ts'
import type { VersionState } from './version-states.ts'

// biome-ignore format: table
export const RECALL_CLASSES = {
  malicious:     { label: 'Malicious',     returnsMoney: true,  description: 'The code does what it hides, such as sending data or secrets away.' },
  data_loss:     { label: 'Data loss',     returnsMoney: true,  description: 'The code deletes or overwrites data without being asked to.' },
  wrong_results: { label: 'Wrong results', returnsMoney: true,  description: 'Results satisfy the contract and are wrong.' },
  legal:         { label: 'Legal',         returnsMoney: false, description: 'The version may not be distributed, such as for its licence or by a court’s order. Results stay valid.' },
} as const

export type RecallClass = keyof typeof RECALL_CLASSES

export const RECALL_CLASS_NAMES = Object.keys(RECALL_CLASSES) as [RecallClass, ...RecallClass[]]

/** Parses a stored class. One of a later release counts as legal, which promises nothing. */
export function parseRecallClass(text: string): RecallClass {
  return RECALL_CLASS_NAMES.find((name) => name === text) ?? 'legal'
}

export type Withdrawal =
  | { kind: 'quarantine'; reason: string; endsAtMs: number }
  | { kind: 'recall'; id: string; recallClass: string; reason: string; replacement: string | null }

export const MAX_QUARANTINE_HOURS = 72

type Withdrawn = { number: string; withdrawal: Withdrawal | null }

/**
 * Throws SKILL_QUARANTINED or SKILL_RECALLED, in the same words for every channel. `skillSet` is
 * "publisher.skillset". `others` are further versions: the error names the newest unaffected one that was not returned, and names no replacement that does not run.
 */
export function requireNotWithdrawn(
  skillSet: string,
  { number, withdrawal }: Withdrawn,
  others: readonly (Withdrawn & { state: string; rollout?: { state: string } | null })[] = [],
): void {
  if (!withdrawal) return
  if (withdrawal.kind === 'recall') {
    const gone = others.find(
      ({ number, state, withdrawal: own }) =>
        number === withdrawal.replacement && (state === 'YANKED' || own !== null),
    )
    throw recalledError(`${skillSet} ${number}`, gone ? { ...withdrawal, replacement: null } : withdrawal)
  }
  const free = sortNewestFirst(others).find(
    (each) => each.state === 'PUBLISHED' && each.withdrawal === null && each.rollout?.state !== 'returned',
  )
  throw quarantinedError(`${skillSet} ${number}`, withdrawal, free?.number)
}

/** Throws POLICY_DENIED for a version that its publisher or an admin took down, in the same words for every channel. */
export function requireNotTakenDown(
  { publisher, skillSet }: { publisher: string; skillSet: string },
  { number, state, yankReason }: { number: string; state: VersionState; yankReason: string | null },
): void {
  if (state !== 'YANKED') return
  throw new AppError('POLICY_DENIED', {
    message: `Version ${number} of ${publisher}.${skillSet} was taken down${yankReason ? `: ${yankReason}` : '.'}`,
    suggestedAction: 'Choose another version.',
    href: paths.skillSet(publisher, skillSet),
  })
}

/** Throws POLICY_DENIED for a version that is paused because it did something for the first time. */
export function requireNotPaused(
  { publisher, skillSet }: { publisher: string; skillSet: string },
  { number, isPaused }: { number: string; isPaused: boolean },
): void {
  if (!isPaused) return
  throw new AppError('POLICY_DENIED', {
    message: `Version ${number} of ${publisher}.${skillSet} is paused: it did something that it had never done before, and an admin has to look at it first.`,
    suggestedAction: 'Try again later, or choose another version.',
    href: paths.skillSet(publisher, skillSet),
  })
}

export function quarantinedError(
  name: string,
  { reason, endsAtMs }: { reason: string; endsAtMs: number },
  unaffected?: string,
): AppError {
  const until = new Date(endsAtMs).toISOString().slice(0, 16).replace('T', ' ')
  return new AppError('SKILL_QUARANTINED', {
    message: `${name} is in quarantine until ${until} UTC at the latest, while an admin looks into it: ${reason}`,
    suggestedAction: unaffected
      ? `Wait, or ask for version ${unaffected}, which is not affected.`
      : 'Wait, or use another skill.',
    retryAfter: Math.max(1, Math.ceil((endsAtMs - Date.now()) / 1000)),
  })
}

function recalledError(
  name: string,
  { id, recallClass, reason, replacement }: Extract<Withdrawal, { kind: 'recall' }>,
): AppError {
  const { label } = RECALL_CLASSES[parseRecallClass(recallClass)]
  return new AppError('SKILL_RECALLED', {
    message: `${name} was recalled (${label.toLowerCase()}): ${reason}`,
    suggestedAction: replacement ? `Use version ${replacement}.` : 'Use another skill.',
    href: paths.recall(id),
    ...(replacement && {
      issues: [
        {
          path: '',
          keyword: 'replacement',
          message: `Version ${replacement} replaces it.`,
          params: { version: replacement },
        },
      ],
    }),
  })
}
