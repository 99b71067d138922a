import { Link2Off } from 'lucide-react'
import { DeadEnd } from '#components/shell/dead-end.tsx'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/contract/market/paths.ts'

export default function InvitationGone() {
  return (
    <DeadEnd
      heading="Invitation"
      icon={Link2Off}
      title="This invitation no longer works"
      action={
        <Button asChild variant="outline">
          <Link href={paths.home}>See the catalogue</Link>
        </Button>
      }
    >
      An invitation is good for one person and for a week. Perhaps it was used or withdrawn, or part of the
      address is missing. Ask whoever invited you for a new one.
    </DeadEnd>
  )
}
