import { type ActiveRestriction, RESTRICTIONS } from '#lib/contracts/versions/restriction.ts'
import { Alert } from '../../../ui/alert.tsx'

type RestrictionNoticeProps = {
  restriction: ActiveRestriction | null
  isVersionHidden?: boolean
}

export function RestrictionNotice({ restriction, isVersionHidden = false }: RestrictionNoticeProps) {
  if (restriction?.kind === 'suspended') {
    return (
      <Alert variant="destructive" title={RESTRICTIONS.suspended.label}>
        An admin suspended it, and it does not run until that is lifted. Reason: {restriction.reason}
      </Alert>
    )
  }
  if (!restriction && !isVersionHidden) return null
  return (
    <Alert variant="warning" title={RESTRICTIONS.hidden.label}>
      An admin is looking into {restriction ? 'it' : 'this version'}. It is not in the catalogue and cannot be
      installed. Organisations that installed it keep using it.
      {restriction && ` Reason: ${restriction.reason}`}
    </Alert>
  )
}
