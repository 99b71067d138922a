import { Page } from '../shell/page.tsx'
import { Card, CardContent } from '../ui/card.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { type ClaimActions, ClaimHandleForm } from './claim-handle-form.tsx'

type ClaimHandleProps = { desk: { organisationName: string; canClaim: boolean }; actions: ClaimActions }

/** The first thing on the way to publishing: the name that everything will be published under. */
export function ClaimHandle({ desk, actions }: ClaimHandleProps) {
  const { organisationName, canClaim } = desk
  return (
    <Page width="reading" className="grid grid-cols-1 gap-6">
      <PageHeader
        title="Claim your handle"
        description={`A handle is the name ${organisationName} publishes under, and the first part of the name of every skill. It belongs to the organisation: everyone in it can write, its owners and admins decide.`}
      />
      <Card>
        <CardContent>
          {canClaim ? (
            <ClaimHandleForm organisationName={organisationName} actions={actions} />
          ) : (
            <p className="text-sm">
              {organisationName} has no handle yet. Ask one of its owners or admins to claim one on this page;
              then you can write skills.
            </p>
          )}
        </CardContent>
      </Card>
    </Page>
  )
}
