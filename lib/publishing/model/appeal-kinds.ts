/** Decisions that a publisher can appeal against, and what becomes of an appeal. */

type AppealKindTexts = {
  label: string
  /** What overturning the decision does. */
  overturned: string
  /** The link to where the decision is shown. */
  link: string
  /** For whoever decides: who reads the reason, if more people than those of the publisher. */
  reasonHelp?: string
}

export const APPEAL_KINDS = {
  rejection: { label: 'Rejection', overturned: 'The version is published.', link: 'Open the submission' },
  take_down: {
    label: 'Take-down',
    overturned: 'What was taken down is available again.',
    link: 'Open the page',
  },
  recall: {
    label: 'Recall',
    overturned: 'The recall is retracted, and everyone who was told of it is told.',
    link: 'Open the page',
    reasonHelp: 'Becomes public, and is sent to the publisher and everyone who was told of the recall.',
  },
  suspension: { label: 'Suspension', overturned: 'The suspension is lifted.', link: 'Open the page' },
} satisfies Record<string, AppealKindTexts>

export type AppealKind = keyof typeof APPEAL_KINDS

export const APPEAL_KIND_NAMES = Object.keys(APPEAL_KINDS) as [AppealKind, ...AppealKind[]]

/** Returns the texts of a kind, also those that only some kinds have. */
export function appealTexts(kind: AppealKind): AppealKindTexts {
  return APPEAL_KINDS[kind]
}

/** Returns null for a kind of a later release. */
export function parseAppealKind(text: string): AppealKind | null {
  return APPEAL_KIND_NAMES.find((kind) => kind === text) ?? null
}

export const APPEAL_OUTCOMES = {
  upheld: 'Upheld: the decision stays',
  overturned: 'Overturned',
  moot: 'Closed: the decision is no longer in force',
  withdrawn: 'Withdrawn by the publisher',
} as const

export type AppealOutcome = keyof typeof APPEAL_OUTCOMES

export function parseAppealOutcome(text: string): AppealOutcome | null {
  const outcomes = Object.keys(APPEAL_OUTCOMES) as AppealOutcome[]
  return outcomes.find((outcome) => outcome === text) ?? null
}

/** A decision can be contested for half a year, as Article 20 of the EU's Digital Services Act asks of platforms. */
export const APPEAL_DAYS = 183
