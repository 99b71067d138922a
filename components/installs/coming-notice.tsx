import type { ReactNode } from 'react'
import type { ComingView } from '#lib/catalog/catalog-views.ts'
import { Alert } from '../ui/alert.tsx'
import { Time } from '../ui/time.tsx'

type ComingNoticeProps = {
  coming: ComingView | null
  /** True if the shown version was returned. */
  isReturned: boolean
  shownNumber: string
  /** Null for visitors. */
  organisationName: string | null
  /** How to take it at once. */
  action?: ReactNode
}

/** Tells which version the viewer gets, if a newer one is held back from them or was returned. */
export function ComingNotice(props: ComingNoticeProps) {
  const { coming, isReturned, shownNumber, organisationName, action } = props
  const who = organisationName ?? 'You'
  return (
    <>
      {isReturned && (
        <Alert variant="warning" title={`Version ${shownNumber} was returned`}>
          An older version is served again to everyone who follows a range. This one runs only where it is
          asked for by its number.
        </Alert>
      )}
      {coming?.kind === 'share' && (
        <Alert id="coming" title={`Version ${coming.number} is being rolled out`} action={action}>
          {who} {organisationName ? 'gets' : 'get'} {coming.servedNumber} until the rollout reaches{' '}
          {organisationName ? 'it' : 'everyone'}.
        </Alert>
      )}
      {coming?.kind === 'age' && (
        <Alert id="coming" title={`Version ${coming.number} is new`} action={action}>
          {coming.servedNumber === null ? (
            <>
              {who} cannot run it until <Time at={coming.untilMs} />, and its publisher took the versions
              before it down:
            </>
          ) : (
            <>
              {who} {organisationName ? 'gets' : 'get'} {coming.servedNumber} until{' '}
              <Time at={coming.untilMs} />:
            </>
          )}{' '}
          new versions wait, so that a bad one is found before it is used everywhere.
        </Alert>
      )}
    </>
  )
}
