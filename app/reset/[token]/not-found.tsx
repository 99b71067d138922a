import { Link2Off } from 'lucide-react'
import { DeadEnd } from '#components/shell/dead-end.tsx'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/contract/market/paths.ts'

export default function ResetLinkGone() {
  return (
    <DeadEnd
      heading="Set a new password"
      icon={Link2Off}
      title="This link no longer works"
      action={
        <Button asChild>
          <Link href={paths.signIn()}>Sign in</Link>
        </Button>
      }
    >
      A link for a new password works once, and for a day. Perhaps it was used already, or part of the address
      is missing. Ask whoever sent it for a new one.
    </DeadEnd>
  )
}
