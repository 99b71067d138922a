'use client'

import { Confirm } from '../ui/alert-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { type OrganisationActions, sentenceUnlessOk } from './organisation-actions.ts'

export function LeaveButton({ name, leave }: { name: string; leave: OrganisationActions['leave'] }) {
  return (
    <Confirm
      title={`Leave ${name}?`}
      what="You lose access at once, and your API keys for it end. To come back you need a new invitation."
      verb="Leave"
      onConfirm={() => sentenceUnlessOk(leave())}
    >
      <Button variant="outline" className="text-destructive">
        Leave organisation
      </Button>
    </Confirm>
  )
}
