import { type ActiveRestriction, RESTRICTIONS } from '#lib/contracts/versions/restriction.ts'
import { Alert } from '../../../ui/alert.tsx'

type RestrictionNoticeProps = {
  restriction: ActiveRestriction | null
  isVersionHidden?: boolean
  /** What the page is about. */
  subject?: 'SkillSet' | 'publisher'
}

export function RestrictionNotice({
  restriction,
  isVersionHidden = false,
  subject = 'SkillSet',
}: RestrictionNoticeProps) {
  if (restriction?.kind === 'suspended') {
    return (
      <Alert variant="destructive" title={RESTRICTIONS.suspended.label}>
        An admin suspended this {subject}. Its skills do not run until the suspension is lifted. Reason:{' '}
        {restriction.reason}
      </Alert>
    )
  }
  if (!restriction && !isVersionHidden) return null
  return (
    <Alert variant="warning" title={RESTRICTIONS.hidden.label}>
      An admin is reviewing this {restriction ? subject : 'version'}, which is not in the catalogue and cannot
      be installed meanwhile. Organisations that installed it keep using it.
      {restriction && ` Reason: ${restriction.reason}`}
    </Alert>
  )
}
