/** Large contracts take seconds to compare. */
import { runOncePerInput } from '../../kernel/threads/run-in-thread.ts'
import type { SkillSetDocument } from '../document/skillset-document.ts'
import type { Changes, changesBetween } from './changes.ts'
import type { changesNeedingConsent } from './changes-needing-consent.ts'

type Asking = typeof changesNeedingConsent

export async function compareInThread(
  before: SkillSetDocument | null,
  after: SkillSetDocument,
  owner: string,
): Promise<Changes> {
  if (!before) return { changes: [], bump: 'none', reasons: [] }
  return runOncePerInput<typeof changesBetween>('changes', [before, after], { owner })
}

export async function askInThread(
  before: Parameters<Asking>[0],
  after: Parameters<Asking>[1],
  owner: string,
): Promise<ReturnType<Asking>> {
  const sides = [before, after].map(({ document, skill }) => ({
    document: { ...document, skills: [] },
    skill,
  }))
  return runOncePerInput<Asking>('asks-again', sides as unknown as Parameters<Asking>, { owner })
}
