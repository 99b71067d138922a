/**
 * Permissions before and after, in the sentences users agree to. Floor 3, pure.
 *
 * A permission that changed in any part is a line that went and a line that came: nothing an admin approved once
 * may widen under the same name.
 */
import { permissionLines } from '../contract/document/permission-words.ts'
import type { SkillSetDocument } from '../contract/document/skillset-document.ts'
import type { PermissionChange } from './views.ts'

const ORDER: readonly PermissionChange['mark'][] = ['new', 'gone', 'same']

/** What came first, then what went, then what stayed; grave lines lead their group. */
export function comparePermissions(
  before: SkillSetDocument | null,
  after: SkillSetDocument,
): PermissionChange[] {
  const [old, now] = [before ? permissionLines(before) : [], permissionLines(after)]
  const had = new Set(old.map(({ sentence }) => sentence))
  const has = new Set(now.map(({ sentence }) => sentence))
  const lines = [
    ...now.map(
      ({ sentence, isGrave }) => ({ sentence, isGrave, mark: had.has(sentence) ? 'same' : 'new' }) as const,
    ),
    ...old
      .filter(({ sentence }) => !has.has(sentence))
      .map(({ sentence }) => ({ sentence, isGrave: false, mark: 'gone' }) as const),
  ]
  return lines.toSorted(
    (a, b) => ORDER.indexOf(a.mark) - ORDER.indexOf(b.mark) || Number(b.isGrave) - Number(a.isGrave),
  )
}
