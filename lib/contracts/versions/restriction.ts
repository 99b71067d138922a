/** What admins can do about a version, SkillSet, publisher or person for a while. */

// biome-ignore format: table
export const RESTRICTIONS = {
  hidden:    { label: 'Hidden while under review', verb: 'hidden' },
  suspended: { label: 'Suspended',                 verb: 'suspended' },
} as const

export type RestrictionKind = keyof typeof RESTRICTIONS

export type ActiveRestriction = { kind: RestrictionKind; reason: string }

/** Parses a stored kind. An unknown one, of a later release, counts as hidden, which every restriction does at least. */
export function parseRestrictionKind(text: string): RestrictionKind {
  return text === 'suspended' ? 'suspended' : 'hidden'
}

/** Returns a suspension if there is one, else the first; null without restrictions. */
export function strongestRestriction(
  rows: readonly { kind: string; reason: string }[],
): ActiveRestriction | null {
  const row = rows.find(({ kind }) => kind === 'suspended') ?? rows[0]
  return row ? { kind: parseRestrictionKind(row.kind), reason: row.reason } : null
}

// biome-ignore format: table
export const RESTRICTION_EFFECTS = {
  version:   { hidden:    'This version disappears from the catalogue and from its page, and cannot be installed. Organisations that installed exactly this version keep using it, also in plans, automations and API keys.' },
  skillSet:  { hidden:    'This SkillSet disappears from the catalogue and from its publisher’s page, and cannot be installed. Organisations that installed it keep using it, also in plans, automations and API keys.',
               suspended: 'This SkillSet disappears from the catalogue, and no one can run it: calls, plans, automations and API keys are refused with your reason. Runs that have started finish.' },
  publisher: { suspended: 'All SkillSets of this publisher disappear from the catalogue, and no one can run them: calls, plans, automations and API keys are refused with your reason. The publisher cannot submit new versions. Runs that have started finish.' },
  person:    { suspended: 'This person can no longer sign in. Their sessions end, and their API keys, plans and automations stop working. Runs that have started finish. Their organisations, publishers and files stay.' },
} as const
