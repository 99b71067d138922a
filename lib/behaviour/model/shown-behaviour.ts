/** What the page of a skill tells about the behaviour of its version. */
import type { Permissions } from '../../contracts/document/skillset-document.ts'
import {
  type BehaviourLine,
  type BehaviourProfile,
  EMPTY_PROFILE,
  keyOfLine,
  mergeLines,
} from './behaviour-profile.ts'
import { describeBehaviour } from './describe-behaviour.ts'
import { findUnusedPermissions } from './unused-permissions.ts'

export type ShownBehaviour = {
  /** False if the version has no profile, because it is older than profiles or has no examples that ran. */
  wasObserved: boolean
  rows: { sentence: string; inExamples: boolean; inProduction: boolean }[]
  /** Sentences about what the SkillSet declares and no run was seen to use. */
  unused: string[]
}

type Known = {
  examples: BehaviourProfile | null
  /** Lines that enough organisations have caused. */
  production: readonly BehaviourLine[]
}

/** Query names and headers are left out: they are for reviewers. */
const SHOWN_KINDS: readonly BehaviourLine['kind'][] = [
  ...(['request', 'secret', 'refused', 'vault_read', 'vault_write', 'skill', 'tool'] as const),
  ...(['blob_read', 'blob_write', 'package', 'code'] as const),
]

export function showBehaviour(
  { examples, production }: Known,
  { skill, permissions }: { skill: string; permissions: Permissions },
): ShownBehaviour {
  const ofExamples = examples?.lines ?? []
  const all = mergeLines(ofExamples, production)
  const isIn = (lines: readonly BehaviourLine[], line: BehaviourLine) =>
    lines.some((each) => keyOfLine(each) === keyOfLine(line))
  const runs = examples?.runs ?? 0
  return {
    wasObserved: runs > 0 || production.length > 0,
    rows: all
      .filter((line) => line.skill === skill && SHOWN_KINDS.includes(line.kind))
      .map((line) => ({
        sentence: describeBehaviour(line),
        inExamples: isIn(ofExamples, line),
        inProduction: isIn(production, line),
      })),
    unused:
      runs > 0
        ? findUnusedPermissions(permissions, { ...(examples ?? EMPTY_PROFILE), lines: all }).map(
            ({ sentence }) => sentence,
          )
        : [],
  }
}
