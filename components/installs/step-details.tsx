'use client'

/** What a step means: the change list, what has to be agreed to, what will be missing. */
import type { PlannedChange } from '#lib/installs/plan-change.ts'
import { AgreeBox } from '../ui/agree-box.tsx'
import { Alert } from '../ui/alert.tsx'
import { Markdown } from '../ui/markdown.tsx'
import { ChangeList } from './change-list.tsx'
import { PermissionList } from './permission-list.tsx'

type StepDetailsProps = {
  plan: PlannedChange
  agreed: boolean
  onAgree: (agreed: boolean) => void
  /** Somebody tried to go on without agreeing. */
  isMissing: boolean
}

export function StepDetails({ plan, agreed, onAgree, isMissing }: StepDetailsProps) {
  const { from, to, changelog, changes, consents, deprecation, missingConfig } = plan
  const isOther = from !== null && from.number !== to.number
  return (
    <>
      {deprecation && (
        <Alert variant="warning" title={deprecation.label}>
          {deprecation.words}
        </Alert>
      )}
      {isOther && (
        <section className="grid gap-2">
          <h3 className="font-medium text-sm">What changes</h3>
          {changelog && <Markdown text={changelog} className="text-muted-foreground" />}
          {changes.length > 0 ? (
            <ChangeList changes={changes} />
          ) : (
            <p className="text-muted-foreground text-sm">Nothing that a caller would notice.</p>
          )}
        </section>
      )}
      {!from && consents.length === 0 && (
        <p className="text-pretty text-muted-foreground text-sm">
          There is nothing to agree to: it only computes from what it is given.
        </p>
      )}
      {consents.length > 0 && (
        <Consents plan={plan} agreed={agreed} onAgree={onAgree} isMissing={isMissing} />
      )}
      {missingConfig.length > 0 && (
        <Alert variant="warning" title="Settings needed afterwards">
          {missingConfig.join(', ')}. Its skills run once these are set.
        </Alert>
      )}
    </>
  )
}

function Consents({ plan: { from, consents, range }, agreed, onAgree, isMissing }: StepDetailsProps) {
  return (
    <section className="grid gap-3 rounded-lg border border-warning/40 p-4">
      <h3 className="font-medium text-sm">{from ? 'New: what it may also do' : 'What it may do'}</h3>
      <PermissionList lines={consents} />
      {range !== null && (
        <p className="text-pretty text-muted-foreground text-sm">
          An update that wants more than this waits until you agree to it.
        </p>
      )}
      <AgreeBox
        label="I agree to this for my organisation"
        agreed={agreed}
        onAgree={onAgree}
        isMissing={isMissing}
      />
    </section>
  )
}
