'use client'

import type { PlannedChange } from '#lib/installs/plan-install-change.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { ChangeList } from '../contracts/change-list.tsx'
import { PermissionList } from '../contracts/permission-list.tsx'
import { Alert } from '../ui/alert.tsx'
import { AgreeCheckbox } from '../ui/forms/checkbox.tsx'
import { LazyMarkdown } from '../ui/markdown/lazy-markdown.tsx'
import { TextLink } from '../ui/text-link.tsx'

type StepDetailsProps = {
  plan: PlannedChange
  agreed: boolean
  onAgree: (agreed: boolean) => void
  isMissing: boolean
}

export function InstallStepDetails({ plan, agreed, onAgree, isMissing }: StepDetailsProps) {
  const { from, to, changelog, changes, consents, deprecation, missingConfig, newBehaviour, ownReplayId } =
    plan
  const isOther = from !== null && from.number !== to.number
  return (
    <>
      {deprecation && (
        <Alert variant="warning" title={deprecation.label}>
          {deprecation.text}
        </Alert>
      )}
      {isOther && (
        <section className="grid gap-2">
          <h3 className="font-medium text-sm">What changes</h3>
          {changelog && <LazyMarkdown text={changelog} className="text-muted-foreground" />}
          {changes.length > 0 ? (
            <ChangeList changes={changes} />
          ) : (
            <p className="text-muted-foreground text-sm">No changes that affect callers.</p>
          )}
        </section>
      )}
      {newBehaviour.length > 0 && (
        <section className="grid gap-2">
          <h3 className="font-medium text-sm">What it does that the version you run was never seen to do</h3>
          <ul className="grid gap-1.5 text-sm">
            {newBehaviour.map((sentence) => (
              <li key={sentence} className="[overflow-wrap:anywhere]">
                {sentence}
              </li>
            ))}
          </ul>
        </section>
      )}
      {ownReplayId && (
        <p className="text-pretty text-sm">
          {to.number} was tried on runs of your organisation.{' '}
          <TextLink href={paths.ownReplay(ownReplayId)}>See what would change for you</TextLink>
        </p>
      )}
      {!from && consents.length === 0 && (
        <p className="text-pretty text-muted-foreground text-sm">
          No permissions needed: the skills only use the input you give them.
        </p>
      )}
      {consents.length > 0 && (
        <Consents plan={plan} agreed={agreed} onAgree={onAgree} isMissing={isMissing} />
      )}
      {missingConfig.length > 0 && (
        <Alert variant="warning" title="Settings required">
          {missingConfig.join(', ')}. Add these before you run its skills.
        </Alert>
      )}
    </>
  )
}

function Consents({ plan: { from, consents, range }, agreed, onAgree, isMissing }: StepDetailsProps) {
  return (
    <section className="grid gap-3 rounded-lg border border-warning/40 p-4">
      <h3 className="font-medium text-sm">{from ? 'New permissions' : 'Permissions'}</h3>
      <PermissionList lines={consents} />
      {range !== null && (
        <p className="text-pretty text-muted-foreground text-sm">
          An update that needs more permissions waits for your consent.
        </p>
      )}
      <AgreeCheckbox
        label="I agree to this for my organisation"
        agreed={agreed}
        onAgree={onAgree}
        isMissing={isMissing}
      />
    </section>
  )
}
