/** Compares versions in a thread, because large contracts take seconds. Each pair is compared once. */
import { runOncePerInput } from '../../kernel/threads/run-in-thread.ts'
import type { SkillSetDocument } from '../document/skillset-document.ts'
import type { Changes, changesBetween } from './changes.ts'
import type { changesNeedingConsent } from './changes-needing-consent.ts'

type ConsentComparison = typeof changesNeedingConsent

/** Returns no changes for a first version. */
export async function compareInThread(
  before: SkillSetDocument | null,
  after: SkillSetDocument,
  owner: string,
): Promise<Changes> {
  if (!before) return { changes: [], bump: 'none', reasons: [] }
  return runOncePerInput<typeof changesBetween>('changes', [before, after], { owner })
}

/** Returns the changes that need a new consent. Other skills of the documents are left out: they change nothing here. */
export async function compareConsentInThread(
  before: Parameters<ConsentComparison>[0],
  after: Parameters<ConsentComparison>[1],
  owner: string,
): Promise<ReturnType<ConsentComparison>> {
  const sides = [before, after].map(({ document, skill }) => ({
    document: { ...document, skills: [] },
    skill,
  }))
  return runOncePerInput<ConsentComparison>(
    'consent-changes',
    sides as unknown as Parameters<ConsentComparison>,
    { owner },
  )
}
